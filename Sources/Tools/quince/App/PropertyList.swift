internal import FoundationEssentials

/// A property list, as Xcode writes projects and entitlements: XML, binary, or the older text form.
///
/// - Source: Apple, *Property List Programming Guide*; read by Foundation's decoder.
indirect enum PropertyList: Hashable, Sendable {
    /// A text; in the older form everything that is not a list is one.
    case text(String)
    /// A truth value.
    case bool(Bool)
    /// A list.
    case list([PropertyList])
    /// Values by their names.
    case dictionary([String: PropertyList])
    /// A number, a time or bytes.
    case other

    /// Reads a property list in any of the three forms; nil for other bytes.
    init?(_ bytes: [UInt8]) {
        let list = try? PropertyListDecoder().decode(PropertyList.self, from: Data(bytes))
        guard let list else { return nil }
        self = list
    }

    /// The value of a name; nil where there is none, or this is not a dictionary.
    subscript(name: String) -> PropertyList? {
        guard case .dictionary(let values) = self else { return nil }
        return values[name]
    }

    /// The text; nil for every other value.
    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The elements of a list; nil for every other value.
    var elements: [PropertyList]? {
        guard case .list(let elements) = self else { return nil }
        return elements
    }
}

extension PropertyList: Decodable {
    /// Reads the kind of value that is there.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let values = try? container.decode([String: PropertyList].self) {
            self = .dictionary(values)
        } else if let elements = try? container.decode([PropertyList].self) {
            self = .list(elements)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else {
            self = .other
        }
    }
}

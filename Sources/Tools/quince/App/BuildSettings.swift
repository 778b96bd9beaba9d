/// The build settings of one configuration of a target, as far as the project has them.
///
/// - Source: Apple, *Build settings reference*, for the names that Xcode sets; the forms `$(NAME)`,
///   `${NAME}`, `$(inherited)` and `$(NAME:modifier)` as Xcode's projects have them.
struct BuildSettings: Hashable {
    /// The settings of the target, then those of the project, then Xcode's own.
    private let levels: [[String: String]]
    private static let deepestReference = 16

    /// Settings.
    ///
    /// - Parameters:
    ///   - levels: The settings of the target, and those of the project.
    ///   - target: The target's name.
    ///   - configuration: The configuration's name.
    init(_ levels: [PropertyList?], target: String, configuration: String) {
        let own = levels.map { level in
            guard case .dictionary(let values)? = level else { return [String: String]() }
            return values.compactMapValues(\.text)
        }
        self.levels =
            own + [
                [
                    "TARGET_NAME": target, "TARGETNAME": target, "PRODUCT_NAME": "$(TARGET_NAME)",
                    "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
                    "CONFIGURATION": configuration,
                    // Paths are relative to the project's folder.
                    "SRCROOT": ".", "SOURCE_ROOT": ".", "PROJECT_DIR": ".",
                ]
            ]
    }

    /// The value of a setting; nil where it is not set. A reference to one that is not set stays as it is.
    subscript(name: String) -> String? { value(of: name, from: 0, depth: 0) }

    /// A text in which references to settings stand for their values.
    func expanded(_ text: String) -> String { expanded(text, in: nil, depth: 0) }

    /// The name of the first setting that an expanded text still refers to; nil where there is none.
    static func unknown(in text: String) -> String? {
        innermost(in: text[...]).map { String(text[$0.name].prefix { $0 != ":" }) }
    }

    private func value(of name: String, from first: Int, depth: Int) -> String? {
        guard depth < Self.deepestReference,
            let level = levels.indices.dropFirst(first).first(where: { levels[$0][name] != nil }),
            let text = levels[level][name]
        else { return nil }
        return expanded(text, in: (name, level), depth: depth + 1)
    }

    /// `$(inherited)` is the value that the setting has in the levels below.
    private func expanded(
        _ text: String,
        in setting: (name: String, level: Int)?,
        depth: Int
    ) -> String {
        var done = "", rest = text[...]
        while let found = Self.innermost(in: rest) {
            let parts = rest[found.name].split(separator: ":", omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            let known: String? =
                if name == "inherited", let setting {
                    value(of: setting.name, from: setting.level + 1, depth: depth) ?? ""
                } else { value(of: name, from: 0, depth: depth) }
            let fallback = parts.dropFirst().first { $0.hasPrefix("default=") }
            if let value = known ?? fallback.map({ String($0.dropFirst("default=".count)) }) {
                let modified = parts.dropFirst().reduce(value, Self.apply)
                rest =
                    (rest[..<found.all.lowerBound] + modified + rest[found.all.upperBound...])[...]
            } else {
                done += rest[..<found.all.upperBound]
                rest = rest[found.all.upperBound...]
            }
            guard done.utf8.count + rest.utf8.count < 65_536 else { break }
        }
        return done + rest
    }

    private static func apply(_ text: String, _ modifier: Substring) -> String {
        func replacing(_ others: String, with sign: Character) -> String {
            String(
                text.map {
                    $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) ? $0 : sign
                }
            )
        }
        switch modifier {
        case "rfc1034identifier": return replacing("-.", with: "-")
        case "c99extidentifier", "identifier": return replacing("_", with: "_")
        case "lower": return text.lowercased()
        case "upper": return text.uppercased()
        default: return text
        }
    }

    /// The first reference that has no other inside.
    private static func innermost(
        in text: Substring
    ) -> (all: Range<String.Index>, name: Range<String.Index>)? {
        var open: (start: String.Index, name: String.Index, close: Character)?
        var place = text.startIndex
        while place < text.endIndex {
            let next = text.index(after: place)
            if text[place] == "$", next < text.endIndex, "({".contains(text[next]) {
                open = (place, text.index(after: next), text[next] == "(" ? ")" : "}")
            } else if let found = open, text[place] == found.close {
                return (found.start..<next, found.name..<place)
            }
            place = next
        }
        return nil
    }
}

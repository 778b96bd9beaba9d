/// The build settings of one configuration of a target, as far as the project and its `.xcconfig` files have them.
///
/// - Source: Apple, *Build settings reference*, for the names that Xcode sets; the forms `$(NAME)`,
///   `${NAME}`, `$(inherited)` and `$(NAME:modifier)` as Xcode's projects have them.
struct BuildSettings: Hashable {
    /// The settings of the target and of its file, then those of the project and of its file, then Xcode's own.
    private let levels: [[String: String]]
    private static let deepestReference = 16

    /// A setting at the level that has its value.
    private struct Place: Hashable {
        let name: String
        let level: Int
    }

    /// Settings.
    ///
    /// - Parameters:
    ///   - levels: The settings of each level, the highest first.
    ///   - target: The target's name.
    ///   - configuration: The configuration's name.
    init(_ levels: [[String: String]], target: String, configuration: String) {
        self.levels =
            levels + [
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
    subscript(name: String) -> String? { value(of: name, from: 0, inside: []) }

    /// A text in which references to settings stand for their values.
    func expanded(_ text: String) -> String { expanded(text[...], inside: []) }

    /// The name of the first setting that an expanded text still refers to; nil where there is none.
    static func unknown(in text: String) -> String? {
        reference(in: text[...]).map { _, content in
            unknown(in: String(content)) ?? String(content.prefix { $0 != ":" })
        }
    }

    private func value(of name: String, from first: Int, inside others: [Place]) -> String? {
        guard others.count < Self.deepestReference,
            let level = levels.indices.dropFirst(first).first(where: { levels[$0][name] != nil }),
            let text = levels[level][name], !others.contains(Place(name: name, level: level))
        else { return nil }
        return expanded(text[...], inside: others + [Place(name: name, level: level)])
    }

    private func expanded(_ text: Substring, inside settings: [Place]) -> String {
        var done = "", rest = text
        while let (all, content) = Self.reference(in: rest) {
            done += rest[..<all.lowerBound]
            done += value(ofReference: content, inside: settings) ?? String(rest[all])
            rest = rest[all.upperBound...]
        }
        return done + rest
    }

    /// `$(inherited)` is the value that the setting has in the levels below.
    private func value(ofReference content: Substring, inside settings: [Place]) -> String? {
        let parts = expanded(content, inside: settings)
            .split(separator: ":", omittingEmptySubsequences: false)
        let (name, modifiers) = (String(parts[0]), parts.dropFirst())
        let known: String? =
            if name == "inherited", let own = settings.last {
                value(of: own.name, from: own.level + 1, inside: settings) ?? ""
            } else { value(of: name, from: 0, inside: settings) }
        let fallback = modifiers.first { $0.hasPrefix("default=") }?.dropFirst("default=".count)
        return (known ?? fallback.map(String.init)).map { modifiers.reduce($0, Self.apply) }
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

    /// The first reference of a text, and what is between its brackets.
    private static func reference(
        in text: Substring
    ) -> (all: Range<String.Index>, content: Substring)? {
        guard
            let start = text.indices.first(where: {
                text[$0...].hasPrefix("$(") || text[$0...].hasPrefix("${")
            })
        else { return nil }
        let first = text.index(start, offsetBy: 2)
        let (open, close): (Character, Character) =
            text[..<first].last == "(" ? ("(", ")") : ("{", "}")
        var depth = 1
        for place in text[first...].indices {
            if text[place] == open { depth += 1 }
            if text[place] == close { depth -= 1 }
            guard depth == 0 else { continue }
            return (start..<text.index(after: place), text[first..<place])
        }
        return nil
    }
}

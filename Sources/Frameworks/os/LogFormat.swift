internal import Foundation

/// The format of `os_log`: text with places for values, such as `%{public}@` and `%d`.
///
/// - Source: os_log(3): numbers are public, strings and objects private.
struct LogFormat {
    private let text: String

    init(_ text: StaticString) { self.text = "\(text)" }

    /// The text with values in its places; a place without a value stays as it is.
    func text(of arguments: [Any]) -> String {
        var (result, rest) = ("", text[...])
        var values = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            guard let place = Place(&rest) else { break }
            if place.conversion == "%" {
                result += "%"
            } else if let value = values.popFirst() {
                result += place.text(of: value)
            } else {
                result += place.source
            }
        }
        return result + rest
    }

    /// A place for a value.
    private struct Place {
        let source: Substring
        let conversion: Character
        private let privacy: OSLogPrivacy
        /// Flags, width and precision.
        private let layout: String

        /// Takes a place from the front of a text; nil where the text ends in it.
        init?(_ rest: inout Substring) {
            let start = rest
            var after = rest.dropFirst()
            var attributes: [Substring] = []
            if after.first == "{", let end = after.firstIndex(of: "}") {
                attributes = after[..<end].dropFirst().split { $0 == "," || $0 == " " }
                after = after[end...].dropFirst()
            }
            layout = String(after.prefix { "+-# .0123456789".contains($0) })
            after = after.dropFirst(layout.count).drop { "hlqzjtL".contains($0) }
            guard let conversion = after.popFirst() else { return nil }
            self.conversion = conversion
            let mask: OSLogPrivacy.Mask = attributes.contains("mask.hash") ? .hash : .none
            privacy =
                if attributes.contains("private") || attributes.contains("sensitive") {
                    .private(mask: mask)
                } else {
                    attributes.contains("public") ? .public : .auto(mask: mask)
                }
            source = start[..<after.startIndex]
            rest = after
        }

        func text(of value: Any) -> String {
            privacy.text(of: formatted(value), isNumber: !"@sSP".contains(conversion))
        }

        private func formatted(_ value: Any) -> String {
            switch (conversion, value) {
            case ("d", let number as any BinaryInteger), ("i", let number as any BinaryInteger):
                String(format: "%\(layout)lld", Int64(clamping: number))
            case ("u", let number as any BinaryInteger), ("x", let number as any BinaryInteger),
                ("X", let number as any BinaryInteger), ("o", let number as any BinaryInteger):
                String(format: "%\(layout)ll\(conversion)", UInt64(truncatingIfNeeded: number))
            case ("f", let number as any BinaryFloatingPoint),
                ("e", let number as any BinaryFloatingPoint),
                ("g", let number as any BinaryFloatingPoint):
                String(format: "%\(layout)\(conversion)", Double(number))
            default: "\(value)"
            }
        }
    }
}

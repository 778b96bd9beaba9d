/// Approximate widths of letters, relative to the font size.
///
/// - Source: a guess from common sans-serif fonts.
enum LetterWidths {
    static func width(of text: String) -> Double {
        text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of letter: Character) -> Double {
        switch letter {
        case "i", "j", "l", "I": 0.26
        case " ", "f", "r", "t": 0.34
        case "m", "w", "M", "W", "ж", "ш", "щ", "ю", "ф", "ы", "м", "Ж", "Ш", "Щ", "Ю": 0.82
        case "P", "A", "B", "C", "D", "O", "R", "S", "T", "З", "К", "Н", "О", "П": 0.68
        default:
            letter.unicodeScalars.contains(where: \.properties.isIdeographic) ? 1 : 0.57
        }
    }
}

/// A length for SVG and CSS, with two decimals.
func points(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = rest.isMultiple(of: 10) ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(sign)\(whole).\(digits)"
}

/// Text for XML and HTML.
enum XMLText {
    /// The text, escaped for an element or an attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}

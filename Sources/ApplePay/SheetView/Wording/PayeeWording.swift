/// The label of the grand total.
public enum PayeeWording {
    /// The text that names the payee, or "Total" when there is no name.
    ///
    /// - Parameters:
    ///   - label: The total's label, which should be the company's name (mission 7.16).
    ///   - language: The language of the text.
    /// - Returns: The line's label.
    public static func text(_ label: String, in language: Language) -> String {
        guard label.contains(where: { !$0.isWhitespace }) else {
            return SheetPhrase.total.text[language]
        }
        return switch language {
        case .english: "Pay \(label)"
        case .chinese: "支付给 \(label)"
        case .russian: "К оплате: \(label)"
        }
    }
}

/// The line of the grand total.
public enum PayeeWording {
    /// Names whom the shopper pays; without a name, it is the total.
    ///
    /// - Parameters:
    ///   - label: The total's label, which should be the company's name (mission 7.16).
    ///   - language: In which language.
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

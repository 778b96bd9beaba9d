public import PaymentRequest
public import PaymentSheet

extension PaymentSheet.Display {
    /// The messages that the sheet shows temporarily, the most severe first, one sentence each.
    ///
    /// - Parameters:
    ///   - type: How the goods reach the shopper.
    ///   - language: The language of the text.
    /// - Returns: One sentence or more; empty when there are no errors and nothing is missing.
    public func sentences(for type: ShippingType, in language: Language) -> [String] {
        switch self {
        case .processing: [SheetPhrase.processing.text[language]]
        case .paid: [SheetPhrase.paid.text[language]]
        case .failed: [SheetPhrase.failed.text[language]]
        case .errors(let errors): errors.map { $0.sentence(for: type, in: language) }
        case .missing(let shipping, let billing):
            shipping.map { $0.request(for: type)[language] }
                + billing.map { $0.billingRequest[language] }
        case .totalChanged: [SheetPhrase.totalChanged.text[language]]
        case .enterPIN(let again):
            [(again ? SheetPhrase.enterPINAgain : .enterPIN).text[language]]
        case .notCompleted: [SheetPhrase.notCompleted.text[language]]
        }
    }
}

public import PaymentRequest
public import PaymentSheet

extension PaymentSheet.Display {
    /// What the sheet says for a moment, the worst first; one sentence a line.
    ///
    /// - Parameters:
    ///   - type: What the sheet calls the handing over.
    ///   - language: In which language.
    /// - Returns: At least one sentence, but for no errors and nothing missing.
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

public import Money
internal import PaymentRequest
public import PaymentSheet
internal import Wallet

/// The summary of a payment in a list.
public struct PaymentSummary: Hashable, Sendable {
    /// The label of the total; nil where the sheet was never shown, like the total.
    public private(set) var payee: String?
    /// The total that the sheet showed last.
    public private(set) var total: Money?
    /// The card that the shopper authorized, such as `Visa 1111`; nil where none was.
    public private(set) var card: String?
    /// How it ended; nil while the sheet is open, and where none was shown.
    public private(set) var outcome: PaymentSheet.Outcome?
    /// Whether no sheet was shown.
    public private(set) var isRefused = false

    fileprivate init() {}
}

extension PaymentJournal.Payment {
    /// The payment in short.
    public var summary: PaymentSummary {
        var summary = PaymentSummary()
        for moment in moments { summary.take(moment.event) }
        return summary
    }
}

extension PaymentSummary {
    fileprivate mutating func take(_ event: PaymentJournal.Event) {
        switch event {
        case .refused: isRefused = true
        case .observed(.presented(let request)), .observed(.updated(let request)):
            (payee, total) = (request.totalItem.label, request.total)
        case .observed(.finished(let end)), .observed(.closed(let end)): outcome = end
        case .asked(.authorization(let authorized), _):
            card = authorized.details.method.displayName
        default: break
        }
    }
}

/// Whether an amount is known. Since iOS 9.
public enum PKPaymentSummaryItemType: UInt, Hashable, Sendable {
    /// The amount is known.
    case final = 0
    /// The amount is not known yet, as a taxi's fare (mission 7.12).
    case pending = 1
}

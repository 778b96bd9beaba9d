/// Whether an amount is known. Since iOS 9.
public enum PKPaymentSummaryItemType: UInt, Hashable, Sendable {
    /// The amount is known.
    case final = 0
    /// The amount is not known yet, such as a taxi fare (mission 7.12).
    case pending = 1
}

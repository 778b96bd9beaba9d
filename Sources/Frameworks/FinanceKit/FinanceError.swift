/// An error of the store. Since iOS 17.
///
/// - Source: Apple, *FinanceKit*, `FinanceError`. Its texts and codes are not here.
public enum FinanceError: Error, Hashable, Sendable {
    /// The device has no such data.
    case dataRestricted(FinanceStore.DataType)
    /// The token of a history is not valid; there is no history here.
    case historyTokenInvalid
    /// Any other error.
    case unknown
}

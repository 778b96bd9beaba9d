public import Money

/// The charge of a token, as recorded.
public struct RecordedCharge: Hashable, Sendable {
    /// The attempt that used the token.
    public let attempt: AttemptID
    /// The merchant's reference, such as a cart's number.
    public let merchantReference: String
    /// The amount.
    public let amount: Money

    /// Whether reference and amount are the same.
    ///
    /// References are compared byte for byte, as the database does.
    public func isOf(_ merchantReference: String, _ amount: Money) -> Bool {
        self.merchantReference.utf8.elementsEqual(merchantReference.utf8) && self.amount == amount
    }
}

/// What a token was charged for, as recorded.
public struct RecordedCharge: Hashable, Sendable {
    /// The attempt that used the token.
    public let attempt: AttemptID
    /// The merchant's reference, such as a cart's number.
    public let merchantReference: String
    /// The amount. Units: minor units of the currency.
    public let amountMinorUnits: Int64
    /// The currency, as three capital letters of ISO 4217.
    public let currencyCode: String

    /// Whether reference, amount and currency are the same.
    ///
    /// References are compared byte for byte, as the database does.
    public func isOf(
        _ merchantReference: String,
        amountMinorUnits: Int64,
        currencyCode: String
    ) -> Bool {
        self.merchantReference.utf8.elementsEqual(merchantReference.utf8)
            && self.amountMinorUnits == amountMinorUnits && self.currencyCode == currencyCode
    }
}

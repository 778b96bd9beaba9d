/// What a token was charged for, as recorded when it was first sent.
public struct RecordedCharge: Hashable, Sendable {
    /// The attempt that the token was used by.
    public let attempt: AttemptID
    /// The merchant's own name for what was owed.
    public let merchantReference: String
    /// The amount. Units: minor units of the currency.
    public let amountMinorUnits: Int64
    /// The currency, as three capital letters of ISO 4217.
    public let currencyCode: String

    /// Whether it is the same thing that is charged again: reference, amount and currency.
    ///
    /// References are compared byte for byte, as the record keeps them.
    public func isOf(
        _ merchantReference: String,
        amountMinorUnits: Int64,
        currencyCode: String
    ) -> Bool {
        self.merchantReference.utf8.elementsEqual(merchantReference.utf8)
            && self.amountMinorUnits == amountMinorUnits && self.currencyCode == currencyCode
    }
}

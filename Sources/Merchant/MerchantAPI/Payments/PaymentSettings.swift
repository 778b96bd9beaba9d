public import Money

/// What a merchant's server knows of its merchant where it takes payments.
public struct PaymentSettings: Sendable {
    /// The payee of the orders, as on the payment sheet's last line.
    public let payee: String
    /// The currencies in which payments are taken; nil for all.
    public let currencies: Set<Currency>?

    /// Settings.
    public init(payee: String, currencies: Set<Currency>? = nil) {
        self.payee = payee
        self.currencies = currencies
    }
}

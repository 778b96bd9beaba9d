/// An account as its issuer shows it, without the card's number.
public struct AccountReport: Hashable, Sendable {
    /// A keyed digest of the card's number.
    package let identifier: String
    /// The last four digits of the card's number.
    public let cardSuffix: String
    /// The scheme.
    public let scheme: CardScheme?
    /// The last month in which the card is valid, `YYMM`.
    public let expiry: String
    /// The issuer's settings.
    public let settings: AccountSettings
    /// Whether the PIN is not the one of every TEST card.
    public let hasOwnPIN: Bool
    /// Whether no PIN is accepted, after too many wrong ones.
    public let isPINLocked: Bool
    /// The scenario of the card; nil for most.
    public let scenario: Scenario?
    /// The balances, one for each currency that was used.
    public let balances: [Balance]

    /// The money of an account in one currency.
    public struct Balance: Hashable, Sendable {
        /// The currency, as three digits of ISO 4217.
        public let currency: String
        /// The available amount; negative where the network approved more in the issuer's place.
        /// Units: minor units.
        public let available: Int64
        /// The amount that is held for payments. Units: minor units.
        public let held: Int64
        /// The amount that is owed for captured payments. Units: minor units.
        public let owed: Int64
    }

    package init(_ account: CardholderAccount, _ balances: [CardBalance]) {
        identifier = account.identifier
        cardSuffix = account.suffix
        scheme = CardScheme(rawValue: account.issuer)
        expiry = account.expiry
        settings = account.settings
        hasOwnPIN = account.pinValue != nil
        isPINLocked = account.wrongPINs >= CardholderAccount.wrongPINsAtMost
        scenario = account.scenario.flatMap(Scenario.named)
        self.balances = balances.sorted { $0.currency < $1.currency }
            .map {
                Balance(
                    currency: $0.currency,
                    available: $0.available,
                    held: $0.held,
                    owed: $0.owed
                )
            }
    }
}

/// The token service's record of a device account, as far as a payment's proof is judged
/// by it.
public struct TokenRecord: Sendable {
    /// The states of a token.
    ///
    /// - Source: EMVCo, *Payment Tokenisation Specification – Technical Framework* 2.3, token states.
    public enum Status: Hashable, Sendable, CaseIterable {
        /// It is not yet in use.
        case inactive
        /// It may pay.
        case active
        /// It may not pay at present.
        case suspended
        /// It may never pay again.
        case deleted
    }

    /// The state.
    public var status: Status
    /// The expiry, `YYMM`.
    public let expiration: String
    /// The token requestor, which is the account's manufacturer identifier.
    public let tokenRequestor: String
    /// The merchants that the token may pay; nil for all.
    public var merchants: Set<MerchantDigest>?
    /// The account's keys.
    public let keys: CardKeys
    /// The counters of verified payments.
    public var counters: CounterWindow

    /// The record of an account that may pay all merchants and has not paid yet.
    public init(of account: DeviceAccount) {
        status = .active
        expiration = String(account.expirationDate.prefix(4))
        tokenRequestor = account.deviceManufacturerIdentifier
        keys = account.keys
        counters = .unused
    }

    /// A record from storage.
    public init(
        status: Status,
        expiration: String,
        tokenRequestor: String,
        merchants: Set<MerchantDigest>? = nil,
        keys: CardKeys,
        counters: CounterWindow
    ) {
        self.status = status
        self.expiration = expiration
        self.tokenRequestor = tokenRequestor
        self.merchants = merchants
        self.keys = keys
        self.counters = counters
    }
}

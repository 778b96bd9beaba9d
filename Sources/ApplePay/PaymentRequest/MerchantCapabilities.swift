/// The protocols and kinds of funding that a merchant can process.
///
/// - Source: Apple, PassKit, `PKMerchantCapability`; the bits are Apple's (mission 7.6).
public struct MerchantCapabilities: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// The capabilities with these bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The 3-D Secure protocol.
    public static let threeDSecure = MerchantCapabilities(rawValue: 1 << 0)
    /// The EMV protocol.
    public static let emv = MerchantCapabilities(rawValue: 1 << 1)
    /// Credit cards.
    public static let credit = MerchantCapabilities(rawValue: 1 << 2)
    /// Debit cards.
    public static let debit = MerchantCapabilities(rawValue: 1 << 3)
    /// Instant payouts.
    public static let instantFundsOut = MerchantCapabilities(rawValue: 1 << 7)

    /// The protocols among them.
    public var protocols: MerchantCapabilities { intersection([.threeDSecure, .emv]) }

    /// The kinds of funding among them; an empty set means all.
    public var funding: MerchantCapabilities { intersection([.credit, .debit]) }
}

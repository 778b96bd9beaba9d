// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import PaymentRequest

/// The protocols and kinds of funding that a merchant can process (mission 7.6).
public struct PKMerchantCapability: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// 3-D Secure cryptograms.
    public static let threeDSecure = PKMerchantCapability(rawValue: 1 << 0)
    /// EMV cryptograms.
    public static let emv = PKMerchantCapability(rawValue: 1 << 1)
    /// Credit cards. Since iOS 9.
    public static let credit = PKMerchantCapability(rawValue: 1 << 2)
    /// Debit cards. Since iOS 9.
    public static let debit = PKMerchantCapability(rawValue: 1 << 3)
    /// Instant payouts. Since iOS 17.
    public static let instantFundsOut = PKMerchantCapability(rawValue: 1 << 7)
}

/// The names until iOS 17.
extension PKMerchantCapability {
    /// ``threeDSecure``.
    public static let capability3DS = threeDSecure
    /// ``emv``.
    public static let capabilityEMV = emv
    /// ``credit``.
    public static let capabilityCredit = credit
    /// ``debit``.
    public static let capabilityDebit = debit
}

extension MerchantCapabilities {
    init(_ capabilities: PKMerchantCapability) { self.init(rawValue: capabilities.rawValue) }
}

// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import PaymentRequest

/// What a merchant can process: protocols, and kinds of funding (mission 7.6).
public struct PKMerchantCapability: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt

    /// The options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Cryptograms of the 3-D Secure kind.
    public static let threeDSecure = PKMerchantCapability(rawValue: 1 << 0)
    /// Cryptograms of the EMV kind.
    public static let emv = PKMerchantCapability(rawValue: 1 << 1)
    /// Credit cards. Since iOS 9.
    public static let credit = PKMerchantCapability(rawValue: 1 << 2)
    /// Debit cards. Since iOS 9.
    public static let debit = PKMerchantCapability(rawValue: 1 << 3)
    /// Payouts that arrive at once. Since iOS 17.
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

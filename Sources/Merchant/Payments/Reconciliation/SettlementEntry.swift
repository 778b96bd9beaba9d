/// A capture, a refund or the reversal of one, as a settlement file states it.
public struct SettlementEntry: Hashable, Sendable {
    /// The kind of a settled operation.
    public enum Kind: String, Hashable, Sendable {
        /// The merchant is paid.
        case capture
        /// The merchant pays back.
        case refund
        /// A capture was cancelled: the merchant pays back.
        case captureReversal = "capture-reversal"
        /// A refund was cancelled: the merchant is paid.
        case refundReversal = "refund-reversal"

        /// Whether the merchant is paid, so that the amount is positive.
        var isPaid: Bool { self == .capture || self == .refundReversal }
    }

    /// The number of the line, from 1.
    public let line: Int
    /// The kind of the settled operation.
    public let kind: Kind
    /// The currency: three digits of ISO 4217.
    public let currency: String
    /// The merchant, as field 42 of its messages names it.
    public let merchant: String
    /// Field 37 of the payment's messages.
    public let reference: String
    /// The issuer's code of the authorization.
    public let authorizationCode: String
    /// Field 11 of the message.
    public let trace: String
    /// The amount; negative where the merchant pays. Units: minor units.
    public let amount: Int64
    /// The network's fee, which the merchant pays. Units: minor units.
    public let fee: Int64
}

/// The payment of a settlement to a merchant, an issuer or the network: the last lines of its file.
public struct SettlementPayout: Hashable, Sendable {
    /// Who.
    public enum Receiver: Hashable, Sendable {
        /// A merchant, as field 42 of its messages names it.
        case merchant(String)
        /// An issuer.
        case issuer(String)
        /// The network, for its fees.
        case fees
    }

    /// The number of the line, from 1.
    public let line: Int
    /// Who is paid.
    public let receiver: Receiver
    /// The currency: three digits of ISO 4217.
    public let currency: String
    /// The paid amount; negative where the receiver pays. Units: minor units.
    public let amount: Int64
}

/// A capture, a refund, the reversal of one, or a chargeback, as a settlement file states it.
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
        /// The cardholder disputes the payment: the merchant pays back.
        case chargeback
        /// A chargeback was cancelled: the merchant is paid.
        case chargebackReversal = "chargeback-reversal"

        /// Whether the merchant is paid, so that the amount is positive.
        package var isPaid: Bool {
            self == .capture || self == .refundReversal || self == .chargebackReversal
        }

        /// Whether it is about a dispute.
        var isOfDispute: Bool { self == .chargeback || self == .chargebackReversal }
    }

    /// The number of the line, from 1.
    public let line: Int
    /// The kind of the settled operation.
    public let kind: Kind
    /// The currency: three digits of ISO 4217.
    public let currency: String
    /// The merchant: field 42 of its messages, or its account; nil where the file is of one merchant.
    public let merchant: String?
    /// Field 37 of the payment's messages, or the platform's name for the payment.
    public let reference: String
    /// The key of the authorization; nil where the file does not have it.
    public let key: String?
    /// The issuer's code of the authorization; nil where the file does not have it.
    public let authorizationCode: String?
    /// The names of the operation: field 11 of its message, or the platform's name and the key of its
    /// request. Empty where a payment has one such operation only.
    public let names: [String]
    /// The amount; negative where the merchant pays. Units: minor units.
    public let amount: Int64
    /// The amount that the merchant is paid; negative where the merchant pays. Units: minor units of ``paidCurrency``.
    public let paid: Int64
    /// The fee, which the merchant pays. Units: minor units of ``paidCurrency``.
    public let fee: Int64
    /// The currency in which the merchant is paid: three digits of ISO 4217.
    public let paidCurrency: String

    /// An entry.
    package init(
        line: Int,
        kind: Kind,
        currency: String,
        merchant: String?,
        reference: String,
        key: String? = nil,
        authorizationCode: String? = nil,
        names: [String],
        amount: Int64,
        paid: Int64,
        fee: Int64,
        paidCurrency: String
    ) {
        (self.line, self.kind, self.currency) = (line, kind, currency)
        (self.merchant, self.reference, self.key) = (merchant, reference, key)
        (self.authorizationCode, self.names) = (authorizationCode, names)
        (self.amount, self.paid, self.fee) = (amount, paid, fee)
        self.paidCurrency = paidCurrency
    }
}

/// A line of a settlement file that is about no payment of a customer: what a merchant, an issuer or the
/// network is paid, or a platform's fee or correction.
public struct SettlementPayout: Hashable, Sendable {
    /// Who.
    public enum Receiver: Hashable, Sendable {
        /// A merchant, as field 42 of its messages names it.
        case merchant(String)
        /// An issuer.
        case issuer(String)
        /// The network, for its fees.
        case fees
        /// The merchant, for what the platform calls so, such as the fees of a month.
        case named(String)
    }

    /// The number of the line, from 1.
    public let line: Int
    /// Who is paid.
    public let receiver: Receiver
    /// The currency: three digits of ISO 4217.
    public let currency: String
    /// The paid amount; negative where the receiver pays. Units: minor units.
    public let amount: Int64

    /// A line.
    package init(line: Int, receiver: Receiver, currency: String, amount: Int64) {
        (self.line, self.receiver) = (line, receiver)
        (self.currency, self.amount) = (currency, amount)
    }
}

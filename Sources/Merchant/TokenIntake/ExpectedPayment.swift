internal import Cryptography
public import Money
public import PaymentToken

/// The merchant's request, to be compared with the token.
///
/// - Source: Apple, *Payment token format reference*, the step that compares currency, amount and
///   application data with the original request.
public struct ExpectedPayment: Hashable, Sendable {
    /// The total.
    public let total: Money
    /// The request's application data, where it had some.
    public let applicationData: [UInt8]?

    /// A payment of this total.
    public init(total: Money, applicationData: [UInt8]?) {
        self.total = total
        self.applicationData = applicationData
    }

    /// Compares an opened token with the request.
    ///
    /// - Returns: What became of the amount, which one kind of token does not say.
    /// - Throws: ``Mismatch``.
    public func check(_ opened: OpenedPaymentToken) throws(Mismatch) -> Amount {
        let payment = opened.payment
        guard payment.currencyCode == total.currency.numericCode else {
            throw .currency(
                minorUnits: payment.transactionAmount,
                numericCode: payment.currencyCode,
                request: total
            )
        }
        let isSame = payment.transactionAmount == total.minorUnits
        guard isSame || (payment.hidesItsAmount && total.minorUnits > 0) else {
            let paid = Money(minorUnits: payment.transactionAmount, currency: total.currency)
            throw .amount(token: paid, request: total)
        }
        try checkApplicationData(of: opened.token)
        return isSame ? .asRequested : .hiddenInChipData
    }

    /// Compares a token that is not opened here with the request: its application data alone. Amount and
    /// currency are sealed, and are compared by whom opens it.
    ///
    /// - Throws: ``Mismatch/applicationData``.
    public func check(_ verified: VerifiedPaymentToken) throws(Mismatch) {
        try checkApplicationData(of: verified.token)
    }

    private func checkApplicationData(of token: SealedPaymentToken) throws(Mismatch) {
        let hash = applicationData.map { SHA256.digest($0) }
        guard token.applicationDataHash == hash else { throw .applicationData }
    }

    /// The result of comparing a token's amount with the request.
    public enum Amount: Hashable, Sendable {
        /// It is the request's.
        case asRequested
        /// The token says nothing of it in the clear: its chip data is for the network alone, which
        /// compares it with the amount that it is asked for.
        ///
        /// - Source: Documentation/Reference/PaymentTokenFormat.md, section 1.9: UnionPay's
        ///   published payloads. Documentation/Decisions/0018-payment-data-that-is-read.md.
        case hiddenInChipData
    }

    /// How a token differs from the request.
    public enum Mismatch: Error, Hashable, Sendable {
        /// It is in another currency, of this numeric code of ISO 4217.
        case currency(minorUnits: Int64, numericCode: String, request: Money)
        /// It is of another amount.
        case amount(token: Money, request: Money)
        /// It was made for other application data, such as another cart.
        case applicationData
    }
}

extension PaymentPayload {
    /// Whether the amount is nothing outside, and chip data says none either.
    fileprivate var hidesItsAmount: Bool {
        guard case .emv(let chipData, _) = proof, transactionAmount == 0 else { return false }
        return authenticationResponses == nil && !chipData.says(.amountAuthorized)
    }
}

extension ExpectedPayment.Mismatch: CustomStringConvertible {
    /// The difference in one line.
    public var description: String {
        switch self {
        case .currency(let minorUnits, let code, let request):
            "the token pays \(Self.amount(minorUnits, code)), the request says \(request)"
        case .amount(let token, let request):
            "the token pays \(token), the request says \(request)"
                + Self.factor(token.minorUnits, request.minorUnits)
        case .applicationData: "the token was made for other application data than the request's"
        }
    }

    private static func amount(_ minorUnits: Int64, _ numericCode: String) -> String {
        Currency(numericCode: numericCode).map {
            "\(Money(minorUnits: minorUnits, currency: $0))"
        } ?? "\(minorUnits) minor units of the currency \(numericCode)"
    }

    /// Units that were taken for minor units, or the other way round.
    private static func factor(_ token: Int64, _ request: Int64) -> String {
        let (larger, smaller) = (max(token, request), min(token, request))
        guard smaller > 0, larger.isMultiple(of: smaller), [100, 1_000].contains(larger / smaller)
        else { return "" }
        return
            ": \(token > request ? "the token's" : "the request's") is \(larger / smaller) times the"
            + " other, as where minor units are taken for units"
    }
}

internal import Cryptography
public import Money
public import PaymentToken

/// What the merchant asked for, to be compared with what the token says.
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
    /// - Throws: ``Mismatch``.
    public func check(_ opened: OpenedPaymentToken) throws(Mismatch) {
        guard opened.payment.currencyCode == total.currency.numericCode else { throw .currency }
        guard opened.payment.transactionAmount == total.minorUnits else { throw .amount }
        let hash = applicationData.map { SHA256.digest($0) }
        guard opened.token.applicationDataHash == hash else { throw .applicationData }
    }

    /// How a token differs from the request.
    public enum Mismatch: Error, Hashable, Sendable {
        /// It is in another currency.
        case currency
        /// It is of another amount.
        case amount
        /// It was made for other application data, such as another cart.
        case applicationData
    }
}

extension ExpectedPayment.Mismatch: CustomStringConvertible {
    /// The difference in one line.
    public var description: String {
        switch self {
        case .currency: "the token is in another currency than the request"
        case .amount: "the token is of another amount than the request"
        case .applicationData: "the token was made for other application data than the request's"
        }
    }
}

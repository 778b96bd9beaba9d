extension PaymentRequest {
    /// What there is to say about a request.
    public struct Review: Hashable, Sendable {
        /// Every reason to refuse it, in the order of the request's properties.
        public let violations: [Violation]
        /// Every piece of advice, in the order of the request's properties.
        public let advice: [Advice]
    }

    /// Everything there is to say about the request.
    ///
    /// The one validation: apps, pages and every update of a sheet go through it.
    ///
    /// - Parameters:
    ///   - interface: Where the request is made.
    ///   - admitsZeroTotal: Whether the system takes a total of nothing.
    /// - Returns: Violations and advice.
    public func review(on interface: Interface = .app, admitsZeroTotal: Bool = true) -> Review {
        let reading = RequestReading(self, on: interface, admitsZeroTotal: admitsZeroTotal)
        return Review(violations: reading.violations, advice: reading.advice)
    }

    /// The request, where nothing speaks against it.
    ///
    /// - Parameters:
    ///   - interface: Where the request is made.
    ///   - admitsZeroTotal: Whether the system takes a total of nothing.
    /// - Returns: The request, which a sheet can be shown for.
    /// - Throws: ``InvalidPaymentRequest`` with every violation.
    public func validated(
        on interface: Interface = .app,
        admitsZeroTotal: Bool = true
    ) throws(InvalidPaymentRequest) -> ValidPaymentRequest {
        let reading = RequestReading(self, on: interface, admitsZeroTotal: admitsZeroTotal)
        guard let first = reading.violations.first else {
            let valid = ValidPaymentRequest(
                reading,
                of: self,
                on: interface,
                admitsZeroTotal: admitsZeroTotal
            )
            guard let valid else {
                preconditionFailure("a request without a currency or a total passed the review")
            }
            return valid
        }
        throw InvalidPaymentRequest(
            firstViolation: first,
            otherViolations: Array(reading.violations.dropFirst())
        )
    }
}

/// A request was refused.
public struct InvalidPaymentRequest: Error, Hashable, Sendable {
    /// The first reason, the one that Apple's log tells.
    public let firstViolation: PaymentRequest.Violation
    /// The other reasons.
    public let otherViolations: [PaymentRequest.Violation]

    /// The domain of the error that Apple's log tells.
    ///
    /// - Source: the logs quoted in public issues; so are the code and the text.
    public static let domain = "PKPassKitErrorDomain"
    /// The number of the error that Apple's log tells: invalid data.
    public static let code = 1
    /// The text of the error that Apple's log tells.
    public static let text = "Invalid in-app payment request"

    /// The texts of the errors beneath that one, each beneath the one before it; all have its
    /// domain and its code.
    public var underlyingTexts: [String] { firstViolation.causes }

    /// Every reason.
    public var violations: [PaymentRequest.Violation] { [firstViolation] + otherViolations }
}

extension InvalidPaymentRequest: CustomStringConvertible {
    /// The line for a log.
    public var description: String { "invalid in-app payment request: \(firstViolation)" }
}

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
    public func review() -> Review {
        let reading = RequestReading(self)
        return Review(violations: reading.violations, advice: reading.advice)
    }

    /// The request, where nothing speaks against it.
    ///
    /// - Throws: ``InvalidPaymentRequest`` with every violation.
    public func validated() throws(InvalidPaymentRequest) -> ValidPaymentRequest {
        let reading = RequestReading(self)
        guard let first = reading.violations.first else {
            guard let valid = ValidPaymentRequest(reading, of: self) else {
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

    /// Every reason.
    public var violations: [PaymentRequest.Violation] { [firstViolation] + otherViolations }
}

extension InvalidPaymentRequest: CustomStringConvertible {
    /// The line for a log.
    public var description: String { "invalid in-app payment request: \(firstViolation)" }
}

extension PaymentRequest {
    /// The result of checking a request.
    public struct Review: Hashable, Sendable {
        /// The violations, in the order of the request's properties.
        public let violations: [Violation]
        /// The advice, in the order of the request's properties.
        public let advice: [Advice]
    }

    /// Checks the request.
    ///
    /// Apps, pages and every update of a sheet use this one validation.
    ///
    /// - Parameters:
    ///   - interface: Whether an app or a page makes the request.
    ///   - admitsZeroTotal: Whether the system accepts a total of zero.
    /// - Returns: Violations and advice.
    public func review(on interface: Interface = .app, admitsZeroTotal: Bool = true) -> Review {
        let reading = RequestReading(self, on: interface, admitsZeroTotal: admitsZeroTotal)
        return Review(violations: reading.violations, advice: reading.advice)
    }

    /// The request, when it has no violation.
    ///
    /// - Parameters:
    ///   - interface: Whether an app or a page makes the request.
    ///   - admitsZeroTotal: Whether the system accepts a total of zero.
    /// - Returns: The request, for which a sheet can be shown.
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

/// The error for a refused request.
public struct InvalidPaymentRequest: Error, Hashable, Sendable {
    /// The first violation, which Apple's log names.
    public let firstViolation: PaymentRequest.Violation
    /// The other violations.
    public let otherViolations: [PaymentRequest.Violation]

    /// The domain of the error in Apple's log.
    ///
    /// - Source: the logs quoted in public issues; so are the code and the text.
    public static let domain = "PKPassKitErrorDomain"
    /// The code of the error in Apple's log: invalid data.
    public static let code = 1
    /// The text of the error in Apple's log.
    public static let text = "Invalid in-app payment request"

    /// The texts of the chain of underlying errors, which have the same domain and code.
    public var underlyingTexts: [String] { firstViolation.causes }

    /// All violations.
    public var violations: [PaymentRequest.Violation] { [firstViolation] + otherViolations }
}

extension InvalidPaymentRequest: CustomStringConvertible {
    /// The line for a log.
    public var description: String { "invalid in-app payment request: \(firstViolation)" }
}

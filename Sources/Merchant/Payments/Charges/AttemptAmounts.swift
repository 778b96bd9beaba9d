public import Money

/// The amounts of one attempt. The database keeps them, and holds the rules that this type states:
/// captured ≤ authorized, refunded ≤ captured, a void only while something is held and no capture is open, and no
/// capture after a final one or after a void.
///
/// An operation without an answer counts as if it had its effect.
public struct AttemptAmounts: Hashable, Sendable {
    /// The amount that the issuer holds or held.
    public let authorized: Money
    /// The amount of captures without an answer.
    public let capturing: Money
    /// The captured amount.
    public let captured: Money
    /// The amount of refunds without an answer.
    public let refunding: Money
    /// The refunded amount.
    public let refunded: Money
    /// Whether the whole hold was released, or a void or a reversal that does so has no answer yet.
    public let isReleased: Bool
    /// Whether a final capture or a void of the rest was made, or has no answer yet.
    public let isClosed: Bool
    /// Whether the processor releases what a first capture leaves.
    public let capturesOnce: Bool

    /// The amounts of an attempt, all in one currency.
    public init(
        authorized: Money,
        capturing: Money,
        captured: Money,
        refunding: Money,
        refunded: Money,
        isReleased: Bool,
        isClosed: Bool = false,
        capturesOnce: Bool = false
    ) {
        self.authorized = authorized
        self.capturing = capturing
        self.captured = captured
        self.refunding = refunding
        self.refunded = refunded
        self.isReleased = isReleased
        self.isClosed = isClosed
        self.capturesOnce = capturesOnce
    }

    /// The amount that can still be captured, or released by a void.
    public var capturable: Money {
        let isCaptured = capturing.minorUnits > 0 || captured.minorUnits > 0
        let isOver = isClosed || capturesOnce && isCaptured
        return isOver ? .zero(in: authorized.currency) : uncaptured
    }

    /// The amount that was not captured. People may capture it with a processor that captures once here.
    var uncaptured: Money {
        guard !isReleased else { return .zero(in: authorized.currency) }
        return left(of: authorized, capturing, captured)
    }

    /// The amount that can still be refunded.
    public var refundable: Money { left(of: captured, refunding, refunded) }

    /// Whether something is held that can be released, and no capture is open.
    public var isVoidable: Bool { capturable.minorUnits > 0 && capturing.minorUnits == 0 }

    /// The rest of an amount. Each part is at most the amount, so nothing overflows.
    private func left(of whole: Money, _ first: Money, _ second: Money) -> Money {
        let left = whole.minorUnits - first.minorUnits - second.minorUnits
        return Money(minorUnits: max(0, left), currency: whole.currency)
    }
}

extension AttemptAmounts {
    /// Why a further operation is not possible with these amounts; nil if it is.
    ///
    /// - Parameters:
    ///   - kind: A capture, a void or a refund; others have no rule here.
    ///   - amount: The amount of a capture or refund. Where nothing is left, that is the refusal,
    ///     whatever the amount.
    /// - Returns: Why it is not possible; nil if it is.
    public func refusal(of kind: OperationKind, _ amount: Money) -> OperationRefusal? {
        switch kind {
        case .authorization, .reversal, .release: return nil
        case .void: return isVoidable ? nil : .notVoidable
        case .capture where isClosed: return .afterFinalCapture
        case .capture:
            return refusal(amount, limit: uncaptured) { .exceedsAuthorized(left: $0) }
        case .refund:
            return refusal(amount, limit: refundable) { .exceedsCaptured(left: $0) }
        }
    }

    private func refusal(
        _ amount: Money,
        limit: Money,
        _ exceeds: (Money) -> OperationRefusal
    ) -> OperationRefusal? {
        guard amount.currency == limit.currency else {
            return .otherCurrency(amount.currency, than: limit.currency)
        }
        guard limit.minorUnits > 0 else { return exceeds(limit) }
        guard amount.minorUnits > 0 else { return .amountNotPositive }
        return amount.minorUnits <= limit.minorUnits ? nil : exceeds(limit)
    }
}

/// Why a capture, void or refund is not possible. Nothing was sent.
public enum OperationRefusal: Error, Hashable, Sendable {
    /// The amount is zero or negative.
    case amountNotPositive
    /// The amount is in another currency than the authorization.
    case otherCurrency(Currency, than: Currency)
    /// The capture is of more than is left of the authorized amount.
    case exceedsAuthorized(left: Money)
    /// A final capture or a void of the rest was made, or has no answer yet.
    case afterFinalCapture
    /// The refund is of more than is left of the captured amount.
    case exceedsCaptured(left: Money)
    /// Nothing is held, or a capture has no answer yet.
    case notVoidable
    /// The number was used for another amount, or for a capture that is final or not.
    case numberUsed(Int64)
    /// The number is not the next one.
    case numberSkips(expected: Int64)
}

extension OperationRefusal: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .amountNotPositive: "the amount is not positive"
        case .otherCurrency(let given, let authorized):
            "the payment is in \(authorized), the request says \(given)"
        case .exceedsAuthorized(let left): "\(Self.rest(left)) can be captured"
        case .exceedsCaptured(let left): "\(Self.rest(left)) can be refunded"
        case .afterFinalCapture: "what was left of the hold was released"
        case .notVoidable: "nothing is held that can be released"
        case .numberUsed(let number): "number \(number) was used for another operation"
        case .numberSkips(let expected): "the next number is \(expected)"
        }
    }

    private static func rest(_ left: Money) -> String {
        left.minorUnits > 0 ? "only \(left)" : "nothing is left that"
    }
}

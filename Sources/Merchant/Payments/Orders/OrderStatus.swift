/// The status of an order.
///
/// - Source: Apple, *Wallet Orders*, `order.json`, key `status`.
public enum OrderStatus: String, Hashable, Sendable, CaseIterable {
    /// It is being processed.
    case open
    /// The customer received everything.
    case completed
    /// It will not be fulfilled.
    case cancelled

    /// Whether an order may go from this status to another.
    public func mayBecome(_ next: OrderStatus) -> Bool {
        switch (self, next) {
        case (.open, .completed), (.open, .cancelled): true
        case (.open, .open), (.completed, _), (.cancelled, _): false
        }
    }
}

/// The status of an order's payment.
///
/// - Source: Apple, *Wallet Orders*, `order.json`, key `payment.status`.
public enum PaymentStatus: String, Hashable, Sendable, CaseIterable {
    /// The outcome is not known yet.
    case pending
    /// The amount is held.
    case authorized
    /// The amount was collected.
    case paid
    /// The hold was released.
    case voided
    /// The amount was refunded.
    case refunded
    /// The issuer declined.
    case declined

    /// Whether a payment may go from this status to another. A refunded one is paid again when more of
    /// its authorization is captured.
    public func mayBecome(_ next: PaymentStatus) -> Bool {
        switch (self, next) {
        case (.pending, .authorized), (.pending, .declined): true
        case (.authorized, .paid), (.authorized, .voided): true
        case (.paid, .refunded), (.refunded, .paid): true
        case (.pending, _), (.authorized, _), (.paid, _): false
        case (.voided, _), (.refunded, _), (.declined, _): false
        }
    }
}

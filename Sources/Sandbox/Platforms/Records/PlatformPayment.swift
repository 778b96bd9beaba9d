package import Money
internal import Storage
package import World

/// A payment at a platform: what a merchant wants of a customer, over all attempts.
package struct PlatformPayment: Sendable {
    /// The state of a payment. Dialects have names of their own for it.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// It has no card yet, or the last one was declined.
        case created
        /// It has a card and waits for the merchant's word.
        case ready
        /// The network is asked for its authorization.
        case processing
        /// Its amount is held.
        case authorized
        /// Its amount, or a part, was collected.
        case captured
        /// It ended without a payment.
        case canceled

        /// The states to which it may go from here.
        package var next: Set<State> {
            switch self {
            case .created: [.ready, .processing, .canceled]
            case .ready: [.created, .processing, .canceled]
            case .processing: [.created, .authorized, .captured]
            case .authorized: [.captured, .canceled]
            case .captured, .canceled: []
            }
        }
    }

    /// The platform.
    package let platform: Platform
    /// Its identifier.
    package let identifier: String
    /// Its state.
    package private(set) var state: State
    /// The amount that is asked for.
    package var amount: Money
    /// When it was made.
    package let createdAt: UnixTime
    /// When the authorization ends that was not captured; nil for none.
    package var expiresAt: UnixTime?
    /// The merchant's own reference, where the platform finds payments by it.
    package var reference: String?
    /// The dialect's values.
    package var details: Details

    init(
        _ identifier: String,
        of platform: Platform,
        _ state: State,
        _ amount: Money,
        at now: UnixTime,
        _ details: Details
    ) {
        (self.identifier, self.platform, self.state) = (identifier, platform, state)
        (self.amount, createdAt, self.details) = (amount, now, details)
    }

    fileprivate init(_ row: Row) throws(StorageFailure) {
        guard let platform = Platform(rawValue: try row.text("platform")),
            let state = State(rawValue: try row.text("state")),
            let currency = Currency(code: try row.text("currency"))
        else { throw .columnUnreadable("platform") }
        (self.platform, self.state) = (platform, state)
        identifier = try row.text("identifier")
        amount = Money(minorUnits: try row.integer("amount"), currency: currency)
        createdAt = UnixTime(seconds: try row.integer("created_at"))
        expiresAt = try row.integerIfPresent("expires_at").map { UnixTime(seconds: $0) }
        reference = try row.textIfPresent("reference")
        details = try Details(row)
    }

    /// Changes the state; an authorization that is over expires no more.
    ///
    /// - Returns: Whether the state may follow the one before.
    @discardableResult
    mutating func go(to next: State) -> Bool {
        guard state.next.contains(next) else { return false }
        state = next
        if next != .authorized { expiresAt = nil }
        return true
    }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    /// A payment of a platform; nil where the platform has none with the identifier.
    func payment(
        _ identifier: String,
        of platform: Platform
    ) throws(PlatformFailure) -> PlatformPayment? {
        try one(
            "SELECT * FROM platform_payment WHERE identifier = $1 AND platform = $2",
            [.text(identifier), .text(platform.rawValue)]
        ) { row throws(StorageFailure) in try PlatformPayment(row) }
    }

    /// The payments of a platform with a merchant's reference, the newest first.
    func payments(
        of platform: Platform,
        reference: String
    ) throws(PlatformFailure) -> [PlatformPayment] {
        try all(
            """
            SELECT * FROM platform_payment
            WHERE platform = $1 AND reference = $2 ORDER BY number DESC
            """,
            [.text(platform.rawValue), .text(reference)]
        ) { row throws(StorageFailure) in try PlatformPayment(row) }
    }

    /// The payments of a platform whose authorization has ended.
    func expiredPayments(
        of platform: Platform,
        at now: UnixTime
    ) throws(PlatformFailure) -> [PlatformPayment] {
        try all(
            """
            SELECT * FROM platform_payment INDEXED BY platform_payment_end
            WHERE expires_at IS NOT NULL AND expires_at <= $1 AND platform = $2
            ORDER BY number LIMIT 100
            """,
            [.integer(now.seconds), .text(platform.rawValue)]
        ) { row throws(StorageFailure) in try PlatformPayment(row) }
    }
}

extension Transaction<PlatformFailure> {
    func insert(_ payment: PlatformPayment) throws(PlatformFailure) {
        try execute(
            """
            INSERT INTO platform_payment
                (platform, identifier, state, amount, currency, created_at, expires_at, details,
                 reference)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            [
                .text(payment.platform.rawValue), .text(payment.identifier),
                .text(payment.state.rawValue), .integer(payment.amount.minorUnits),
                .text(payment.amount.currency.code), .integer(payment.createdAt.seconds),
                StoredValue(payment.expiresAt?.seconds), payment.details.stored,
                StoredValue(payment.reference),
            ]
        )
    }

    func update(_ payment: PlatformPayment) throws(PlatformFailure) {
        try execute(
            """
            UPDATE platform_payment
            SET state = $2, amount = $3, expires_at = $4, details = $5, currency = $6
            WHERE identifier = $1
            """,
            [
                .text(payment.identifier), .text(payment.state.rawValue),
                .integer(payment.amount.minorUnits), StoredValue(payment.expiresAt?.seconds),
                payment.details.stored, .text(payment.amount.currency.code),
            ]
        )
    }
}

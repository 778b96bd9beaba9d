package import Money
internal import Storage
package import World

/// One request of a platform to the card network, recorded before it is sent.
package struct PlatformOperation: Sendable {
    /// The kind of a request.
    package enum Kind: String, Hashable, Sendable {
        /// To hold an amount: 0100.
        case authorize
        /// To collect an amount that is held: 0220.
        case capture
        /// To release what is held and was not captured: 0400.
        case release
        /// To pay an amount back: 0200.
        case refund
    }

    /// The state of a request.
    package enum State: String, Hashable, Sendable {
        /// Its outcome is not recorded.
        case inProgress
        /// It was approved.
        case succeeded
        /// It was declined; or it was not answered, and was reversed.
        case declined
        /// A crash interrupted it, and it was reversed.
        case failed
    }

    /// Its identifier, from which the references of its messages are derived.
    package let identifier: String
    /// The payment.
    package let payment: String
    /// The platform.
    package let platform: Platform
    /// The kind.
    package let kind: Kind
    /// The state.
    package var state = State.inProgress
    /// The amount; of a release, what stays captured.
    package let amount: Money
    /// When it was recorded.
    package let createdAt: UnixTime
    /// The request of the merchant that led to it; nil where there was none.
    package let request: RequestName
    /// The process that works on it; empty where it is asked for after the merchant's request was answered, and
    /// was not yet.
    let run: String
    /// The network's answer: field 39.
    package var responseCode: String?
    /// The issuer's code: field 38.
    package var authorizationCode: String?
    /// The network's name of the payment: field 62.2.
    package var networkTransaction: String?
    /// The issuer's comparison of the address: field 44.2.
    package var addressResult: String?
    /// The dialect's values.
    package var details: Details

    init(
        _ kind: Kind,
        _ identifier: String,
        of payment: PlatformPayment,
        _ minorUnits: Int64,
        in scope: PlatformScope,
        isDeferred: Bool = false,
        _ details: Details = [:]
    ) {
        (self.kind, self.identifier, self.payment) = (kind, identifier, payment.identifier)
        (platform, self.details) = (payment.platform, details)
        amount = Money(minorUnits: minorUnits, currency: payment.amount.currency)
        (createdAt, request, run) = (scope.now, scope.request, isDeferred ? "" : scope.run)
    }

    /// Reads a row that has the currency of its payment too.
    init(_ row: Row) throws(StorageFailure) {
        guard let platform = Platform(rawValue: try row.text("platform")),
            let kind = Kind(rawValue: try row.text("kind")),
            let state = State(rawValue: try row.text("state")),
            let currency = Currency(code: try row.text("currency"))
        else { throw .columnUnreadable("kind") }
        (self.platform, self.kind, self.state) = (platform, kind, state)
        identifier = try row.text("identifier")
        payment = try row.text("payment")
        amount = Money(minorUnits: try row.integer("amount"), currency: currency)
        createdAt = UnixTime(seconds: try row.integer("created_at"))
        request = RequestName(
            identifier: try row.textIfPresent("request"),
            key: try row.textIfPresent("idempotency_key")
        )
        run = try row.text("run")
        responseCode = try row.textIfPresent("response_code")
        authorizationCode = try row.textIfPresent("authorization_code")
        networkTransaction = try row.textIfPresent("network_transaction")
        addressResult = try row.textIfPresent("address_result")
        details = try Details(row)
    }
}

/// A merchant's request, as records and events name it.
package struct RequestName: Hashable, Sendable {
    /// The platform's identifier of the request; nil where the platform acted by itself.
    package var identifier: String?
    /// The merchant's idempotency key; nil for none.
    package var key: String?
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    func operation(_ identifier: String) throws(PlatformFailure) -> PlatformOperation? {
        try one(
            """
            SELECT o.*, p.currency FROM platform_operation o
            JOIN platform_payment p ON p.identifier = o.payment WHERE o.identifier = $1
            """,
            [.text(identifier)]
        ) { row throws(StorageFailure) in try PlatformOperation(row) }
    }

    /// The operations of a payment, the first one first.
    func operations(of payment: String) throws(PlatformFailure) -> [PlatformOperation] {
        try all(
            """
            SELECT o.*, p.currency FROM platform_operation o
            JOIN platform_payment p ON p.identifier = o.payment
            WHERE o.payment = $1 ORDER BY o.number
            """,
            [.text(payment)]
        ) { row throws(StorageFailure) in try PlatformOperation(row) }
    }

    /// The identifiers of a payment's authorizations among the last thousand of a platform, the first one first.
    func authorizations(
        at platform: Platform,
        of reference: String?,
        or key: String
    ) throws(PlatformFailure) -> [String] {
        try all(
            """
            SELECT o.identifier FROM (
                SELECT * FROM platform_operation WHERE platform = $1 AND kind = 'authorize'
                ORDER BY number DESC LIMIT 1000
            ) o JOIN platform_payment p ON p.identifier = o.payment
            WHERE $2 IN (o.payment, o.identifier) OR o.idempotency_key = $3
                OR p.reference = $3
                OR instr(p.details, $3) > 0
            ORDER BY o.number
            """,
            [.text(platform.rawValue), StoredValue(reference), .text(key)]
        ) { row throws(StorageFailure) in try row.text("identifier") }
    }

    /// The operations in progress on which another process worked, or this one without an end, and those that are
    /// asked for after their request was answered.
    func abandonedOperations(
        of platform: Platform,
        by run: String
    ) throws(PlatformFailure) -> [PlatformOperation] {
        try all(
            """
            SELECT o.*, p.currency FROM platform_operation o INDEXED BY platform_operation_open
            JOIN platform_payment p ON p.identifier = o.payment
            WHERE o.state = 'inProgress' AND o.run <> $1 AND o.platform = $2 ORDER BY o.number
            """,
            [.text(run), .text(platform.rawValue)]
        ) { row throws(StorageFailure) in try PlatformOperation(row) }
    }
}

extension Transaction<PlatformFailure> {
    func insert(_ operation: PlatformOperation) throws(PlatformFailure) {
        try execute(
            """
            INSERT INTO platform_operation
                (platform, identifier, payment, kind, state, amount, created_at, run, request,
                 idempotency_key, details)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            [
                .text(operation.platform.rawValue), .text(operation.identifier),
                .text(operation.payment), .text(operation.kind.rawValue),
                .text(operation.state.rawValue), .integer(operation.amount.minorUnits),
                .integer(operation.createdAt.seconds), .text(operation.run),
                StoredValue(operation.request.identifier), StoredValue(operation.request.key),
                operation.details.stored,
            ]
        )
    }

    func update(_ operation: PlatformOperation) throws(PlatformFailure) {
        try execute(
            """
            UPDATE platform_operation
            SET state = $2, response_code = $3, authorization_code = $4, network_transaction = $5,
                details = $6, address_result = $7
            WHERE identifier = $1
            """,
            [
                .text(operation.identifier), .text(operation.state.rawValue),
                StoredValue(operation.responseCode), StoredValue(operation.authorizationCode),
                StoredValue(operation.networkTransaction), operation.details.stored,
                StoredValue(operation.addressResult),
            ]
        )
    }

    /// Leaves an operation to the work that is done without a caller.
    func abandon(_ identifier: String) throws(PlatformFailure) {
        try execute(
            "UPDATE platform_operation SET run = 'none' WHERE identifier = $1",
            [.text(identifier)]
        )
    }
}

internal import HTTPServer
public import Payments
public import Storage
public import TokenIntake
public import World

/// Takes payments over HTTP: decides nothing itself, but asks the desk and says what it answered.
///
/// Several servers may do so on one database.
public struct PaymentService: Sendable {
    /// The migrations of its records; its database needs those of ``AuditLog`` too.
    public static let migrations =
        PaymentDesk.migrations + [PaymentListing.migrations, IdempotencyTables.migrations]

    /// The capabilities that the service needs of a processor.
    public static let needs: Set<ProcessorCapability> = [.capture, .void, .refund]

    /// The records of the payments, such as for what is open.
    public var records: DeskRecords { desk.records }
    let desk: PaymentDesk
    let listing: PaymentListing
    let settings: PaymentSettings
    let metrics: ServerMetrics
    let readers = StatementReaders()
    let world: World
    let log: @Sendable (String) -> Void

    /// A service.
    ///
    /// - Parameters:
    ///   - intake: Verifies and opens tokens; its keyring may be loaded anew while it serves.
    ///   - database: A database that was opened with ``migrations`` and ``AuditLog/migrations``.
    ///   - processors: The processors, and which payments each of them takes.
    ///   - credentials: The keys of stored credentials; nil where none are stored and charged.
    ///   - settings: The merchant.
    ///   - policy: When and how what is left unsettled is settled. A request is worked on under a lease
    ///     of the same length.
    ///   - metrics: Counts refusals and the processor's outcomes.
    ///   - world: The clock and the random numbers.
    ///   - log: Gets a line where an outcome was not recorded.
    /// - Throws: ``Payments/PaymentDesk/MissingCapabilities``.
    public init(
        intake: TokenIntake,
        database: Database,
        processors: ProcessorRoutes,
        credentials: CredentialKeys? = nil,
        settings: PaymentSettings,
        policy: RecoveryPolicy = .standard,
        metrics: ServerMetrics = ServerMetrics(),
        world: World,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(PaymentDesk.MissingCapabilities) {
        desk = try PaymentDesk(
            intake: intake,
            database: database,
            processors: processors,
            credentials: credentials,
            needing: Self.needs,
            policy: policy,
            world: world
        )
        listing = PaymentListing(desk.records)
        self.settings = settings
        self.metrics = metrics
        (self.world, self.log) = (world, log)
    }
}

internal import PaymentToken
public import Storage
public import TokenIntake
public import World

/// Accepts payments in the five steps of Apple's guide, and captures, voids and refunds them.
///
/// An answer is on the disk before it is given. The token is claimed in the transaction that records
/// the charge, before the processor is asked.
///
/// The same token sent again for the same order, by a second click or after a lost answer, gets
/// the first answer again, however old the token is by then. For another order it is refused as a
/// replay.
///
/// - Source: Documentation/Payments.md.
public struct PaymentDesk: Sendable {
    /// The migrations of all modules that store part of a payment.
    public static let migrations = [
        AcceptedTokens.migrations, ChargeStore.migrations, OrderTracking.migrations,
        EventLog.migrations, Reconciliation.migrations,
    ]

    let intake: TokenIntake
    let tokens: AcceptedTokens
    let database: Database
    /// The records of its payments.
    public let records: DeskRecords
    /// The servers that work on the records, of which this desk is one.
    public let workers: ServingWorkers
    let recovery: Recovery
    /// The keys of stored credentials; nil where none are stored and charged.
    let credentials: CredentialKeys?
    private let randomness: any Randomness

    /// The processors, and which payments each of them takes.
    public var processors: ProcessorRoutes { recovery.processors }
    var charges: ChargeStore { records.charges }
    var orders: OrderTracking { records.orders }

    /// A desk with an intake for tokens, a database and processors.
    ///
    /// - Parameters:
    ///   - intake: Verifies and opens tokens.
    ///   - database: A database that was opened with ``migrations``.
    ///   - processors: The processors, and which payments each of them takes.
    ///   - credentials: The keys of stored credentials; nil where none are stored and charged.
    ///   - needing: What the merchant's program will ask of each processor.
    ///   - policy: When and how what is left unsettled is settled.
    ///   - worker: Who takes leases on operations; a new one if not given.
    ///   - world: The clock and the random numbers.
    /// - Throws: ``MissingCapabilities`` where a processor does not have what is needed.
    public init(
        intake: TokenIntake,
        database: Database,
        processors: ProcessorRoutes,
        credentials: CredentialKeys? = nil,
        needing: Set<ProcessorCapability> = [],
        policy: RecoveryPolicy = .standard,
        worker: WorkerID? = nil,
        world: World
    ) throws(MissingCapabilities) {
        for processor in processors.processors {
            let missing = needing.subtracting(processor.capabilities)
            guard missing.isEmpty else {
                throw MissingCapabilities(processor: processor.name, capabilities: missing)
            }
        }
        (self.intake, self.credentials) = (intake, credentials)
        self.database = database
        tokens = AcceptedTokens(clock: world.clock)
        records = DeskRecords(database: database, world: world, policy: policy)
        randomness = world.randomness
        let worker = worker ?? WorkerID(drawnFrom: world.randomness)
        recovery = records.recovery(with: processors, worker: worker)
        workers = ServingWorkers(records, own: worker)
    }

    /// A request with an idempotency key, as this desk's server works on it.
    ///
    /// - Parameters:
    ///   - key: The caller's key.
    ///   - caller: Who makes it.
    ///   - operation: What is asked for, of which payment.
    ///   - body: The body as it was sent.
    ///   - change: What the audit log has of it where it is new; nil for nothing.
    /// - Returns: The request.
    public func requestKey(
        _ key: String,
        of caller: String,
        for operation: String,
        body: [UInt8],
        change: AuditLog.Change? = nil
    ) -> RequestKey {
        RequestKey(
            caller: caller,
            operation: operation,
            key: key,
            body: body,
            change: change,
            server: recovery.worker,
            randomness
        )
    }

    /// The processor does not have what the merchant's program needs.
    public struct MissingCapabilities: Error, Hashable, Sendable, CustomStringConvertible {
        /// The processor.
        public let processor: ProcessorName
        /// The missing capabilities.
        public let capabilities: Set<ProcessorCapability>

        /// One line for a log.
        public var description: String {
            let names = capabilities.map(\.description).sorted().joined(separator: ", ")
            return "the processor \(processor) does not offer: \(names)"
        }
    }

    /// Accepts a payment, or says why not. The observer is told of each step when it is done.
    ///
    /// The receipt comes once everything that it says is on the disk. The merchant reference must
    /// come from the merchant's own session: a client that sends the same token under it gets the
    /// same answer again.
    ///
    /// - Parameters:
    ///   - submission: The payment.
    ///   - caller: Who asks for it, for the audit log; nil where that is not recorded.
    ///   - observe: Is told of each step.
    /// - Returns: The receipt.
    /// - Throws: ``PaymentRefusal``.
    public func pay(
        _ submission: PaymentSubmission,
        by caller: AuditLog.Caller? = nil,
        observe: @escaping @Sendable (PaymentStep) -> Void = { _ in }
    ) async throws(PaymentRefusal) -> PaymentReceipt {
        try await takeSteps(submission, by: caller, for: nil, observe).result.get()
    }

    /// Accepts a payment, and records the answer to the request for it. Where the outcome is not known, it
    /// is settled once, as far as that is possible now: a partial approval is released while the shopper
    /// waits.
    ///
    /// - Parameters:
    ///   - submission: The payment.
    ///   - request: The request.
    ///   - observe: Is told of each step.
    /// - Returns: The receipt or the refusal, and the answer.
    public func pay(
        _ submission: PaymentSubmission,
        for request: KeyedRequest<PaymentRecord, PaymentRefusal>,
        observe: @escaping @Sendable (PaymentStep) -> Void
    ) async -> KeyedResult<PaymentReceipt, PaymentRefusal> {
        var charged = await takeSteps(submission, for: request, observe)
        if case .failure(.beingSettled) = charged.result {
            charged = await takeSteps(submission, for: request, observe)
        }
        if case .failure(.withheld(let earlier)) = charged.result { return .before(earlier) }
        if let answer = charged.answer { return .now(charged.result, answer) }
        var answer = KeyedAnswer.open
        switch charged.result {
        case .success(let receipt):
            let attempt = receipt.authorization.id
            if receipt.isCaptureSettled,
                let payment = (try? await records.payment(attempt)) ?? nil
            {
                answer = request.answer(.success(payment), attempt)
            }
        case .failure(let refusal):
            answer = request.answer(.failure(refusal), request.key.attempt)
        }
        return await records.end(request.key, charged.result, answer)
    }

    private func takeSteps(
        _ submission: PaymentSubmission,
        by caller: AuditLog.Caller? = nil,
        for request: Request?,
        _ observe: Observer
    ) async -> Charged {
        var charged: Charged
        do throws(PaymentRefusal) {
            charged = try await pay(submission, by: caller, for: request, observe)
        } catch { charged = Charged(result: .failure(error)) }
        if case .failure(let refusal) = charged.result { observe(.refused(refusal)) }
        return charged
    }
}

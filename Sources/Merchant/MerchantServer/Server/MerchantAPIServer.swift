internal import HTTPMessages
public import HTTPServer
internal import JSON
internal import PaymentToken
internal import Payments
internal import Processors
public import Sockets
public import Storage
internal import TokenIntake
public import World

/// The merchant's server: sessions, payments, captures, voids and refunds over HTTP.
///
/// - Source: Documentation/ServerAPI.md.
public final class MerchantAPIServer: Sendable {
    /// The migrations of every module that has tables in the server's database.
    public static let migrations =
        PaymentService.migrations + [
            APIKeys.migrations, AuditLog.migrations, WebhookTables.migrations,
            WalletTables.migrations,
        ]

    /// How long a request that has begun may take when the server stops.
    private static let patience = Duration.seconds(40)
    /// How often files with keys are looked at.
    private static let keyInterval = Duration.seconds(5)

    /// Where the server listens, with the port that was chosen.
    public let address: SocketAddress
    private let server: HTTPServer
    private let acquirer: CardNetworkAcquirer?
    private let certificates: CertificateReloading
    private let materials: ServerMaterials
    private let payments: PaymentService
    private let events: EventFeed
    let webhooks: WebhookSender?
    private let pushes: WalletPushSender?
    private let parts: Parts
    private let ended = AwaitableValue(false)
    private let refusedKeys = LockedValue<[Int: [KeyFinding]]>([:])
    private let lastFailures = LockedValue<[ProcessorName?: RecordFailure]>([:])

    private struct Parts {
        let configuration: ServerConfiguration
        let database: Database
        let world: World
        let log: @Sendable (String) -> Void
    }

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - materials: Its files.
    ///   - database: A database that was opened with ``migrations``. The server does not close it.
    ///   - world: The clock and the random numbers.
    ///   - droppedLines: How many lines of the log were dropped, for the metrics.
    ///   - log: Gets each line of the log. It must not wait.
    /// - Throws: ``ServerStartFailure``.
    public init(
        _ configuration: ServerConfiguration,
        _ materials: ServerMaterials,
        _ database: Database,
        world: World,
        droppedLines: @escaping @Sendable () -> Int = { 0 },
        log: @escaping @Sendable (String) -> Void
    ) throws(ServerStartFailure) {
        let parts = Parts(configuration: configuration, database: database, world: world, log: log)
        let network = SignOnState()
        acquirer = try Self.acquirer(parts, network)
        let metrics = ServerMetrics(droppedLines: droppedLines)
        let processors = try configuration.processors(
            materials.platforms,
            network: acquirer,
            world: world
        )
        let payments = try Self.payments(parts, materials, processors, metrics)
        let health = HealthRoutes(
            database: DatabaseProof(database, payments.desk.workers),
            records: payments.records,
            network: acquirer == nil ? nil : network,
            materials: materials,
            metrics: metrics,
            world: world
        )
        let gateway = try Self.gateway(parts, materials)
        let sessions = SessionRoutes(
            client: { gateway.withLock { $0 } },
            merchant: configuration.merchant,
            domains: configuration.domains,
            association: materials.domainAssociation
        )
        let events = EventFeed(database)
        let keys = APIKeys(database, world: world)
        let webhooks = try WebhookSender(configuration, materials, events, payments)
        pushes = try WalletPushSender(configuration, events, payments)
        let operations =
            PaymentRoutes.operations(payments) + sessions.operations + health.operations
            + WebhookRoutes.operations(materials.platforms, payments)
            + [EventRoutes(feed: events, keys: keys).operation]
            + WebhookEndpointRoutes(sender: webhooks).operations
            + WalletRoutes.operations(payments, database)
        let pipeline = Self.pipeline(parts, operations, keys, metrics)
        server = try HTTPServer(
            admitting: { await pipeline.admit($0) },
            at: configuration.listen,
            Self.listening(configuration, materials, pipeline),
            world: world
        )
        address = SocketAddress(host: configuration.listen.host, port: server.address.port)
        self.materials = materials
        certificates = CertificateReloading(configuration, materials, gateway, server)
        (self.payments, self.events, self.webhooks) = (payments, events, webhooks)
        self.parts = parts
    }

    /// Serves until ``stop()`` is called: then answers what has begun, signs off and ends.
    public func run() async {
        await acquirer?.start()
        await withTaskGroup { group in
            group.addTask { await self.watchKeys() }
            group.addTask { await self.payments.keepSettled { self.report($0) } }
            group.addTask { await self.events.run() }
            group.addTask { await self.webhooks?.run() }
            group.addTask { await self.pushes?.run() }
            await ended.wait { $0 }
            events.stop()
            await server.stop(within: Self.patience)
            group.cancelAll()
        }
        await acquirer?.stop()
    }

    /// Ends ``run()``.
    public func stop() { ended.change { $0 = true } }

    /// Loads keys and certificates anew. What is bad keeps what it gave last, and the log says so.
    ///
    /// It waits for files on the caller's thread.
    public func reloadFiles() {
        for (index, keyring) in materials.keyrings.enumerated() {
            report(keyring.reload(), of: index, isAsked: true)
        }
        report(certificates.reload(isForced: true))
    }

    /// Logs what a database is waited for, until it is open or closed.
    ///
    /// - Throws: ``Storage/DatabaseRefusal``, where waiting does not help.
    public func follow(_ awaited: AwaitedDatabase) async throws(DatabaseRefusal) {
        var progress = awaited.progress
        let isOpen = progress == .open
        while true {
            switch progress {
            case .opening: break
            case .waiting(let refusal):
                parts.log(
                    LogLine(
                        "database.awaited",
                        at: parts.world.clock.now,
                        ["cause": .refusal(refusal)]
                    ).text
                )
            case .open:
                if !isOpen {
                    parts.log(LogLine("database.opened", at: parts.world.clock.now, [:]).text)
                }
                return
            case .refused(let refusal): throw refusal
            case .closed: return
            }
            progress = await awaited.progress(after: progress)
        }
    }

    /// The line of the log that tells how many others were dropped.
    public static func line(ofDropped count: Int, at time: UnixTime) -> String {
        LogLine("log.dropped", at: time, ["count": .number(count)]).text
    }

    private func watchKeys() async {
        while !Task.isCancelled {
            await RealTime.pass(Self.keyInterval)
            for (index, keyring) in materials.keyrings.enumerated() {
                keyring.refresh { self.report($0, of: index) }
            }
            certificates.refresh { self.report($0) }
        }
    }

    private func report(_ round: PaymentService.SettlingRound) {
        // A failure that lasts, such as a database that is awaited, is logged once.
        let isNews = lastFailures.withLock { last in
            defer { last[round.processor] = round.failure }
            return round.failure != nil && round.failure != last[round.processor]
        }
        guard round.settledCount > 0 || isNews else { return }
        let line = LogLine(
            round.failure == nil ? "payments.settled" : "payments.settlingFailed",
            at: parts.world.clock.now,
            [
                "count": .number(round.settledCount),
                "cause": round.failure.map(LogLine.Value.failure),
            ]
        )
        parts.log(line.text)
    }

    private func report(_ findings: [CertificateFiles.Finding]) {
        for finding in findings {
            let (event, purpose, cause): (StaticString, CertificateFiles.Purpose, LogLine.Value?) =
                switch finding {
                case .renewed(let purpose): ("certificate.loaded", purpose, nil)
                case .refused(let purpose, let problem):
                    ("certificate.refused", purpose, .problem(problem))
                }
            parts.log(
                LogLine(
                    event,
                    at: parts.world.clock.now,
                    ["purpose": .name(purpose.name), "cause": cause]
                ).text
            )
        }
    }

    /// Logs what a load of keys came to. What is refused again for the same reason is logged only where someone asked
    /// for the load.
    func report(_ report: KeyringReport, of keyring: Int, isAsked: Bool = false) {
        let now = parts.world.clock.now
        let isNews = refusedKeys.withLock { last in
            defer { last[keyring] = report.refusals }
            return isAsked || last[keyring] != report.refusals
        }
        if !report.added.isEmpty || report.removedCount > 0 {
            parts.log(
                LogLine(
                    "keys.loaded",
                    at: now,
                    [
                        "added": .number(report.added.count),
                        "removed": .number(report.removedCount),
                    ]
                ).text
            )
        }
        for finding in report.refusals where isNews {
            parts.log(LogLine("keys.refused", at: now, ["cause": .finding(finding)]).text)
        }
    }
}

// The parts.
extension MerchantAPIServer {
    private static func acquirer(
        _ parts: Parts,
        _ state: SignOnState
    ) throws(ServerStartFailure) -> CardNetworkAcquirer? {
        guard let account = try parts.configuration.networkAccount() else { return nil }
        return CardNetworkAcquirer(
            name: .cardNetwork,
            account: account,
            settings: AcquirerSettings(within: parts.configuration.limits.answerLimit),
            world: parts.world
        ) { observation in
            switch observation {
            case .signedOn: state.set(true)
            case .disconnected, .signOnRefused: state.set(false)
            default: return
            }
            let event: StaticString =
                state.isSignedOn ? "network.signedOn" : "network.disconnected"
            parts.log(LogLine(event, at: parts.world.clock.now, [:]).text)
        }
    }

    private static func payments(
        _ parts: Parts,
        _ materials: ServerMaterials,
        _ processors: ProcessorRoutes,
        _ metrics: ServerMetrics
    ) throws(ServerStartFailure) -> PaymentService {
        let verifier = PaymentTokenVerifier(
            trusting: materials.root,
            environment: parts.configuration.isSandboxEnvironment ? .sandbox : .production
        )
        let intake = TokenIntake(
            verifier: verifier,
            keyring: materials.keyring,
            clock: parts.world.clock
        )
        var settings = PaymentSettings(
            payee: parts.configuration.merchant.displayName,
            answerLimit: parts.configuration.limits.answerLimit,
            orderLinks: materials.orderLinks
        )
        settings.orderPackages = materials.orderPackages
        return try starting("the processors") {
            try PaymentService(
                intake: intake,
                database: parts.database,
                processors: processors,
                credentials: materials.credentials.map(CredentialKeys.init),
                settings: settings,
                metrics: metrics,
                world: parts.world,
                log: parts.log
            )
        }
    }

    private static func gateway(
        _ parts: Parts,
        _ materials: ServerMaterials
    ) throws(ServerStartFailure) -> LockedValue<SessionClient?> {
        guard let identity = materials.certificates.identity else { return LockedValue(nil) }
        let client = try starting("the client of the gateway") {
            try SessionClient(
                parts.configuration,
                identity,
                authority: materials.gatewayAuthority
            )
        }
        return LockedValue(client)
    }

    private static func pipeline(
        _ parts: Parts,
        _ operations: [APIOperation],
        _ keys: APIKeys,
        _ metrics: ServerMetrics
    ) -> RequestPipeline {
        let (world, limits) = (parts.world, parts.configuration.limits)
        let keyLimiter = RateLimiter(perMinute: limits.perKey, clock: world.clock)
        let origins = OriginRules(parts.configuration.origins)
        let service = APIService(
            APIDescription(
                title: "Quince merchant server",
                text: "Apple Pay for a shop: sessions, payments, captures, voids and refunds.",
                fields: [APIField("X-Request-Id", "The request, as the server's log names it.")],
                problems: [.tooManyRequests, .serviceUnavailable],
                problemMembers: PaymentJSON.problemMembers
            ),
            operations,
            credentials: "send an API key, as Authorization: Bearer KEY"
        ) { request in
            var found = origins.page(request)
            if found == nil {
                do throws(StorageFailure) { found = try await keys.caller(of: request) } catch {
                    throw MerchantProblemCode.problem(error)
                }
            }
            guard let caller = found else { return nil }
            if let seconds = keyLimiter.take(caller.identifier) {
                metrics.count(limited: "key")
                throw RequestPipeline.limited(seconds)
            }
            return caller
        }
        return RequestPipeline(
            service: service,
            origins: origins,
            limiter: RateLimiter(perMinute: limits.perAddress, clock: world.clock),
            metrics: metrics,
            usesTLS: parts.configuration.tls != nil,
            world: world,
            log: parts.log
        )
    }

    private static func listening(
        _ configuration: ServerConfiguration,
        _ materials: ServerMaterials,
        _ pipeline: RequestPipeline
    ) -> HTTPServerConfiguration {
        var listening = HTTPServerConfiguration()
        listening.tls = materials.certificates.tls
        listening.limits.body = configuration.limits.bodyBytes
        listening.bodiesInFlight = configuration.limits.bodiesInFlightBytes
        listening.refused = pipeline.refuse
        listening.connections = configuration.limits.connections
        return listening
    }
}

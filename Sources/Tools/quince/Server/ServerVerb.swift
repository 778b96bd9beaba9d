import CommandLineTool
import Cryptography
import Files
import JSON
import MerchantServer
import Sockets
import Storage
import World

/// `quince server`.
enum ServerVerb {
    static let config = Option("config", "FILE", help: "the configuration")
    static let json = Option("json", help: "print one JSON object")
    private static let listen = Option.listener(
        "listen",
        help:
            "where the server listens, in place of the configuration's address; port\n0 chooses a free one"
    )
    private static let check = Option(
        "check",
        help:
            "say everything that is wrong with the configuration, and when certificates\nend, and serve nothing"
    )
    private static let schema = Option(
        "schema",
        help: "print the JSON Schema of the configuration"
    )

    static let verbs = [
        audit, capture, key, payments, reconcile, refund, settle, void, server,
    ]

    /// `quince server`.
    static let server = Verb(
        "server",
        summary: "Run a shop's server for payments over HTTP.",
        options: [
            config, listen, check, schema, initFolder, initSandbox, initMerchant, initPlatform,
            initForm, json,
        ],
        notes: """
            It prints its address when it is ready, and runs until SIGTERM or SIGINT ends it: then
            it answers what has begun. SIGHUP loads keys and certificates again. Its log is
            JSON lines on standard error. With --init it registers a merchant with a sandbox and writes a
            configuration and an API key.
            Exit status: 0 ended by a signal, or checked; 1 the check found a problem; 2 wrong
            usage or configuration.
            """,
        example: "quince server --config shop/server.json",
        run: { invocation, output throws(UsageProblem) in
            let chosen = [schema.name, check.name, initFolder.name].filter { invocation.has($0) }
            guard chosen.count <= 1 else {
                throw UsageProblem(
                    "--\(chosen[0]) and --\(chosen[1]) exclude each other",
                    hint: "give one of them"
                )
            }
            switch chosen.first {
            case schema.name:
                output.result(ServerConfiguration.schema.indented)
                return .success
            case check.name: return try check(invocation, output)
            case initFolder.name: return try await initialize(invocation, output)
            default: return try await serve(invocation, output)
            }
        }
    )

    private static func serve(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        EndingSignals.writeWithoutWaiting { count in
            MerchantAPIServer.line(ofDropped: count, at: World.system.clock.now)
        }
        // A server that is starting reads its files anyway.
        EndingSignals.onHangUp {}
        // Before the first key is loaded.
        let unprotected = ProcessProtection.apply(keysAreLocked: PrivateKeyMemory.lock())
        var configuration = try configuration(invocation)
        if let address = try invocation.value(listen) {
            configuration.listen = address
        }
        for remark in unprotected { output.remark("remark: \(remark)") }
        let opened = try await OpenedServer(
            configuration,
            from: invocation.value(config),
            output
        )
        let server = opened.server
        let refused = LockedValue<DatabaseRefusal?>(nil)
        Task {
            do throws(DatabaseRefusal) { try await server.follow(opened.awaited) } catch {
                refused.withLock { $0 = error }
                server.stop()
            }
        }
        // A file that does not answer must not keep the next signal waiting.
        EndingSignals.onHangUp { _ = DetachedThread.start { server.reloadFiles() } }
        await EndingSignals.serve(stoppingBy: { server.stop() }) {
            output.result(
                invocation.has(json.name)
                    ? JSONOutput.object(["server": .string(opened.url)]).compact
                    : "The server listens at \(opened.url)."
            )
            await server.run()
        }
        EndingSignals.onHangUp(nil)
        await opened.database.close()
        if let refusal = refused.withLock(\.self) { throw UsageProblem(refusal, of: "database") }
        return .success
    }

    private static func check(
        _ invocation: Invocation,
        _ output: Output
    ) throws(UsageProblem) -> ExitStatus {
        let materials: ServerMaterials
        do throws(ConfigurationRefusal) {
            materials = try ServerMaterials(
                try read(invocation.value(config)),
                world: .system
            )
        } catch {
            report(error.withProblemsOfFiles(world: .system), [], [], invocation, output)
            return .refused
        }
        report([], materials.remarks, materials.endings, invocation, output)
        return .success
    }

    private static func report(
        _ problems: [ConfigurationProblem],
        _ remarks: [String],
        _ endings: [ServerMaterials.Ending],
        _ invocation: Invocation,
        _ output: Output
    ) {
        let now = World.system.clock.now
        guard !invocation.has(json.name) else {
            let certificates = endings.map { ending in
                JSONOutput.object([
                    "purpose": .string(ending.purpose), "file": .string(ending.file),
                    "notAfter": .string(ending.notAfter.iso8601),
                    "daysLeft": .integer(Int64(ending.daysLeft(at: now))),
                ])
            }
            let problems = problems.map { problem in
                JSONOutput.object([
                    "member": .string(problem.member), "problem": .string(problem.text),
                ])
            }
            let object = JSONOutput.object([
                "problems": .array(problems), "remarks": .array(remarks.map { .string($0) }),
                "certificates": .array(certificates),
            ])
            return output.result(object.compact)
        }
        for problem in problems { output.line("wrong: \(problem)") }
        for ending in endings {
            output.line(
                "\(ending.purpose): \(ending.file) ends in \(ending.daysLeft(at: now)) days"
            )
        }
        for remark in remarks { output.line("remark: \(remark)") }
        if problems.isEmpty { output.line("the configuration is complete") }
    }
}

// The configuration and the database.
extension ServerVerb {
    /// The configuration that `--config` names.
    static func configuration(
        _ invocation: Invocation
    ) throws(UsageProblem) -> ServerConfiguration {
        do throws(ConfigurationRefusal) { return try read(invocation.value(config)) } catch {
            throw problem(error, invocation.value(config))
        }
    }

    /// The configuration in a file that was just written.
    static func configuration(at path: String) throws(UsageProblem) -> ServerConfiguration {
        try reporting(path, hint: "quince server --schema describes it") { try read(path) }
    }

    private static func read(_ path: String?) throws(ConfigurationRefusal) -> ServerConfiguration {
        guard let path else {
            throw ConfigurationRefusal("--config FILE is missing: the configuration")
        }
        let bytes: [UInt8]
        do throws(FileFailure) { bytes = try Files.read(path, limit: 262_144) } catch {
            throw ConfigurationRefusal("\(error.reason)")
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        return try ServerConfiguration(
            bytes,
            folder: path.hasPrefix("/") && folder.isEmpty ? "/" : folder,
            environment: SystemEnvironment.variables(beginningWith: "QUINCE_SERVER_")
        )
    }

    /// The problem of a configuration, of which the first is reported.
    static func problem(_ refusal: ConfigurationRefusal, _ path: String?) -> UsageProblem {
        let more = refusal.problems.count - 1
        let first = refusal.problems.first.map { "\($0)" } ?? ""
        let path = path ?? ""
        return UsageProblem(
            path.isEmpty ? first : "\(path): \(first)" + (more > 0 ? " (and \(more) more)" : ""),
            hint: path.isEmpty
                ? "quince server --init DIR --sandbox FILE writes one for a sandbox"
                : "quince server --config \(path) --check lists everything that is wrong"
        )
    }

    /// Opens the configuration's database.
    static func open(_ configuration: ServerConfiguration) async throws(UsageProblem) -> Database {
        try await reporting("database") { try await configuration.openDatabase(world: .system) }
    }
}

import CardNetwork
import CommandLineTool
import Files
import JSON
import Sockets
import World

/// The verbs of `quince sandbox`.
enum SandboxVerb {
    static let state = Option(
        "state",
        "DIR",
        help: "the folder of the network's records, which is made where it is missing"
    )
    static let listen = Option.listener(
        "listen",
        help: "where clients connect; 127.0.0.1:0, a free port, unless given"
    )
    static let ephemeral = Option(
        "ephemeral",
        help: "keep payments in memory only; the cards are those of --state DIR"
    )
    static let seed = Option(
        "seed",
        "N",
        in: 0...UInt64.max,
        help: "the same number gives a new folder the same keys"
    )
    static let json = Option("json", help: "print one JSON object when the network is ready")

    /// `quince sandbox network`.
    static let network = Verb(
        "sandbox",
        "network",
        summary: "Run the sandbox's card network: ISO 8583 over TCP.",
        options: [listen, state, ephemeral] + NetworkOptions.all + [seed, json],
        notes: """
            It prints its address when it is ready and runs until a signal ends it. It needs
            --state DIR, --ephemeral or both. What it answers is in DIR before it answers; a
            network that was killed continues where it was. TEST cards only.
            Exit status: 0 ended by SIGTERM or SIGINT, 2 wrong usage or configuration.
            """,
        example: "quince sandbox network --state /tmp/network --listen 127.0.0.1:0",
        run: { invocation, output throws(UsageProblem) in
            try await run(invocation, output)
        }
    )

    private static func run(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        EndingSignals.writeWithoutWaiting()
        let address = try invocation.value(listen) ?? .loopback()
        let world = try world(invocation)
        let folder = invocation.value(state)
        guard folder != nil || invocation.has(ephemeral.name) else {
            throw UsageProblem(
                "no place for the records",
                hint: "--state DIR names a folder for them; --ephemeral keeps none"
            )
        }
        var durable: CardNetwork?
        if let folder { durable = try await open(folder, world) }
        durable?.observe { output.remark("\($0)") }
        let server = try server(invocation, durable, at: address, world, output)
        await EndingSignals.serve(stoppingBy: { server.stop() }) {
            if invocation.has(json.name) {
                output.result(JSONOutput.object(["network": .string("\(server.address)")]).compact)
            } else {
                output.result("The card network listens at \(server.address).")
            }
            await server.run()
        }
        await durable?.close()
        return .success
    }

    /// Opens a network's folder.
    static func open(
        _ folder: String,
        _ world: World
    ) async throws(UsageProblem) -> CardNetwork {
        try makeFolder(folder)
        return try await reporting("--state \(folder)") {
            try await CardNetwork(folder: folder, world: world)
        }
    }

    /// Makes the folder of `--state` where it is missing.
    static func makeFolder(_ folder: String) throws(UsageProblem) {
        guard folder != Files.standardInput, !PathText.hasEscapes(folder) else {
            throw UsageProblem(
                "--state \(folder): not the name of a folder",
                hint: "--state DIR names a folder in UTF-8, such as --state network"
            )
        }
        try reporting("--state", hint: "name a folder that can be written to") {
            if !Files.isFolder(folder) { try Files.makeFolder(folder) }
        }
    }

    private static func server(
        _ invocation: Invocation,
        _ durable: CardNetwork?,
        at address: SocketAddress,
        _ world: World,
        _ output: Output
    ) throws(UsageProblem) -> NetworkServer {
        let network = try reporting("--ephemeral") {
            if let durable, !invocation.has(ephemeral.name) { return durable }
            return try CardNetwork(world: world, cardsOf: durable)
        }
        network.observe { output.remark("\($0)") }
        if let file = try NetworkOptions.logFile(invocation) {
            let journal = NetworkJournal(clock: world.clock)
            network.keep(journal)
            NetworkOptions.write(journal, to: file, output)
        }
        let settings = try NetworkOptions.settings(invocation)
        let listener = try reporting(
            "--listen \(address)",
            hint: "name an address of this machine, such as 127.0.0.1:0 for a free port"
        ) { try TCPListener(at: address, connectionLimit: 256) }
        return NetworkServer(network, at: listener, settings: settings)
    }

    private static func world(_ invocation: Invocation) throws(UsageProblem) -> World {
        guard let seed = try invocation.value(seed) else { return .system }
        return World(clock: World.system.clock, randomness: SeededRandomness(seed: seed))
    }
}

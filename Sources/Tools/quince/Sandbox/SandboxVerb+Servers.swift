import CommandLineTool
import Files
import JSON
import Platforms
import SandboxServer
import Sockets
import Storage
import World

extension SandboxVerb {
    private static let servedFolder = Option(
        "state",
        "DIR",
        help: "the folder of the sandbox's records, which is made where it is missing"
    )
    private static let noFolder = Option(
        "ephemeral",
        help: "keep the records in a temporary folder that is removed at the end"
    )
    private static let apiAddress = Option.listener(
        "listen",
        help: "where the API listens; 127.0.0.1:0, a free port, unless given"
    )
    private static let networkAddress = Option.listener(
        "network",
        help: "where the card network listens; a free port of --listen's host unless\ngiven"
    )
    private static let gatewayAddress = Option.listener(
        "gateway",
        help:
            "where the session gateway listens; a free port of --listen's host\nunless given, and port 443 with --as-apple"
    )
    private static let gatewayName = Option(
        "gateway-name",
        "HOST",
        isRepeatable: true,
        form: "a host name",
        example: "sandbox.internal",
        help: "a further host name for the gateway's TLS certificate, such as that of a\ncontainer",
        reading: { isHostName($0) ? $0 : nil }
    )
    private static let asApple = Option(
        "as-apple",
        help:
            "print the lines for /etc/hosts that bring Apple's host names to the\nsession gateway; for a test machine or a network namespace only"
    )
    private static let walletAddress = Option.listener(
        "wallet",
        help: "where the wallet's pages are; a free port of --listen's host unless given"
    )
    private static let platformsAddress = Option.listener(
        "platforms-at",
        help: "run payment platforms, the first one at this address and each of the\n"
            + "others one port above, which clients can rely on after a restart"
    )
    private static let platforms = Option(
        "platforms",
        help:
            "run payment platforms over the card network, each at a free port of\n--listen's host: "
            + Platform.allCases.map(\.name).joined(separator: ", ")
    )
    private static let automation = Option(
        "automation",
        help:
            "let tests drive the sheets of pages that load apple-pay.js, which shows\nnone then"
    )
    private static let servedJSON = Option(
        "json",
        help: "print one JSON object when the sandbox is ready"
    )

    /// `quince sandbox`.
    static let servers = Verb(
        "sandbox",
        summary: "Run Apple's servers, a wallet and the card network, as a sandbox.",
        options: [
            servedFolder, noFolder, apiAddress, gatewayAddress, gatewayName, asApple,
            networkAddress, walletAddress, platforms, platformsAddress, automation,
        ] + NetworkOptions.all + [servedJSON],
        notes: """
            It prints its addresses and the token of its API when it is ready, and runs until a
            signal ends it. What it answers is in DIR before it answers; a sandbox that was killed
            continues where it was. It is for tests: its keys and certificates are marked TEST.
            In DIR it writes ca.pem, which clients of the gateway have to trust, and root.pem, the
            root of payment tokens.
            Exit status: 0 ended by SIGTERM or SIGINT, 2 wrong usage or configuration.
            """,
        example: "quince sandbox --state /tmp/sandbox --json",
        run: { invocation, output throws(UsageProblem) in
            try await runServers(invocation, output)
        }
    )

    private static func runServers(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        EndingSignals.writeWithoutWaiting()
        let addresses = try addresses(invocation)
        let settings = try NetworkOptions.settings(invocation)
        let messageLog = try NetworkOptions.logFile(invocation)
        let (path, isTemporary) = try servedPath(invocation)
        defer { if isTemporary { Files.removeWithFiles(path) } }
        let sandbox = try await OpenedSandbox(
            path,
            gatewayNames: invocation.values(gatewayName),
            at: addresses,
            asApple: invocation.has(asApple.name),
            automatesPages: invocation.has(automation.name),
            network: settings,
            log: { output.remark($0) }
        )
        let (folder, server) = (sandbox.folder, sandbox.server)
        if let messageLog { NetworkOptions.write(server.messages, to: messageLog, output) }
        await EndingSignals.serve(stoppingBy: { server.stop() }) {
            announce(server, folder, invocation, output)
            await server.run()
        }
        await folder.close()
        return .success
    }

    private static func announce(
        _ server: SandboxServer,
        _ folder: SandboxFolder,
        _ invocation: Invocation,
        _ output: Output
    ) {
        let addresses = server.addresses
        let isApple = invocation.has(asApple.name)
        let gateway = SandboxServer.host(of: addresses.gateway, asApple: isApple)
        let hosts = isApple ? AppleHostNames.hostsLines(at: addresses.gateway.host) : nil
        if invocation.has(servedJSON.name) {
            output.result(
                JSONOutput.object([
                    "api": .string("http://\(addresses.api)"),
                    "gateway": .string("https://\(gateway)"),
                    "network": .string("\(addresses.network)"),
                    "wallet": .string("http://\(addresses.wallet)"),
                    "script": .string("http://\(addresses.wallet)/apple-pay.js"),
                    "ca": .string(folder.gatewayAuthorityPath),
                    "root": .string(folder.rootPath),
                    "token": .string(server.token),
                    "hosts": hosts.map(JSONOutput.string),
                    "platforms": server.platforms?.announced,
                ]).compact
            )
            return
        }
        output.result("The API listens at http://\(addresses.api).")
        output.result("The session gateway listens at https://\(gateway).")
        output.result("Its clients trust \(folder.gatewayAuthorityPath).")
        output.result("The card network listens at \(addresses.network).")
        output.result("The wallet is at http://\(addresses.wallet)/.")
        output.result("Pages load Apple Pay from http://\(addresses.wallet)/apple-pay.js.")
        output.result("The TEST root of payment tokens is \(folder.rootPath).")
        for line in server.platforms?.lines ?? [] { output.result(line) }
        output.result("Callers of the API send Authorization: Bearer \(server.token)")
        guard let hosts else { return }
        output.result()
        for line in hosts.split(separator: "\n") { output.result(String(line)) }
        for line in AppleHostNames.notice.split(separator: "\n") { output.remark(String(line)) }
    }

    private static func isHostName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
                    || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }

    /// The folder, and whether it is removed at the end.
    private static func servedPath(
        _ invocation: Invocation
    ) throws(UsageProblem) -> (path: String, isTemporary: Bool) {
        let (given, isEphemeral) = (
            invocation.value(servedFolder), invocation.has(noFolder.name)
        )
        guard (given != nil) != isEphemeral else {
            throw UsageProblem(
                given == nil ? "no place for the records" : "two places for the records",
                hint: "give either --state DIR, a folder for them, or --ephemeral"
            )
        }
        if let given {
            try makeFolder(given)
            return (given, false)
        }
        return (try makeTemporaryFolder("quince-sandbox"), true)
    }

    /// Makes a new folder for `--ephemeral`.
    ///
    /// - Parameter name: How its name begins.
    /// - Returns: Its path.
    /// - Throws: ``CommandLineTool/UsageProblem``.
    static func makeTemporaryFolder(_ name: String) throws(UsageProblem) -> String {
        try reporting("--ephemeral", hint: "set TMPDIR to a folder that can be written to") {
            try Files.makePrivateFolder("\(SystemEnvironment.temporaryFolder)/\(name)")
        }
    }

    private static func addresses(
        _ invocation: Invocation
    ) throws(UsageProblem) -> SandboxServer.Addresses {
        var addresses = SandboxServer.Addresses()
        addresses.api = try invocation.value(apiAddress) ?? .loopback()
        addresses.network =
            try invocation.value(networkAddress)
            ?? SocketAddress(host: addresses.api.host, port: 0)
        addresses.wallet =
            try invocation.value(walletAddress)
            ?? SocketAddress(host: addresses.api.host, port: 0)
        if invocation.has(platforms.name) {
            addresses.platforms = SocketAddress(host: addresses.api.host, port: 0)
        }
        if let address = try invocation.value(platformsAddress) { addresses.platforms = address }
        let port: UInt16 = invocation.has(asApple.name) ? 443 : 0
        addresses.gateway =
            try invocation.value(gatewayAddress)
            ?? SocketAddress(host: addresses.api.host, port: port)
        return addresses
    }
}

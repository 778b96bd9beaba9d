import CommandLineTool
import JSON
import PlatformProcessors
import Sockets
import World

/// `quince demo`.
enum DemoVerb {
    private static let state = Option(
        "state",
        "DIR",
        help:
            "the folder of the records, which is made where it is missing;\nquince-demo unless given"
    )
    private static let ephemeral = Option(
        "ephemeral",
        help: "keep the records in a temporary folder that is removed at the end"
    )
    private static let listen = Option.listener(
        "listen",
        help: "where the shop listens; 127.0.0.1:0, a free port, unless given"
    )
    private static let platform = Option(
        "platform",
        "NAME",
        choices: PaymentPlatform.self,
        help: "charge through this simulated payment platform, and not through the card\n"
            + "network"
    )
    private static let form = Option(
        "token-form",
        "FORM",
        choices: TokenForm.self,
        help: "with --platform, what the platform is given: networkToken, the card that\n"
            + "the shop opens, or passThrough, the token; networkToken unless given"
    )
    private static let reveal = Option(
        "reveal",
        help: "show in the x-ray the TEST numbers and cryptograms that it masks"
    )
    private static let noBrowser = Option("no-browser", help: "open no browser")
    private static let log = Option("log", help: "write the servers' logs to standard error")
    private static let json = Option("json", help: "print one JSON object when all is ready")

    static let verb = Verb(
        "demo",
        summary: "Run a shop, a wallet and all that is between them, for a browser.",
        options: [state, ephemeral, listen, platform, form, reveal, noBrowser, log, json],
        notes: """
            It starts the sandbox, a merchant's server and a shop on this machine, prints their
            addresses when they are ready, and opens the shop in a browser where there is a display.
            Everything is a TEST: no card is charged. It runs until a signal ends it.
            Exit status: 0 ended by SIGTERM or SIGINT, 2 wrong usage or configuration.
            """,
        example: "quince demo --ephemeral --no-browser",
        run: { invocation, output throws(UsageProblem) in try await run(invocation, output) }
    )

    private static func run(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        guard !invocation.has(state.name) || !invocation.has(ephemeral.name) else {
            throw UsageProblem(
                "two places for the records",
                hint: "give either --state DIR, a folder for them, or --ephemeral"
            )
        }
        var settings = DemoServers.Settings()
        if let address = try invocation.value(listen) { settings.shop = address }
        settings.platform = try PlatformSetup.options(
            try invocation.value(platform),
            try invocation.value(form)
        )
        settings.reveals = invocation.has(reveal.name)
        EndingSignals.writeWithoutWaiting()
        let ending = AwaitableValue(false)
        var result: Result<Void, UsageProblem> = .success(())
        // From the beginning, so that a signal during the start leaves no file either.
        await EndingSignals.serve(stoppingBy: { ending.change { $0 = true } }) {
            do throws(UsageProblem) {
                try await serve(invocation, output, settings, until: ending)
            } catch { result = .failure(error) }
        }
        try result.get()
        return .success
    }

    private static func serve(
        _ invocation: Invocation,
        _ output: Output,
        _ settings: DemoServers.Settings,
        until ending: AwaitableValue<Bool>
    ) async throws(UsageProblem) {
        let folders = try DemoFolders(
            invocation.has(ephemeral.name)
                ? nil : invocation.value(state) ?? DemoFolders.standard
        )
        defer { folders.removeIfTemporary() }
        let logs = invocation.has(log.name) ? output : Output(results: { _ in }, remarks: { _ in })
        try await DemoServers.run(in: folders, settings, until: ending, logs) { servers in
            let addresses = DemoAddresses(servers)
            if invocation.has(json.name) {
                output.result(addresses.json.compact)
            } else {
                addresses.print(to: output, folders)
            }
            if !invocation.has(noBrowser.name) { DemoBrowser.open(addresses.shop, output) }
        }
    }
}

import CardNetwork
import CommandLineTool
import Files
import SandboxServer
import World

extension SandboxVerb {
    /// The folder of a network that there is already.
    static let folder = Option("state", "DIR", help: "the folder of a network's records")
    private static let accountsJSON = Option("json", help: "print one JSON object")

    /// `quince sandbox accounts`.
    static let accounts = Verb(
        "sandbox",
        "accounts",
        summary: "List the cardholders' accounts of a card network.",
        options: [folder, accountsJSON],
        notes: """
            A network may be running. Of each card the last four digits are shown.
            Exit status: 0 listed, 2 wrong usage or configuration.
            """,
        example: "quince sandbox accounts --state /tmp/network",
        run: { invocation, output throws(UsageProblem) in
            let accounts = try await withNetwork(invocation) { try await $0.accounts() }
            AccountsReport(accounts: accounts)
                .write(to: output, isJSON: invocation.has(accountsJSON.name))
            return .success
        }
    )

    /// `quince sandbox account`.
    static let account = Verb(
        "sandbox",
        "account",
        summary: "Set what an issuer permits a cardholder's account, or show it.",
        options: [
            folder, AccountInput.card, AccountInput.status, AccountInput.credit,
            AccountInput.paymentLimit, AccountInput.dailyLimit, AccountInput.dailyCount,
            AccountInput.street, AccountInput.postalCode, AccountInput.noAddress, AccountInput.pin,
            accountsJSON,
        ],
        notes: """
            A network may be running: the next message is decided by the new settings. Amounts are
            in minor units and hold in each currency. A change of the credit line is posted to the
            ledger. What the codes of a refusal are is in Documentation/SimulatedCardNetwork.md.
            Exit status: 0 set or shown, 2 wrong usage or configuration.
            """,
        example: "quince sandbox account --state /tmp/network --card 1111 --status lost",
        run: { invocation, output throws(UsageProblem) in
            let input = try AccountInput(invocation)
            let account = try await withNetwork(invocation) { network in
                let found = try input.account(among: try await network.accounts(), of: network)
                guard input.changes else { return found }
                do throws(AccountFailure) {
                    return try await network.changeAccount(
                        found.identifier,
                        pin: input.newPIN,
                        input.change
                    )
                } catch .refused(let refusal) {
                    throw UsageProblem("\(refusal)", hint: "quince sandbox account --help")
                } catch .storage(let failure) { throw failure }
            }
            AccountsReport(accounts: [account])
                .write(to: output, isJSON: invocation.has(accountsJSON.name))
            return .success
        }
    )

    static func withNetwork<Result: Sendable>(
        _ invocation: Invocation,
        _ body: (CardNetwork) async throws -> Result
    ) async throws(UsageProblem) -> Result {
        let network = try await openExisting(invocation)
        return try await reporting(
            "--state \(invocation.value(folder) ?? "")",
            hint: "nothing was set unless the message says otherwise; try again"
        ) { try await closing(network.close) { try await body(network) } }
    }

    /// Opens the folder of an existing network.
    static func openExisting(
        _ invocation: Invocation
    ) async throws(UsageProblem) -> CardNetwork {
        guard let path = invocation.value(folder) else {
            throw UsageProblem("no folder", hint: "--state DIR names the network's folder")
        }
        guard Files.exists("\(path)/\(CardNetwork.fileName)") else {
            throw UsageProblem(
                "--state \(path): no network has its records there",
                hint: "give the folder of quince sandbox network --state DIR"
            )
        }
        let world = try await reporting("--state \(path)") {
            try await SandboxFolder.world(of: path, machine: .system)
        }
        return try await open(path, world ?? .system)
    }
}

import CommandLineTool
import JSON
import MerchantServer
import Storage
import World

extension ServerVerb {
    private static let action = Operand("ACTION", help: "add, list or revoke")
    private static let keyIdentifier = Operand(
        "KEY",
        isOptional: true,
        help: "with revoke, the key's identifier, as listed"
    )
    private static let name = Option("name", "TEXT", help: "with add, your words for the key")
    private static let role = Option(
        "role",
        "ROLE",
        choices: CallerRole.self,
        help:
            "with add, what it may do: shop takes payments, billing charges credentials too,\nback-office captures, voids and refunds too, read-only reads"
    )

    /// `quince server key`.
    static let key = Verb(
        "server",
        "key",
        summary: "Make, list and revoke the API keys of a shop's server.",
        operands: [action, keyIdentifier],
        options: [config, name, role, json],
        notes: """
            A key is printed once, when it is made: the database has its SHA-256 only. Servers
            refuse a revoked key after two seconds at most.
            Exit status: 0 done, 1 no valid key of this identifier, 2 wrong usage or configuration.
            """,
        example: "quince server key add --config shop/server.json --name web --role shop",
        run: { invocation, output throws(UsageProblem) in
            let words = invocation.operands
            guard
                words == ["add"] || words == ["list"] || words.first == "revoke" && words.count == 2
            else {
                throw UsageProblem(
                    "key takes add, list, or revoke with the identifier of a key",
                    hint: "quince help server key"
                )
            }
            let database = try await open(try configuration(invocation))
            let keys = APIKeys(database, world: .system)
            return try await reporting("database") {
                try await closing(database.close) {
                    try await act(words[0], words.dropFirst().first, keys, invocation, output)
                }
            }
        }
    )

    private static func act(
        _ action: String,
        _ identifier: String?,
        _ keys: APIKeys,
        _ invocation: Invocation,
        _ output: Output
    ) async throws -> ExitStatus {
        let role = try invocation.value(role) ?? .shop
        switch (action, identifier) {
        case ("add", nil):
            let name = invocation.value(name) ?? role.rawValue
            let (entry, key) = try await keys.add(name: name, role: role)
            output.result(
                invocation.has(json.name)
                    ? JSONOutput.object([
                        "apiKey": .string(key), "identifier": .string(entry.identifier),
                        "role": .string(role.rawValue),
                    ]).compact : key
            )
        case ("list", nil): write(try await keys.list(), invocation, output)
        case ("revoke", let identifier?):
            guard try await keys.revoke(identifier) else {
                output.problem("no valid key has the identifier \(identifier)", hint: "")
                return .refused
            }
            invocation.has(json.name)
                ? output.result(JSONOutput.object(["revoked": .string(identifier)]).compact)
                : output.line("revoked \(identifier)")
        default: return .misuse
        }
        return .success
    }

    private static func write(
        _ entries: [APIKeys.Entry],
        _ invocation: Invocation,
        _ output: Output
    ) {
        guard !invocation.has(json.name) else {
            let list = entries.map { entry in
                JSONOutput.object([
                    "identifier": .string(entry.identifier), "name": .string(entry.name),
                    "role": .string(entry.role.rawValue),
                    "createdAt": .string(entry.createdAt.iso8601),
                    "revokedAt": entry.revokedAt.map { .string($0.iso8601) },
                ])
            }
            return output.result(JSONOutput.object(["keys": .array(list)]).compact)
        }
        for entry in entries {
            let state = entry.revokedAt.map { "revoked \($0.iso8601)" } ?? "valid"
            output.line("\(entry.identifier)  \(entry.role.rawValue)  \(state)  \(entry.name)")
        }
    }
}

import CommandLineTool
import Files
import HTTPMessages
import JSON
import RemoteSandbox
import SandboxServer
import World

/// The member center that a command acts on: that of a folder, or of a sandbox that runs.
struct MemberCenterCalls {
    static let folder = Option("state", "DIR", help: "the folder of a sandbox's records")
    static let sandbox = Option(
        "sandbox",
        "URL",
        help: "the API of a running sandbox, such as http://127.0.0.1:8080, in place of\n--state"
    )
    static let token = Option("token", "TOKEN", help: "the token that the sandbox printed")
    static let json = Option("json", help: "print one JSON object")
    static let options = [folder, sandbox, token]

    private enum Place {
        case folder(LocalAPI)
        case server(SandboxConnection, url: String)
    }

    private let place: Place

    /// Whether a command names a sandbox.
    static func isNamed(_ invocation: Invocation) -> Bool {
        options.contains { invocation.has($0.name) }
    }

    /// Runs a command with the member center that its options name.
    ///
    /// - Parameters:
    ///   - invocation: The command.
    ///   - creates: Whether the folder is made where there is none.
    ///   - body: What the command does.
    /// - Returns: What the command returns.
    /// - Throws: ``CommandLineTool/UsageProblem``.
    static func use<Result: Sendable>(
        _ invocation: Invocation,
        creates: Bool = false,
        _ body: (MemberCenterCalls) async throws(UsageProblem) -> Result
    ) async throws(UsageProblem) -> Result {
        switch (invocation.value(folder), invocation.value(sandbox)) {
        case (let path?, nil):
            let opened = try await open(path, creates: creates)
            return try await closing(opened.close) { () throws(UsageProblem) in
                try await body(MemberCenterCalls(place: .folder(LocalAPI(memberCenterOf: opened))))
            }
        case (nil, let url?):
            guard let token = invocation.value(token) else {
                throw UsageProblem(
                    "--sandbox without its token",
                    hint: "--token TOKEN is what the sandbox printed when it was ready"
                )
            }
            return try await body(try server(url, token: token))
        case (nil, nil):
            throw UsageProblem(
                "no sandbox",
                hint: "--state DIR names its folder, or --sandbox URL --token TOKEN a running one"
            )
        case (_?, _?):
            throw UsageProblem("two sandboxes", hint: "give either --state DIR or --sandbox URL")
        }
    }

    /// The member center of a running sandbox.
    static func server(_ url: String, token: String) throws(UsageProblem) -> MemberCenterCalls {
        let connection = try reporting { try SandboxConnection(api: url, token: token) }
        return MemberCenterCalls(place: .server(connection, url: url))
    }

    /// Asks the member center.
    ///
    /// - Returns: The answer.
    /// - Throws: ``CommandLineTool/UsageProblem`` where it refuses, with its reason.
    func call(
        _ method: HTTPMethod,
        _ path: [String],
        _ body: JSONOutput? = nil
    ) async throws(UsageProblem) -> JSONValue {
        do throws(SandboxConnectionFailure) {
            switch place {
            case .folder(let api):
                let bytes = body?.compactBytes ?? []
                let target = SandboxConnection.path(path)
                return try SandboxConnection.body(
                    of: await api.answer(method, target, body: bytes)
                ).root
            case .server(let connection, _):
                return try await connection.call(method, path, body).root
            }
        } catch {
            throw switch (error, place) {
            case (.notSent(let reason), .server(_, let url)):
                UsageProblem(
                    "--sandbox \(url): \(reason)",
                    hint: "give the URL that the sandbox printed as its API"
                )
            case (.notASandbox, _): UsageProblem(error, hint: "is it the API of quince sandbox?")
            default: UsageProblem(error, hint: "")
            }
        }
    }

    /// Opens a sandbox's folder.
    static func open(
        _ path: String,
        creates: Bool
    ) async throws(UsageProblem) -> SandboxFolder {
        if creates { try SandboxVerb.makeFolder(path) }
        guard creates || Files.exists("\(path)/\(SandboxFolder.fileName)") else {
            throw UsageProblem(
                "--state \(path): no sandbox has its records there",
                hint: "give the folder of quince sandbox --state DIR, or register a merchant first"
            )
        }
        return try await reporting("--state \(path)") {
            try await SandboxFolder(path, world: .system)
        }
    }
}

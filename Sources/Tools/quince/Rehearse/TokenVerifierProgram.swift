import Files
import HTTPClient
import HTTPMessages
import World

/// A merchant's own software that opens tokens: a server at a URL, or a command.
enum TokenVerifierProgram: Sendable {
    case server(String, HTTPClient)
    case command(String)

    /// The software's verdict on a token.
    enum Verdict: Hashable, Sendable {
        case opened
        case refused
        /// It gave no answer, and why.
        case failed(String)
    }

    /// The longest time for one token. Units: seconds.
    static let timeLimit = 60

    /// The statuses with which a server says nothing of a token: it did not read it.
    private static let unread: Set<Int> = [401, 404, 405, 408, 411, 413, 414, 415, 429]

    /// Gives the software a token: as the body of a POST, or on standard input.
    ///
    /// - Parameters:
    ///   - token: The token, JSON on one line.
    ///   - step: The name of the rehearsal's step, which a command finds in `QUINCE_STEP`.
    ///   - folder: The folder for the token's file.
    /// - Returns: What the program says of the token.
    func verdict(
        on token: [UInt8],
        at step: String,
        in folder: String
    ) async -> Verdict {
        switch self {
        case .server(let url, let client): return await Self.ask(url, client, token)
        case .command(let command):
            let file = "\(folder)/token.json"
            do throws(FileFailure) { try Files.write(token, to: file) } catch {
                return .failed("\(error)")
            }
            switch await Self.run(command, at: step, in: folder, input: file) {
            case 0: return .opened
            case 124: return .failed("it did not end within \(Self.timeLimit) seconds")
            case 126, 127: return .failed("the command was not found, or cannot be run")
            case .some: return .refused
            case nil: return .failed("no process could be started")
            }
        }
    }

    private static func ask(
        _ url: String,
        _ client: HTTPClient,
        _ token: [UInt8]
    ) async -> Verdict {
        var request = HTTPClientRequest(
            .post,
            url,
            fields: [.contentType: .json],
            body: token
        )
        request.timeLimit = .seconds(timeLimit)
        do throws(HTTPClientFailure) {
            let status = try await client.send(request).status.code
            switch status {
            case 200..<300: return .opened
            case 400..<500 where !unread.contains(status): return .refused
            default: return .failed("it answered with status \(status)")
            }
        } catch { return .failed("\(error)") }
    }

    /// Runs a command by the shell. What it prints goes to standard error.
    ///
    /// - Returns: Its exit status; nil where no process could be started.
    static func run(
        _ command: String,
        at step: String,
        in folder: String,
        input: String = "/dev/null"
    ) async -> Int32? {
        await ShellCommand(
            command,
            variables: ["QUINCE_STEP": step, "QUINCE_FOLDER": folder],
            input: input,
            secondsLimit: timeLimit
        ).run()
    }
}

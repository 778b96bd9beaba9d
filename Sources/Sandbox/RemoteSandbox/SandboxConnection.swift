public import Cryptography
internal import HTTPClient
public import HTTPMessages
public import JSON
public import Wallet
internal import World

/// A sandbox that runs in another process: `quince sandbox`.
///
/// ```swift
/// let sandbox = try SandboxConnection(api: "http://127.0.0.1:8080", token: "TEST-…")
/// let wallet = try await sandbox.wallet(with: [.visa])
/// ```
public struct SandboxConnection: Sendable {
    /// The address of its API.
    public let api: String
    private let token: String
    private let client: HTTPClient

    /// A connection; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - api: The address of the API, as the sandbox printed it.
    ///   - token: The token of the API, as the sandbox printed it.
    /// - Throws: ``SandboxConnectionFailure/notSent(_:)`` where the system has no thread to give.
    public init(api: String, token: String) throws(SandboxConnectionFailure) {
        self.api = api.hasSuffix("/") ? String(api.dropLast()) : api
        self.token = token
        do throws(HTTPClientFailure) { client = try HTTPClient() } catch {
            throw .notSent("\(error)")
        }
    }

    /// A connection to the sandbox whose JSON line this is: what `quince sandbox --json` printed.
    ///
    /// - Throws: ``SandboxConnectionFailure/lineMalformed`` for another text.
    public init(line: String) throws(SandboxConnectionFailure) {
        guard let document = try? JSONDocument(Array(line.utf8)),
            let api = document.root.member("api")?.string,
            let token = document.root.member("token")?.string
        else { throw .lineMalformed }
        try self.init(api: api, token: token)
    }

    /// Calls an operation of the API.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The parts of the path, which are percent-encoded here.
    ///   - body: The body; nil for none.
    /// - Returns: The answer's body, of a status below 400.
    /// - Throws: ``SandboxConnectionFailure``.
    public func call(
        _ method: HTTPMethod,
        _ path: [String],
        _ body: JSONOutput? = nil
    ) async throws(SandboxConnectionFailure) -> JSONDocument {
        var fields = HTTPFields()
        fields[.authorization] = HTTPFieldValue("Bearer \(token)")
        if body != nil { fields[.contentType] = .json }
        let url = api + Self.path(path)
        let bytes = body?.compactBytes ?? []
        let response: HTTPResponse
        do throws(HTTPClientFailure) {
            response = try await client.send(
                HTTPClientRequest(method, url, fields: fields, body: bytes)
            )
        } catch { throw .notSent("\(error)") }
        return try Self.body(of: response)
    }

    /// A path of the API, of its parts.
    package static func path(_ parts: [String]) -> String {
        parts.map { "/" + PathSegment.encoded($0) }.joined()
    }

    /// The body of an answer of the API.
    ///
    /// - Throws: ``SandboxConnectionFailure`` for a refusal, or what is no answer of the API.
    package static func body(
        of response: HTTPResponse
    ) throws(SandboxConnectionFailure) -> JSONDocument {
        guard let document = try? JSONDocument(response.body) else {
            throw .notASandbox(response.status.code)
        }
        guard response.status.code < 400 else {
            throw .refused(
                status: response.status.code,
                code: document.root.member("code")?.string,
                detail: document.root.member("detail")?.string
            )
        }
        return document
    }
}

/// Why a sandbox of another process did not do something.
public enum SandboxConnectionFailure: Error, Hashable, Sendable {
    /// The text is not the line that `quince sandbox --json` prints.
    case lineMalformed
    /// It was not reached, or did not answer; the text says why.
    case notSent(String)
    /// The answer is not that of a sandbox's API: it has this status and no JSON.
    case notASandbox(Int)
    /// It refused, with the name of the cause and the reason.
    case refused(status: Int, code: String?, detail: String?)
    /// Its answer has not the form that this version reads.
    case answerUnreadable
    /// The device does not take a card.
    case card(CardRefusal)
    /// The Secure Element of the phone could not be made, or an account for it not be read.
    case chip(CryptographyFailure)
}

extension SandboxConnectionFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .lineMalformed: "the text is not the line that quince sandbox --json prints"
        case .notSent(let reason): "the sandbox did not answer: \(reason)"
        case .notASandbox(let status): "the sandbox answered with status \(status) and no JSON"
        case .refused(let status, _, let detail):
            detail ?? "the sandbox refused with status \(status)"
        case .answerUnreadable: "the sandbox's answer cannot be read; is it of the same version?"
        case .card(let refusal): "\(refusal)"
        case .chip(let failure): "the Secure Element failed: \(failure)"
        }
    }
}

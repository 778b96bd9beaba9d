import HTTPClient
import HTTPMessages
import JSON
import PlatformProcessors
import World
import XML

/// A platform that answers requests from a list, and keeps the requests.
final class ScriptedPlatform: PlatformExchange {
    /// The answer to one request.
    enum Answer: Sendable {
        case status(Int, String)
        /// The answer that Stripe keeps under a key.
        case kept(Int)
        case lost(HTTPClientFailure)
    }

    /// A request, by what it asks for: `POST /payments`.
    struct Asked: Sendable {
        let line: String
        let fields: HTTPFields
        let body: JSONValue?
        let xml: XMLElement?
        let hasNewConnection: Bool

        func field(_ name: HTTPFieldName) -> String? { fields[name]?.text }

        func member(_ path: String...) -> JSONValue? {
            path.reduce(body) { $0?.member($1) }
        }
    }

    private let answers: LockedValue<[Answer]>
    private let requests = LockedValue<[Asked]>([])

    init(_ answers: [Answer]) { self.answers = LockedValue(answers) }

    /// The requests, the first one first.
    var asked: [Asked] { requests.withLock(\.self) }
    var lines: [String] { asked.map(\.line) }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPResponse {
        let path = request.url.dropFirst("https://".count).drop { $0 != "/" }
        requests.withLock {
            $0.append(
                Asked(
                    line: "\(request.method.name) \(path)",
                    fields: request.fields,
                    body: try? JSONDocument(request.body).root,
                    xml: try? XMLElement(request.body),
                    hasNewConnection: request.hasNewConnection
                )
            )
        }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch answer {
        case .status(let code, let body):
            return HTTPResponse(HTTPStatus(code) ?? .ok, body: Array(body.utf8))
        case .kept(let code):
            return HTTPResponse(HTTPStatus(code) ?? .ok, fields: ["Idempotent-Replayed": "true"])
        case .lost(let failure): throw failure
        case nil: throw .notSent(.connectionFailed)
        }
    }
}

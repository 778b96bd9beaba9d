import HTTPMessages
import HTTPServer
import JSON
import Sockets
import World

/// A shop's receiver of events, which answers as a test says.
final class WebhookReceiver: Sendable {
    struct Message: Sendable {
        let identifier: String
        let timestamp: String
        let signature: String
        let body: [UInt8]
        /// The type of the event, and the position; 0 for none.
        let type: String
        let position: Int64
        let subject: String
    }

    private struct State: Sendable {
        var messages: [Message] = []
        var answer: @Sendable (Message) async -> HTTPServerResponse = { _ in .status(.noContent) }
    }

    private let state = AwaitableValue(State())
    private let server: HTTPServer
    let url: String

    init() throws {
        let state = state
        server = try HTTPServer(at: .loopback(), world: .system) { request in
            let fields = request.head.fields
            let root = try? JSONDocument(request.body).root
            let data = root?.member("data")
            let message = Message(
                identifier: fields["webhook-id"]?.text ?? "",
                timestamp: fields["webhook-timestamp"]?.text ?? "",
                signature: fields["webhook-signature"]?.text ?? "",
                body: request.body,
                type: root?.text("type") ?? "",
                position: root?.member("position")?.integer ?? 0,
                subject: data?.member("key")?.string ?? ""
            )
            let answer = state.change { state in
                state.messages.append(message)
                return state.answer
            }
            return await answer(message)
        }
        url = "http://\(server.address)/events"
    }

    var messages: [Message] { state.read(\.messages) }

    /// Answers messages from now on.
    func answer(_ answer: @escaping @Sendable (Message) async -> HTTPServerResponse) {
        state.change { $0.answer = answer }
    }

    /// The messages, once there are so many, or after a minute.
    func messages(_ count: Int) async -> [Message] {
        _ = await state.wait(within: .seconds(60)) { $0.messages.count >= count }
        return messages
    }

    /// Whether a message comes, within a minute.
    func isSent(_ isIt: @escaping @Sendable (Message) -> Bool) async -> Bool {
        await state.wait(within: .seconds(60)) { $0.messages.contains(where: isIt) }
    }

    func stop() async { await server.stop() }
}

extension JSONValue {
    /// The text of a member; empty where there is none.
    func text(_ name: String) -> String { member(name)?.string ?? "" }
}

import HTTPMessages
import JSON
import MerchantServer
import TestSupport
import Testing
import World

@Suite("Webhooks of the configuration")
struct ConfiguredWebhookTests {
    private static func members(_ endpoints: String) -> String {
        WebhookTests.members.replacing("}", with: #","endpoints":[\#(endpoints)]}"#)
    }

    /// A fixture with a key.
    private struct Shop {
        let fixture: ServerFixture
        let key: String

        func send(
            _ method: HTTPMethod,
            _ path: String,
            to server: MerchantAPIServer? = nil
        ) async throws -> HTTPResponse {
            try await fixture.send(method, "/webhooks\(path)", key: key, to: server)
        }

        /// The webhook as a server has it, once it is there and has come past a position.
        func webhook(
            of server: MerchantAPIServer,
            after position: Int64 = -1
        ) async throws -> JSONValue {
            while true {
                let answer = try await send(.get, "/configured-a", to: server)
                let root = try JSONDocument(answer.body).root
                if let place = root.member("position")?.integer, place > position { return root }
                await RealTime.pass(.milliseconds(10))
            }
        }
    }

    /// Servers whose configuration names a webhook, while they run.
    private static func withServers(
        _ count: Int,
        _ fixture: ServerFixture,
        _ endpoint: String,
        body: (MerchantAPIServer) async throws -> Void
    ) async throws {
        let servers = try (0..<count).map { _ in try fixture.another(members(endpoint)) }
        let running = servers.map { server in Task { await server.run() } }
        try await body(servers[0])
        for server in servers { server.stop() }
        for task in running { await task.value }
    }

    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `are there once, and keep their places and secrets over restarts`(
        _ kind: ServerFixture.DatabaseKind
    ) async throws {
        // Its own configuration names no webhook.
        let fixture = try await WebhookTests.server(kind)
        let (first, second) = (try WebhookReceiver(), try WebhookReceiver())
        let key = try await fixture.keys.add(name: "a", role: .backOffice).key
        let shop = Shop(fixture: fixture, key: key)
        var secret = ""
        try await Self.withServers(2, fixture, #"{"name":"a","url":"\#(first.url)"}"#) { server in
            let made = try await shop.webhook(of: server)
            let renewed = try await shop.send(.post, "/configured-a/secret", to: server)
            secret = try JSONDocument(renewed.body).root.text("secret")
            _ = try await fixture.keys.add(name: "b", role: .shop)
            #expect(await first.messages(1).count == 1)
            // The outcome is recorded after the message was taken.
            let start = try #require(made.member("position")?.integer)
            _ = try await shop.webhook(of: server, after: start)
        }
        // While no server sends to it.
        let waiting = try await fixture.keys.add(name: "c", role: .shop).entry.identifier
        let changed = #"{"name":"a","url":"\#(second.url)","events":["key.added"]}"#
        try await Self.withServers(2, fixture, changed) { server in
            _ = try await fixture.keys.revoke(waiting)
            let last = try await fixture.keys.add(name: "d", role: .shop).entry.identifier
            // Two keys' events may arrive in either order.
            let messages = await second.messages(2).sorted { $0.position < $1.position }
            _ = try await shop.webhook(of: server, after: try #require(messages.last).position - 1)
            #expect(messages.map(\.subject) == [waiting, last])
            let signature = messages.first?.signature.split(separator: " ").first
            #expect(
                try await WebhookTests.signature(of: try #require(messages.first), secret)
                    == signature.map(String.init)
            )
            let list = try JSONDocument(try await shop.send(.get, "", to: server).body).root
            #expect(list.member("webhooks")?.elements?.map { $0.text("id") } == ["configured-a"])
            #expect(try await shop.webhook(of: server).member("configured")?.bool == true)
            #expect(
                try await shop.send(.delete, "/configured-a", to: server).code
                    == "webhookConfigured"
            )
        }
        _ = try await fixture.keys.add(name: "e", role: .shop)
        await RealTime.pass(.milliseconds(700))
        #expect(try await shop.webhook(of: fixture.server).member("configured")?.bool == false)
        #expect(try await shop.send(.delete, "/configured-a").status == .noContent)
        fixture.clock.advance(bySeconds: 60)
        try await Self.withServers(1, fixture, changed) { server in
            _ = try await shop.webhook(of: server)
            let last = try await fixture.keys.add(name: "f", role: .shop).entry.identifier
            let messages = await second.messages(3)
            #expect(messages.dropFirst(2).map(\.subject) == [last])
            let message = try #require(messages.last)
            #expect(try await WebhookTests.signature(of: message, secret) != message.signature)
        }
        await fixture.stop()
        #expect(first.messages.count == 1 && second.messages.count == 3)
        await first.stop()
        await second.stop()
    }
}

import Bytes
import Foundation
import HTTPMessages
import HTTPServer
import JSON
import MerchantServer
import Storage
import TestSupport
import Testing
import World

/// Events of API keys: each key is a lane of its own, as each payment is.
@Suite("Events and webhooks of the merchant's server")
struct WebhookTests {
    static let members = #"""
        ,"webhooks":{"keyFile":"webhooks.key","privateHosts":["127.0.0.1"]}
        """#

    static func server(_ kind: ServerFixture.DatabaseKind) async throws -> ServerFixture {
        try await ServerFixture(kind, members) { folder in
            let file = folder.url.appending(path: "webhooks.key")
            try Data(String(repeating: "TEST", count: 8).utf8).write(to: file)
            try FileManager.default
                .setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
    }

    /// A webhook of a server.
    struct Bench {
        let fixture: ServerFixture
        let receiver: WebhookReceiver
        let key: String
        let id: String
        let secret: String
        /// The position of the last event before the webhook was made.
        let start: Int64

        init(_ kind: ServerFixture.DatabaseKind = .sqlite, events: String = "") async throws {
            fixture = try await server(kind)
            receiver = try WebhookReceiver()
            key = try await fixture.keys.add(name: "a", role: .backOffice).key
            let body = #"{"url":"\#(receiver.url)"\#(events)}"#
            let made = try await fixture.send(.post, "/webhooks", key: key, body: body)
            let root = try JSONDocument(made.body).root
            (id, secret) = (root.text("id"), root.text("secret"))
            start = try #require(root.member("position")?.integer)
            #expect(made.status == .created && secret.hasPrefix("whsec_"))
        }

        func send(
            _ method: HTTPMethod,
            _ path: String,
            body: String = ""
        ) async throws -> (status: HTTPStatus, root: JSONDocument) {
            let answer = try await fixture.send(method, path, key: key, body: body)
            return (
                answer.status,
                try JSONDocument(answer.body.isEmpty ? Array("{}".utf8) : answer.body)
            )
        }

        func deliveries() async throws -> [JSONValue] {
            try await send(.get, "/webhooks/\(id)/deliveries").root.root.member("deliveries")?
                .elements ?? []
        }

        /// The events that were not taken, once they are as a test wants them, or after a minute.
        func deliveries(
            until isRight: ([JSONValue]) -> Bool
        ) async throws -> [JSONValue] {
            for _ in 0..<3_000 {
                let found = try await deliveries()
                if isRight(found) { return found }
                await RealTime.pass(.milliseconds(20))
            }
            Issue.record("the deliveries do not become as they should")
            return try await deliveries()
        }

        func stop() async {
            await fixture.stop()
            await receiver.stop()
        }
    }

    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `sends each event once where it is taken, the oldest first`(
        _ kind: ServerFixture.DatabaseKind
    ) async throws {
        let bench = try await Bench(kind)
        let first = try await bench.fixture.keys.add(name: "b", role: .shop).entry.identifier
        _ = try await bench.fixture.keys.revoke(first)
        let second = try await bench.fixture.keys.add(name: "c", role: .shop).entry.identifier
        let messages = await bench.receiver.messages(3)
        #expect(
            messages.filter { $0.subject == first }.map(\.type) == ["key.added", "key.revoked"]
        )
        #expect(messages.filter { $0.subject == second }.map(\.type) == ["key.added"])
        #expect(Set(messages.map(\.identifier)).count == 3)
        let events = try await bench.send(.get, "/events?after=\(bench.start)").root.root
        #expect(
            events.member("events")?.elements?.map { $0.text("id") }
                == messages.sorted { $0.position < $1.position }.map(\.identifier)
        )
        #expect(try await bench.deliveries().isEmpty)
        await bench.stop()
        #expect(bench.receiver.messages.count == 3)
    }

    @Test func `keeps the order of a payment whose event fails, and goes on with others`()
        async throws
    {
        let bench = try await Bench()
        let isOpen = LockedValue(false)
        bench.receiver.answer { message in
            isOpen.withLock(\.self) || message.type != "key.added"
                ? .status(.noContent) : .status(.internalServerError)
        }
        let keys = bench.fixture.keys
        let first = try await keys.add(name: "b", role: .shop).entry.identifier
        _ = try await bench.deliveries { $0.count == 1 }
        _ = try await keys.revoke(first)
        // Nothing could be delivered, so that the webhook pauses.
        bench.fixture.clock.advance(bySeconds: 5)
        let waiting = try await bench.deliveries { $0.first?.member("attempts")?.integer == 2 }
        #expect(waiting.first?.text("failure") == "the answer was 500")
        isOpen.withLock { $0 = true }
        let second = try await keys.add(name: "c", role: .shop).entry.identifier
        bench.fixture.clock.advance(bySeconds: 20)
        var messages = await bench.receiver.messages(3)
        #expect(messages.suffix(1).map(\.subject) == [second])
        let behind = try await bench.deliveries { $0.count == 2 }.last
        #expect(behind?.member("attempts")?.integer == 0 && behind?.member("dueAt") == nil)
        bench.fixture.clock.advance(bySeconds: 300)
        messages = await bench.receiver.messages(5)
        #expect(
            messages.filter { $0.subject == first }.map(\.type)
                == ["key.added", "key.added", "key.added", "key.revoked"]
        )
        #expect(Set(messages.map(\.identifier)).count == 3)
        #expect(try await bench.deliveries { $0.isEmpty }.isEmpty)
        await bench.stop()
    }

    @Test func `gives an event up after a day, lists it, and sends it again when asked`()
        async throws
    {
        let bench = try await Bench(events: #","events":["key.added"]"#)
        bench.receiver.answer { _ in .status(.serviceUnavailable) }
        let key = try await bench.fixture.keys.add(name: "b", role: .shop).entry
        var waited: Int64 = 0
        for (count, delay) in [5, 300, 1_800, 7_200, 18_000, 28_800, 30_300].enumerated() {
            _ = try await bench.deliveries {
                $0.first?.member("attempts")?.integer == Int64(count + 1)
            }
            bench.fixture.clock.advance(bySeconds: Int64(delay))
            waited += Int64(delay)
        }
        #expect((86_400...90_000).contains(waited))
        let given = try await bench.deliveries { $0.first?.text("status") == "givenUp" }
        #expect(given.count == 1 && given[0].member("attempts")?.integer == 8)
        #expect(bench.fixture.log.withLock { $0.contains { $0.contains("webhook.givenUp") } })
        // Of a type that is not wanted.
        _ = try await bench.fixture.keys.revoke(key.identifier)
        bench.receiver.answer { _ in .status(.ok) }
        bench.fixture.clock.advance(bySeconds: 900)
        let position = given[0].member("event")?.member("position")?.integer ?? 0
        let path = "/webhooks/\(bench.id)/deliveries/\(position)"
        #expect(try await bench.send(.post, path).status == .accepted)
        let messages = await bench.receiver.messages(9)
        #expect(Set(messages.map(\.identifier)).count == 1)
        #expect(try await bench.deliveries { $0.isEmpty }.isEmpty)
        #expect(
            try await bench.send(.post, "/webhooks/\(bench.id)/deliveries/999").status == .notFound
        )
        await bench.stop()
    }

    @Test func `forgets after 30 days what was given up`() async throws {
        let bench = try await Bench()
        bench.receiver.answer { _ in .status(.serviceUnavailable) }
        _ = try await bench.fixture.keys.add(name: "b", role: .shop)
        _ = try await bench.deliveries { $0.first?.member("attempts")?.integer == 1 }
        let now = bench.fixture.clock.now.seconds
        try await bench.fixture.database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                "UPDATE webhook_delivery SET due_at = NULL, given_up_at = $1",
                [.integer(now)]
            )
        }
        #expect(try await bench.deliveries().count == 1)
        bench.receiver.answer { _ in .status(.ok) }
        bench.fixture.clock.advance(bySeconds: 31 * 86_400)
        _ = try await bench.fixture.keys.add(name: "c", role: .shop)
        #expect(try await bench.deliveries { $0.isEmpty }.isEmpty)
        await bench.stop()
    }

    @Test func `says what an attempt came to: a redirect, a closed connection, a private address`()
        async throws
    {
        let bench = try await Bench()
        let redirected = try WebhookReceiver()
        let target = redirected.url
        let test = "/webhooks/\(bench.id)/test"
        #expect(try await bench.send(.post, test).root.root.member("delivered")?.bool == true)
        bench.receiver.answer { _ in
            .complete(HTTPResponse(HTTPStatus(302)!, fields: [.location: HTTPFieldValue(target)!]))
        }
        #expect(try await bench.send(.post, test).root.root.text("failure") == "the answer was 302")
        bench.receiver.answer { _ in .disconnect }
        #expect(
            try await bench.send(.post, test).root.root.text("failure")
                == "the connection ended before the response did"
        )
        #expect(redirected.messages.isEmpty)
        // libcurl sends a request again whose connection was used before and ended.
        #expect(Set(bench.receiver.messages.map(\.type)) == ["webhook.test"])
        for host in ["localhost", "[::1]", "127.1", "2130706433", "[::ffff:127.0.0.1]", "0.0.0.0"] {
            let url = "https://\(host):\(target.split(separator: ":")[2])"
            let made = try await bench.send(.post, "/webhooks", body: #"{"url":"\#(url)"}"#)
            #expect(made.status == .created, "\(host)")
            let failure = try await bench.send(.post, "/webhooks/\(made.root.root.text("id"))/test")
            #expect(
                failure.root.root.text("failure")
                    == "the host's name leads to an address that is not public",
                "\(host)"
            )
        }
        await bench.stop()
        await redirected.stop()
    }

    @Test(arguments: [
        "http://shop.example/", "ftp://shop.example/", "https://a:b@shop.example/", "https://",
        "https://shop.example/#part", "https://shop.example:port/", "shop.example",
    ])
    func `takes no address to which events do not go safely`(_ url: String) async throws {
        let fixture = try await Self.server(.sqlite)
        let key = try await fixture.keys.add(name: "a", role: .backOffice).key
        let answer = try await fixture.send(
            .post,
            "/webhooks",
            key: key,
            body: #"{"url":"\#(url)"}"#
        )
        #expect(answer.status == .unprocessableContent)
        #expect(try JSONDocument(answer.body).root.text("code") == "webhookAddressInvalid")
        await fixture.stop()
    }

    @Test func `signs with two secrets while one is replaced, and is removed`() async throws {
        let bench = try await Bench()
        let renewed = try await bench.send(.post, "/webhooks/\(bench.id)/secret").root.root
        #expect(renewed.text("secret") != bench.secret && renewed.text("id") == bench.id)
        _ = try await bench.send(.post, "/webhooks/\(bench.id)/test")
        bench.fixture.clock.advance(bySeconds: 86_401)
        _ = try await bench.send(.post, "/webhooks/\(bench.id)/test")
        let messages = bench.receiver.messages
        try #require(messages.count == 2)
        let signatures = messages.map { $0.signature.split(separator: " ").map(String.init) }
        #expect(signatures.map(\.count) == [2, 1])
        for (message, secret, signature) in [
            (messages[0], renewed.text("secret"), signatures[0][0]),
            (messages[0], bench.secret, signatures[0][1]),
            (messages[1], renewed.text("secret"), signatures[1][0]),
        ] {
            #expect(try await Self.signature(of: message, secret) == signature)
        }
        let path = "/webhooks/\(bench.id)"
        #expect(try await bench.send(.delete, path).status == .noContent)
        #expect(try await bench.send(.delete, path).status == .notFound)
        #expect(try await bench.send(.get, path).status == .notFound)
        await bench.stop()
    }

    /// The signature as openssl makes it.
    static func signature(
        of message: WebhookReceiver.Message,
        _ secret: String
    ) async throws -> String {
        let folder = ScratchFolder()
        let text = Array("\(message.identifier).\(message.timestamp).".utf8) + message.body
        try Data(text).write(to: folder.url.appending(path: "signed"))
        let script = """
            key=$(printf %s '\(secret.dropFirst(6))' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
            printf v1,
            openssl dgst -sha256 -mac HMAC -macopt hexkey:$key -binary '\(folder.path("signed"))' | openssl base64 -A
            """
        return try await Program(at: URL(filePath: "/bin/bash")).runAside(["-c", script]).text
    }

    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `are sent by one of two servers`(_ kind: ServerFixture.DatabaseKind) async throws {
        let bench = try await Bench(kind)
        let second = try bench.fixture.another(Self.members)
        let running = Task { await second.run() }
        for number in 0..<40 {
            _ = try await bench.fixture.keys.add(name: "\(number)", role: .shop)
        }
        let messages = await bench.receiver.messages(40)
        second.stop()
        await running.value
        await bench.stop()
        #expect(Set(messages.map(\.identifier)).count == 40)
        #expect(bench.receiver.messages.count == 40)
    }

    @Test func `go on at once where their sender is gone, and else when its time is over`()
        async throws
    {
        let bench = try await Bench()
        let (database, keys) = (bench.fixture.database, bench.fixture.keys)
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                "UPDATE webhook SET sender = 'gone', sending_until = 9000000000"
            )
        }
        _ = try await keys.add(name: "b", role: .shop)
        #expect(await bench.receiver.messages(1).count == 1)
        // The outcome is recorded after the message was taken.
        while try await bench.send(.get, "/webhooks/\(bench.id)").root.root.member("position")?
            .integer == bench.start
        { await RealTime.pass(.milliseconds(10)) }
        let until = bench.fixture.clock.now.seconds + 90
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute("INSERT INTO serving_worker VALUES ('there', 9000000000)")
            try transaction.execute(
                "UPDATE webhook SET sender = 'there', sending_until = $1",
                [.integer(until)]
            )
        }
        _ = try await keys.add(name: "c", role: .shop)
        await RealTime.pass(.milliseconds(700))
        #expect(bench.receiver.messages.count == 1)
        bench.fixture.clock.advance(bySeconds: 91)
        #expect(await bench.receiver.messages(2).count == 2)
        await bench.stop()
    }

    @Test func `can be waited for, and read as a stream`() async throws {
        let bench = try await Bench()
        let fixture = bench.fixture
        let position = try await bench.send(.get, "/events").root.root.member("position")?.integer
        let known = try #require(position)
        async let waited = fixture.send(.get, "/events?after=\(known)&wait=30", key: bench.key)
        let added = try await fixture.keys.add(name: "b", role: .readOnly)
        let events = try JSONDocument(try await waited.body).root.member("events")?.elements ?? []
        #expect(events.map { $0.member("data")?.text("key") } == [added.entry.identifier])
        let past = "after=\(known + 2)&wait=30"
        for path in ["/events?\(past)", "/payments?changedSince=\(known + 2)"] {
            let refused = try await fixture.send(.get, path, key: bench.key)
            #expect(try JSONDocument(refused.body).root.text("code") == "queryInvalid")
        }
        // A stream has no end of its own; the server ends it when it stops.
        let streamed = Task {
            try await fixture.send(
                .get,
                "/events",
                key: bench.key,
                ["Accept": "text/event-stream", "Last-Event-ID": HTTPFieldValue("\(known)")!]
            )
        }
        _ = try await fixture.keys.revoke(added.entry.identifier)
        await RealTime.pass(.milliseconds(600))
        await bench.stop()
        let text = String(decoding: try await streamed.value.body, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("event: key") }
        #expect(lines == ["event: key.added", "event: key.revoked"])
        #expect(text.contains("id: \(known + 1)\n"))
    }

    @Test func `are refused where the configuration has no key, and to other roles`() async throws {
        let fixture = try await ServerFixture()
        let owner = try await fixture.keys.add(name: "a", role: .backOffice).key
        let shop = try await fixture.keys.add(name: "b", role: .shop).key
        let body = #"{"url":"https://shop.example/"}"#
        let refused = try await fixture.send(.post, "/webhooks", key: owner, body: body)
        #expect(try JSONDocument(refused.body).root.text("code") == "webhooksNotConfigured")
        let forbidden = try await fixture.send(.post, "/webhooks", key: shop, body: body)
        #expect(forbidden.status == .forbidden)
        #expect(try await fixture.send(.get, "/events", key: shop).status == .ok)
        #expect(try await fixture.send(.get, "/events").status == .unauthorized)
        await fixture.stop()
    }
}

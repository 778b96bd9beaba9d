import Foundation
import HTTPMessages
import MerchantServer
import Sockets
import Testing
import World

/// A body is announced and not sent, so that only the head can have been answered.
@Suite("Requests that are answered before their body", .timeLimit(.minutes(30)))
struct UnreadBodyTests {
    private static func send(
        _ head: String,
        _ fixture: ServerFixture,
        key: String? = nil,
        length: Int = 100_000,
        fields: String = ""
    ) async throws -> any ByteStream {
        let stream = try await TCPDialer().connect(to: fixture.server.address, within: .seconds(60))
        let credentials = key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        let text =
            "\(head) HTTP/1.1\r\nHost: a\r\n\(credentials)Content-Type: application/json\r\n"
            + "Content-Length: \(length)\r\n\(fields)\r\n"
        try await stream.send(Array(text.utf8))
        return stream
    }

    private static func answer(_ stream: any ByteStream) async throws -> String {
        var received: [UInt8] = []
        while true {
            let bytes = try await stream.receive(upTo: 65_536)
            guard !bytes.isEmpty else { return String(decoding: received, as: UTF8.self) }
            received += bytes
        }
    }

    @Test func `have no right key, no such operation, or a caller who may not`() async throws {
        let fixture = try await ServerFixture()
        let shop = try await fixture.keys.add(name: "a", role: .shop).key
        let readOnly = try await fixture.keys.add(name: "b", role: .readOnly).key
        let wrong = shop.dropLast() + (shop.hasSuffix("0") ? "1" : "0")
        let cases: [(head: String, key: String?, status: Int)] = [
            ("POST /payments", nil, 401), ("POST /payments", String(wrong), 401),
            ("POST /nothing", shop, 404), ("PUT /payments", shop, 405),
            ("POST /payments", readOnly, 403), ("POST /payments/payment-0/refund", shop, 403),
        ]
        for (head, key, status) in cases {
            let answer = try await Self.answer(try await Self.send(head, fixture, key: key))
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
            #expect(answer.contains("Connection: close\r\n"))
            #expect(
                answer.contains("X-Request-Id: ") && answer.contains("application/problem+json")
            )
        }
        let lines = fixture.log.withLock { $0.filter { $0.contains(#""event":"request""#) } }
        #expect(lines.count == cases.count)
        for (line, (_, key, status)) in zip(lines, cases) {
            #expect(line.contains("\"status\":\(status),"))
            #expect(line.contains(#""caller":null"#) == (status == 401), "\(key ?? "")")
        }
        await fixture.stop()
    }

    @Test func `are too many of a key's or an address's`() async throws {
        for limited in ["requestsPerMinutePerKey", "requestsPerMinutePerAddress"] {
            let fixture = try await ServerFixture(.sqlite, #","limits":{"\#(limited)":2}"#)
            let key = try await fixture.keys.add(name: "a", role: .shop).key
            // Each is counted once: the first two are answered by what is in them.
            for _ in 0..<2 {
                let answer = try await fixture.send(
                    .post,
                    "/apple-pay/session",
                    key: key,
                    body: "[]"
                )
                #expect(answer.status == .badRequest)
            }
            let answer = try await Self.answer(
                try await Self.send("POST /apple-pay/session", fixture, key: key)
            )
            #expect(answer.hasPrefix("HTTP/1.1 429 "), "\(limited)")
            await fixture.stop()
        }
    }

    /// Every client can send a page's `Origin`.
    @Test func `are a page's with a body that no page sends`() async throws {
        let fixture = try await ServerFixture()
        let page = "POST /apple-pay/session HTTP/1.1\r\nOrigin: https://shop.example"
        let stream = try await TCPDialer().connect(to: fixture.server.address, within: .seconds(60))
        try await stream.send(
            Array("\(page)\r\nHost: a\r\nContent-Length: 8193\r\n\r\n".utf8)
        )
        #expect(try await Self.answer(stream).hasPrefix("HTTP/1.1 413 "))
        await fixture.stop()
    }

    @Test func `exceed the budget of all bodies, and are counted`() async throws {
        let fixture = try await ServerFixture(
            .sqlite,
            #","limits":{"bodiesInFlightBytes":65536,"bodyBytes":65536}"#
        )
        let key = try await fixture.keys.add(name: "a", role: .backOffice).key
        let held = try await Self.send(
            "POST /payments",
            fixture,
            key: key,
            length: 60_000,
            fields: "Expect: 100-continue\r\n"
        )
        // The budget has the body from then on.
        let permission = String(decoding: try await held.receive(upTo: 64), as: UTF8.self)
        #expect(permission.hasPrefix("HTTP/1.1 100 "))
        let answer = try await Self.answer(
            try await Self.send("POST /payments", fixture, key: key, length: 6_000)
        )
        #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
        #expect(answer.contains("Retry-After: 1\r\n") && answer.contains("X-Request-Id: "))
        let metrics = try await fixture.send(.get, "/metrics", key: key).text
        #expect(metrics.contains(#"quince_limited_requests_total{by="bodies"} 1"#))
        held.close()
        await fixture.stop()
    }

    /// Routes without a key are those of probes, platforms and phones.
    @Test func `of strangers leave three quarters of the budget to callers with a key`()
        async throws
    {
        let fixture = try await ServerFixture(
            .sqlite,
            #","limits":{"bodiesInFlightBytes":65536,"bodyBytes":65536}"#
        )
        let key = try await fixture.keys.add(name: "a", role: .backOffice).key
        let expecting = "Expect: 100-continue\r\n"
        let held = try await Self.send("GET /healthz", fixture, length: 16_000, fields: expecting)
        #expect(try await held.receive(upTo: 64).starts(with: Array("HTTP/1.1 100 ".utf8)))
        let refused = try await Self.answer(
            try await Self.send("GET /healthz", fixture, length: 1_000, fields: expecting)
        )
        #expect(refused.hasPrefix("HTTP/1.1 503 "), "\(refused)")
        let taken = try await Self.send(
            "POST /payments",
            fixture,
            key: key,
            length: 49_000,
            fields: expecting
        )
        #expect(try await taken.receive(upTo: 64).starts(with: Array("HTTP/1.1 100 ".utf8)))
        for stream in [held, taken] { stream.close() }
        await fixture.stop()
    }
}

import Bytes
import Foundation
import HTTPMessages
import HTTPServer
import MerchantServer
import Payments
import Sockets
import Storage
import Testing
import World

@Suite("Callers of the server")
struct CallerTests {
    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `show a key that the database has only as a digest`(
        _ kind: ServerFixture.DatabaseKind
    ) async throws {
        let fixture = try await ServerFixture(kind)
        let (entry, key) = try await fixture.keys.add(name: "web", role: .shop)
        #expect(key.hasPrefix("quince_\(entry.identifier)_"))
        #expect(try await fixture.send(.get, "/payments", key: key).status == .ok)
        let rows = try await fixture.database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT * FROM api_key")
        }
        let secret = String(key.split(separator: "_")[2])
        #expect(rows.count == 1 && !"\(rows)".contains(secret))
        #expect(try rows[0].bytes("digest").count == 32)
        await fixture.stop()
    }

    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `are refused once their key is revoked`(_ kind: ServerFixture.DatabaseKind) async throws {
        let fixture = try await ServerFixture(kind)
        let (entry, key) = try await fixture.keys.add(name: "web", role: .shop)
        #expect(try await fixture.send(.get, "/payments", key: key).status == .ok)
        #expect(try await fixture.keys.revoke(entry.identifier))
        #expect(try await !fixture.keys.revoke(entry.identifier))
        fixture.clock.advance(bySeconds: APIKeys.rememberedSeconds)
        #expect(try await fixture.send(.get, "/payments", key: key).status == .unauthorized)
        await fixture.stop()
    }

    @Test func `lose the streams of a key that is revoked`() async throws {
        let fixture = try await ServerFixture()
        let (entry, key) = try await fixture.keys.add(name: "web", role: .readOnly)
        let address = fixture.server.address
        let stream = try await TCPDialer().connect(to: address, within: .seconds(120))
        let head = "GET /events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(key)\r\n"
        try await stream.send(Array("\(head)Accept: text/event-stream\r\n\r\n".utf8))
        var received = ""
        func receive(until isEnough: (String) -> Bool) async throws {
            while !isEnough(received) {
                received += String(decoding: try await stream.receive(upTo: 65_536), as: UTF8.self)
            }
        }
        try await receive { $0.contains("key.added") }
        #expect(try await fixture.keys.revoke(entry.identifier))
        fixture.clock.advance(bySeconds: APIKeys.rememberedSeconds)
        received = ""
        let end = "0\r\n\r\n"
        try await receive { $0.hasSuffix(end) || $0.matches(of: /event: pulse/).count == 3 }
        #expect(received.hasSuffix(end))
        stream.close()
        await fixture.stop()
    }

    /// The answers, without what differs from answer to answer.
    private func answer(
        _ fixture: ServerFixture,
        _ method: HTTPMethod,
        _ path: String,
        _ fields: HTTPFields
    ) async throws -> String {
        let response = try await fixture.send(method, path, fields)
        let fields = response.fields.all.filter {
            !["X-Request-Id", "Date"].contains($0.name.text)
        }
        return
            "\(response.status.code) \(fields.map { "\($0.name): \($0.value)" }) \(response.text)"
    }

    @Test func `without a right key learn nothing`() async throws {
        let fixture = try await ServerFixture()
        let (entry, key) = try await fixture.keys.add(name: "web", role: .shop)
        let wrong = "quince_\(entry.identifier)_\(String(repeating: "0", count: 48))"
        let unknown = "quince_\(String(repeating: "0", count: 16))_\(key.suffix(48))"
        let first = try await answer(fixture, .get, "/payments", [:])
        #expect(first.hasPrefix("401 "))
        let credentials: [HTTPFields] = [
            [:], [.authorization: HTTPFieldValue("Bearer \(wrong)") ?? ""],
            [.authorization: HTTPFieldValue("Bearer \(unknown)") ?? ""],
            [.authorization: HTTPFieldValue("Basic \(key)") ?? ""],
            [.authorization: HTTPFieldValue("Bearer \(key)0") ?? ""],
            [.authorization: HTTPFieldValue("Bearer \(key.uppercased())") ?? ""],
        ]
        let calls: [(HTTPMethod, String)] = [
            (.get, "/payments"), (.get, "/payments/x"), (.delete, "/payments"), (.get, "/nothing"),
            (.get, "/openapi.json"), (.get, "/metrics"), (.post, "/healthz"),
            (.options, "/payments"), (.get, "/apple-pay/session"),
        ]
        for fields in credentials {
            for (method, path) in calls {
                #expect(
                    try await answer(fixture, method, path, fields) == first,
                    "\(method) \(path)"
                )
            }
        }
        await fixture.stop()
    }

    /// Operations that change nothing here, and the roles that may use them.
    private static let operations: [(HTTPMethod, String, [CallerRole])] =
        [
            (.post, "/apple-pay/session", [.shop, .billing, .backOffice]),
            (.post, "/payments", [.shop, .billing, .backOffice]),
            (.patch, "/orders/order-0", [.shop, .billing, .backOffice]),
            (.get, "/credentials", [.billing, .backOffice]),
            (.delete, "/credentials/credential-0", [.billing, .backOffice]),
            (.post, "/payments/payment-0/capture", [.backOffice]),
            (.post, "/payments/payment-0/void", [.backOffice]),
            (.post, "/payments/payment-0/refund", [.backOffice]),
            (.delete, "/webhooks/webhook-0", [.backOffice]),
            (.get, "/metrics", [.backOffice, .readOnly]),
        ] + ["/payments", "/orders", "/refunds", "/events"].map { (.get, $0, CallerRole.allCases) }

    @Test func `are limited by their roles`() async throws {
        let fixture = try await ServerFixture()
        for role in CallerRole.allCases {
            let key = try await fixture.keys.add(name: "a", role: role).key
            for (method, path, roles) in Self.operations {
                let answer = try await fixture.send(
                    method,
                    path,
                    key: key,
                    ["Idempotency-Key": "1", "If-Match": "\"1\""],
                    body: method == .post || method == .patch ? "{}" : ""
                )
                let isRefused = answer.status == .forbidden
                #expect(isRefused != roles.contains(role), "\(role): \(method) \(path)")
                #expect((answer.code == "roleInsufficient") == isRefused)
            }
        }
        await fixture.stop()
    }

    @Test func `make and lose their keys in the audit log`() async throws {
        let fixture = try await ServerFixture()
        let entry = try await fixture.keys.add(name: "web", role: .shop).entry
        _ = try await fixture.keys.revoke(entry.identifier)
        let entries = try await fixture.database.audited()
        #expect(entries.map(\.action) == ["key.add", "key.revoke"])
        #expect(entries.map(\.subject) == [entry.identifier, entry.identifier])
        #expect(entries.allSatisfy { $0.caller.role == "operator" })
        await fixture.stop()
    }

    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `leave no trace in the audit log of a change that was undone`(
        _ kind: ServerFixture.DatabaseKind
    ) async throws {
        let fixture = try await ServerFixture(kind)
        let audit = AuditLog(clock: fixture.clock)
        await #expect(throws: StorageFailure.self) {
            try await fixture.database.write { transaction throws(StorageFailure) in
                let caller = AuditLog.Caller(identifier: "a", role: "shop")
                try audit.record(caller, "payment.refund", "1", in: transaction)
                try transaction.execute("INSERT INTO no_such_table VALUES (1)")
            }
        }
        let entries = try await fixture.database.audited()
        #expect(entries.isEmpty)
        await fixture.stop()
    }
}

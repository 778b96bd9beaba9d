import Foundation
import HTTPMessages
import JSON
import PaymentToken
import Storage
import TestSupport
import Testing
import TokenIntake
import World

@testable import MerchantServer

@Suite("What the server does around every request")
struct PipelineTests {
    /// The members of the last line of the log.
    private func line(_ fixture: ServerFixture) throws -> [String: JSONValue] {
        let text = try #require(fixture.log.withLock { $0.last { $0.contains(#""request""#) } })
        let root = try JSONDocument(Array(text.utf8)).root
        return Dictionary(root.members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    @Test func `continues the caller's trace, and names the request in the answer`() async throws {
        let fixture = try await ServerFixture()
        let trace = "0af7651916cd43dd8448eb211c80319c"
        let answer = try await fixture.send(
            .get,
            "/healthz",
            ["traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"]
        )
        let logged = try line(fixture)
        #expect(logged["trace"]?.string == trace)
        let span = try #require(logged["span"]?.string)
        #expect(span.count == 16 && span != "b7ad6b7169203331")
        #expect(answer.fields["X-Request-Id"]?.text == "\(trace)-\(span)")
        await fixture.stop()
    }

    @Test(arguments: [
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-00", "4111111111111111",
    ])
    func `begins a trace of its own where the caller's is not one`(_ text: String) async throws {
        let fixture = try await ServerFixture()
        let value = try #require(HTTPFieldValue(text))
        _ = try await fixture.send(.get, "/healthz", ["traceparent": value])
        let trace = try #require(try line(fixture)["trace"]?.string)
        #expect(trace.count == 32 && !text.contains(trace))
        await fixture.stop()
    }

    @Test func `adds the headers that keep an answer from being shown or kept`() async throws {
        let fixture = try await ServerFixture()
        for path in ["/healthz", "/nothing"] {
            let fields = try await fixture.send(.get, path).fields
            #expect(fields["Cache-Control"]?.text == "no-store")
            #expect(fields["X-Content-Type-Options"]?.text == "nosniff")
            #expect(fields["Referrer-Policy"]?.text == "no-referrer")
            #expect(
                fields["Content-Security-Policy"]?.text
                    == "default-src 'none'; frame-ancestors 'none'"
            )
            #expect(fields["Strict-Transport-Security"] == nil, "it is plain HTTP")
        }
        await fixture.stop()
    }

    @Test func `limits each key in a minute, and says when to come again`() async throws {
        let fixture = try await ServerFixture(.sqlite, #","limits":{"requestsPerMinutePerKey":3}"#)
        let first = try await fixture.keys.add(name: "a", role: .readOnly).key
        let second = try await fixture.keys.add(name: "b", role: .readOnly).key
        for _ in 0..<3 {
            #expect(try await fixture.send(.get, "/payments", key: first).status == .ok)
        }
        let refused = try await fixture.send(.get, "/payments", key: first)
        #expect(refused.status == .tooManyRequests && refused.code == "tooManyRequests")
        #expect(refused.fields["Retry-After"]?.text == "20")
        #expect(try await fixture.send(.get, "/payments", key: second).status == .ok)
        fixture.clock.advance(bySeconds: 20)
        #expect(try await fixture.send(.get, "/payments", key: first).status == .ok)
        #expect(try await fixture.send(.get, "/payments", key: first).status == .tooManyRequests)
        await fixture.stop()
    }

    @Test func `limits each address, but not those who ask whether it is well`() async throws {
        let fixture = try await ServerFixture(
            .sqlite,
            #","limits":{"requestsPerMinutePerAddress":2}"#
        )
        for _ in 0..<2 {
            #expect(try await fixture.send(.get, "/payments").status == .unauthorized)
        }
        #expect(try await fixture.send(.get, "/payments").status == .tooManyRequests)
        #expect(try await fixture.send(.get, "/healthz").status == .ok)
        await fixture.stop()
    }

    @Test(arguments: [
        ("2001:db8::a:b:c:d", "2001:db8:0:0"), ("2001:db8::b:b:c:d", "2001:db8:0:0"),
        ("2001:db8::1", "2001:db8:0:0"), ("2001:db8:0:1::", "2001:db8:0:1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8:0:1:a:b:c:d", "2001:db8:0:1"),
        ("::1", "::1"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("192.0.2.1", "192.0.2.1"),
    ])
    func `counts the first 64 bits of an address of IPv6`(host: String, network: String) {
        #expect(RequestPipeline.network(of: host) == network)
    }

    @Test func `logs a device's message in 500 scalars, however few characters it has`() {
        let message = "a" + String(repeating: "\u{301}", count: 120_000)
        let line = LogLine("a", at: UnixTime(seconds: 0), ["text": .message(ofDevice: message)])
        #expect(line.text.utf8.count < 1_100)
    }

    @Test func `refuses a body that is longer than the limit`() async throws {
        let fixture = try await ServerFixture(.sqlite, #","limits":{"bodyBytes":1024}"#)
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        let answer = try await fixture.send(
            .post,
            "/apple-pay/session",
            key: key,
            body: #"{"domain":"\#(String(repeating: "a", count: 2_000))"}"#
        )
        #expect(answer.status == .contentTooLarge)
        await fixture.stop()
    }

    /// Refusals by every layer of the server. A body of "long" is longer than the limit.
    static let refused: [(HTTPMethod, String, String, HTTPStatus, String)] = [
        (.post, "/payments", "long", .contentTooLarge, "bodyTooLarge"),
        (.post, "/payments", "{}", .badRequest, "parameterMissing"),
        (.post, "/apple-pay/session", "{}", .badRequest, "memberMissing"),
        (.post, "/apple-pay/session", "domain=a", .badRequest, "notJSON"),
        (.post, "/payments/a/void", "[]", .forbidden, "roleInsufficient"),
        (.get, "/payments?a=1", "", .badRequest, "parameterUnknown"),
        (.get, "/nothing", "", .notFound, "pathUnknown"),
        (.put, "/payments", "{}", .methodNotAllowed, "methodNotAllowed"),
        (.get, "/long", "", .targetTooLong, "targetTooLong"),
    ]

    @Test(arguments: refused)
    func `says of every refusal the cause, the remedy and where it is explained`(
        method: HTTPMethod,
        path: String,
        body: String,
        status: HTTPStatus,
        code: String
    ) async throws {
        let fixture = try await ServerFixture(.sqlite, #","limits":{"bodyBytes":1024}"#)
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        let long = String(repeating: "a", count: 9_000)
        let answer = try await fixture.send(
            method,
            path.replacing("long", with: long),
            key: key,
            body: body.replacing("long", with: long)
        )
        #expect(answer.status == status && answer.code == code, "\(answer.text)")
        let problem = try JSONDocument(Array(answer.text.utf8)).root
        for name in ["cause", "remedy"] {
            #expect(problem.member(name)?.string?.isEmpty == false, "\(name)")
        }
        #expect(
            problem.member("link")?.string == "Documentation/Refusals.md#\(code.lowercased())"
        )
        // A sheet waits for the answer to a payment, whatever it is.
        let waits = method == .post && path == "/payments"
        #expect((problem.member("applePay")?.member("status") != nil) == waits)
        let logged = try line(fixture)
        #expect(logged["code"]?.string == code)
        let trace = try #require(logged["trace"]?.string),
            span = try #require(logged["span"]?.string)
        #expect(answer.fields["X-Request-Id"]?.text == "\(trace)-\(span)")
        await fixture.stop()
    }

    @Test func `completes the sheet where the database fails before the key is known`() async throws
    {
        let fixture = try await ServerFixture()
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        await fixture.database.close()
        let answer = try await fixture.send(.post, "/payments", key: key, body: "{}")
        #expect(answer.status == .serviceUnavailable && answer.code == "databaseUnavailable")
        #expect(answer.text.contains(#""applePay":{"status":1"#), "\(answer.text)")
        await fixture.stop()
    }

    @Test func `is alive but not ready while the card network does not answer`() async throws {
        let fixture = try await ServerFixture()
        #expect(try await fixture.send(.get, "/healthz").text == #"{"status":"alive"}"#)
        let ready = try await fixture.send(.get, "/readyz")
        #expect(ready.status == .serviceUnavailable && ready.code == "networkDisconnected")
        await fixture.database.close()
        #expect(try await fixture.send(.get, "/readyz").code == "databaseUnavailable")
        await fixture.stop()
    }

    @Test func `listens with TLS where it has a certificate`() async throws {
        let fixture = try await ServerFixture(
            .sqlite,
            #","tls":{"certificate":"gateway.pem","key":"gateway.key"}"#
        )
        let answer = try await Program(at: URL(filePath: "/usr/bin/curl")).runAside([
            "-sSi", "--max-time", "120", "--cacert", fixture.folder.path("authority.pem"),
            "https://\(fixture.server.address)/healthz",
        ])
        #expect(answer.text.contains("HTTP/1.1 200 OK"), "\(answer.complaint)")
        #expect(answer.text.contains("Strict-Transport-Security: max-age=31536000"))
        await fixture.stop()
    }

    @Test func `logs nothing that a caller wrote`() async throws {
        let fixture = try await ServerFixture()
        let method = try #require(HTTPMethod("CARD4111111111111111"))
        let card: HTTPFieldValue = "4111111111111111"
        _ = try await fixture.send(
            method,
            "/4111111111111111?4111111111111111",
            ["X-Request-Id": card, "User-Agent": card, "Origin": card, "Referer": card],
            body: #"{"4111111111111111":"4111111111111111"}"#
        )
        #expect(try line(fixture)["method"]?.string == "OTHER")
        #expect(fixture.log.withLock { !$0.joined().contains("4111") })
        await fixture.stop()
    }

    @Test func `keeps its keys where new ones are bad, and says so`() async throws {
        let fixture = try await ServerFixture()
        let key = URL(filePath: fixture.folder.path("processing.key"))
        let before = fixture.materials.keyring.keys.map(\.publicKeyHash)
        try Data("no key".utf8).write(to: key)
        func refusals() -> Int {
            fixture.log.withLock { $0.count { $0.contains(#""event":"keys.refused""#) } }
        }
        fixture.server.reloadFiles()
        #expect(refusals() == 1)
        // The server looks again and again by itself.
        for _ in 0..<2 { fixture.server.report(fixture.materials.keyring.reload(), of: 0) }
        #expect(refusals() == 1)
        fixture.server.reloadFiles()
        #expect(refusals() == 2)
        #expect(fixture.materials.keyring.keys.map(\.publicKeyHash) == before)
        try FileManager.default.removeItem(at: key)
        try FileManager.default.copyItem(
            atPath: fixture.folder.path("gateway.key"),
            toPath: key.path
        )
        fixture.server.reloadFiles()
        let loaded = #""event":"keys.loaded","added":1,"removed":1"#
        #expect(fixture.log.withLock { $0.contains { $0.contains(loaded) } })
        await fixture.stop()
    }
}

import Foundation
import HTTPMessages
import HTTPServer
import MerchantServer
import Sockets
import TestSupport
import Testing
import World

@Suite("A server that stops, or is sent what is not HTTP")
struct StoppingTests {
    @Test func `answers what has begun, and takes no more`() async throws {
        let folder = ScratchFolder()
        try await ServerFixture.makeKeys(in: folder)
        let (asked, isOpen) = (AwaitableValue(0), AwaitableValue(false))
        let gateway = try SessionTests.gateway(
            folder,
            asked,
            answering: SessionTests.session,
            after: isOpen
        )
        let authority = folder.path("authority.pem")
        let member = #"{"address":"\#(gateway.address)","authority":"\#(authority)"}"#
        let fixture = try await ServerFixture(.sqlite, #","testGateway":\#(member)"#)
        let key = try await fixture.keys.add(name: "a", role: .shop).key
        async let answer = fixture.send(
            .post,
            "/apple-pay/session",
            key: key,
            body: #"{"domain":"shop.example"}"#
        )
        await asked.wait { $0 > 0 }
        fixture.server.stop()
        // New connections are refused, at the latest when the listener is closed.
        var isRefused = false
        while !isRefused {
            do {
                try await TCPDialer().connect(to: fixture.server.address, within: .seconds(120))
                    .close()
            } catch { isRefused = true }
        }
        isOpen.change { $0 = true }
        #expect(try await answer.status == .ok)
        await fixture.stop()
        await gateway.stop()
    }

    /// Requests that two servers could read differently, or that are too long.
    private static let hostile = [
        "POST /payments HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /payments HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST /payments HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na",
        "POST /payments HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n",
        "GET /payments HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /payments HTTP/1.1\r\n\r\n",
        "GET /payments HTTP/1.1\r\nHost : a\r\n\r\n", "GET  /payments HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /payments HTTP/9.9\r\nHost: a\r\n\r\n", "GET /../payments HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /payments HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n",
        "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ]

    @Test func `refuses requests that are not sure, and goes on`() async throws {
        let fixture = try await ServerFixture()
        for text in Self.hostile {
            let stream = try await TCPDialer().connect(
                to: fixture.server.address,
                within: .seconds(120)
            )
            try await stream.send(Array(text.utf8))
            var received: [UInt8] = []
            while let bytes = try? await stream.receive(upTo: 65_536), !bytes.isEmpty {
                received += bytes
            }
            stream.close()
            let answer = String(decoding: received, as: UTF8.self)
            let isRefused = ["400", "413", "414", "431", "501", "505"].contains {
                answer.hasPrefix("HTTP/1.1 \($0) ")
            }
            #expect(isRefused, "\(text.prefix(80)): \(answer.prefix(80))")
            #expect(answer.matches(of: /HTTP\/1\.1 [0-9]{3}\s/).count == 1, "\(answer)")
        }
        #expect(try await fixture.send(.get, "/healthz").status == .ok)
        await fixture.stop()
    }
}

import Bytes
import Foundation
import HTTPClient
import HTTPMessages
import HTTPServer
import Sockets
import Testing
import World

@Suite("The HTTP client", .timeLimit(.minutes(30)))
struct HTTPClientTests {
    private func failure(
        _ client: HTTPClient,
        _ request: HTTPClientRequest
    ) async -> HTTPClientFailure? {
        do {
            _ = try await client.send(request)
            return nil
        } catch { return error }
    }

    /// A server that reads a request and answers with these bytes, or closes.
    private func server(answering answer: String) throws -> (TCPListener, Task<Void, any Error>) {
        let listener = try TCPListener()
        let serving = Task {
            while true {
                let stream = try await listener.accept()
                _ = try await stream.receive(upTo: 65_536)
                try await stream.send(Array(answer.utf8))
                stream.close()
            }
        }
        return (listener, serving)
    }

    @Test func `a request has its method, fields and body, and gets the whole response`()
        async throws
    {
        let test = try HTTPTestServer()
        let client = try HTTPClient()
        let echo = try await client.send(
            HTTPClientRequest(.post, "\(test.origin)/echo", body: Array("hello".utf8))
        )
        #expect(echo.status == .ok && echo.body == Array("hello".utf8))
        let long = [UInt8](repeating: 7, count: 1_000_000)
        #expect(
            try await client.send(HTTPClientRequest(.post, "\(test.origin)/echo", body: long)).body
                == long
        )
        let head = try await client.send(HTTPClientRequest(.head, "\(test.origin)/hello"))
        #expect(head.body.isEmpty && head.fields[.contentLength] == "6")
        let tag = try #require(head.fields[.entityTag])
        let known = HTTPClientRequest(.get, "\(test.origin)/hello", fields: [.ifNoneMatch: tag])
        #expect(try await client.send(known).status == .notModified)
        #expect(
            try await client.send(HTTPClientRequest(.put, "\(test.origin)/hello")).status.code
                == 405
        )
        #expect(test.server.connectionCount == 1)
    }

    @Test func `a response that is too long is refused`() async throws {
        let test = try HTTPTestServer()
        var request = HTTPClientRequest(.get, "\(test.origin)/bytes/1000")
        request.responseLimit = 999
        let client = try HTTPClient()
        #expect(await failure(client, request) == .mayHaveBeenSent(.responseTooLarge))
        request.responseLimit = 1_000
        #expect(try await client.send(request).body.count == 1_000)
        let endless = HTTPClientRequest(.get, "\(test.origin)/endless")
        #expect(await failure(client, endless) == .mayHaveBeenSent(.responseTooLarge))
    }

    @Test func `what was not sent is distinguished from what may have been`() async throws {
        let client = try HTTPClient()
        let closed = try TCPListener()
        closed.close()
        let refused = HTTPClientRequest(.post, "http://\(closed.address)/")
        #expect(await failure(client, refused) == .notSent(.connectionFailed))
        let unknown = HTTPClientRequest(.get, "http://quince.invalid/")
        #expect(await failure(client, unknown) == .notSent(.nameUnknown))
        for url in ["ftp://127.0.0.1/", "file:///etc/passwd", "nonsense", "http://a b/"] {
            #expect(
                await failure(client, HTTPClientRequest(.get, url)) == .notSent(.requestMalformed)
            )
        }
        for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"] {
            let (listener, serving) = try server(answering: answer)
            let request = HTTPClientRequest(.post, "http://\(listener.address)/", body: [1])
            #expect(await failure(client, request) == .mayHaveBeenSent(.connectionLost))
            serving.cancel()
            listener.close()
        }
    }

    @Test(arguments: [true, false])
    func `over a new connection, a request without an answer is not sent again`(isNew: Bool)
        async throws
    {
        let listener = try TCPListener()
        let received = LockedValue(0)
        let serving = Task {
            while true {
                let stream = try await listener.accept()
                Task {
                    // The second request is read and has no answer.
                    while try await !stream.receive(upTo: 65_536).isEmpty {
                        let number = received.withLock {
                            $0 += 1; return $0
                        }
                        guard number != 2 else { break }
                        try await stream.send(
                            Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
                        )
                    }
                    stream.close()
                }
            }
        }
        defer {
            serving.cancel()
            listener.close()
        }
        let client = try HTTPClient()
        _ = try await client.send(HTTPClientRequest(.get, "http://\(listener.address)/"))
        var request = HTTPClientRequest(.post, "http://\(listener.address)/", body: [1])
        request.hasNewConnection = isNew
        #expect(await failure(client, request) == (isNew ? .mayHaveBeenSent(.connectionLost) : nil))
        #expect(received.withLock(\.self) == (isNew ? 2 : 3))
    }

    @Test func `a time limit and a cancellation end a request`() async throws {
        let test = try HTTPTestServer()
        let client = try HTTPClient()
        var request = HTTPClientRequest(.get, "\(test.origin)/gate/a")
        request.timeLimit = .milliseconds(200)
        #expect(await failure(client, request) == .mayHaveBeenSent(.timedOut))
        request.timeLimit = .seconds(60)
        let patient = request
        let asked = Task { await failure(client, patient) }
        await test.gate.wait { $0.waiting == 2 }
        asked.cancel()
        #expect(await asked.value == .mayHaveBeenSent(.cancelled))
        test.gate.change { $0.isOpen = true }
    }

    @Test func `redirects are not followed`() async throws {
        let test = try HTTPTestServer()
        let (listener, serving) = try server(
            answering:
                "HTTP/1.1 302 Found\r\nLocation: \(test.origin)/hello\r\nContent-Length: 0\r\n\r\n"
        )
        defer {
            serving.cancel()
            listener.close()
        }
        let client = try HTTPClient()
        let request = HTTPClientRequest(.get, "http://\(listener.address)/")
        let answer = try await client.send(request)
        #expect(answer.status.code == 302)
        #expect(answer.fields[.location]?.text == "\(test.origin)/hello")
        #expect(test.server.connectionCount == 0)
    }

    @Test func `a server is trusted by its root and its name, which may be elsewhere`() async throws
    {
        let certificates = try await HTTPTestCertificates()
        var configuration = HTTPServerConfiguration()
        configuration.tls = try certificates.identity(
            asking: .required(trusting: [certificates.der("root")])
        )
        let test = try HTTPTestServer(configuration)
        var trust = HTTPClientConfiguration()
        trust.roots = [try certificates.der("root")]
        let key = try Data(contentsOf: URL(filePath: certificates.path("client.key")))
        trust.identity = HTTPClientConfiguration.Identity(
            chain: [try certificates.der("client")],
            privateKey: Secret(copying: [UInt8](key))
        )
        trust.addresses[SocketAddress(host: "localhost", port: 443)] = test.server.address
        trust.addresses[SocketAddress(host: "shop.example", port: 443)] = test.server.address
        let client = try HTTPClient(trust)
        let answer = try await client.send(HTTPClientRequest(.get, "https://localhost/client"))
        // OpenSSL adds the chain that it can build from the roots that are trusted.
        #expect(String(decoding: answer.body, as: UTF8.self) == "TEST client,TEST root")
        let named = HTTPClientRequest(.get, "https://shop.example/client")
        #expect(await failure(client, named) == .notSent(.tlsRefused))
        let request = HTTPClientRequest(.get, "https://localhost/hello")
        trust.roots = [try certificates.der("other")]
        #expect(await failure(try HTTPClient(trust), request) == .notSent(.tlsRefused))
        trust.roots = [try certificates.der("root")]
        trust.identity = nil
        // In TLS 1.3 the server refuses after the client has begun to send.
        #expect(await failure(try HTTPClient(trust), request) != nil)
    }
}

import Bytes
import Certificates
import Foundation
import HTTPMessages
import HTTPServer
import Sockets
import TestSupport
import World

/// A server with a few routes, and clients of it.
struct HTTPTestServer {
    let server: HTTPServer
    /// How many requests wait at `/gate`, and whether they may go on.
    let gate: AwaitableValue<(waiting: Int, isOpen: Bool)>
    /// How many streams at `/endless` were ended by their client.
    let endedStreams: AwaitableValue<Int>
    /// How many requests at `/bytes` were answered.
    let answered: AwaitableValue<Int>

    init(
        _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        clock: any WallClock = SystemClock()
    ) throws {
        let gate = AwaitableValue<(waiting: Int, isOpen: Bool)>((waiting: 0, isOpen: false))
        let endedStreams = AwaitableValue(0)
        let answered = AwaitableValue(0)
        let router = Self.router(gate, endedStreams, answered)
        server = try HTTPServer(configuration, world: World.system.with(clock: clock)) {
            await router.respond(to: $0)
        }
        (self.gate, self.endedStreams, self.answered) = (gate, endedStreams, answered)
    }

    private static func router(
        _ gate: AwaitableValue<(waiting: Int, isOpen: Bool)>,
        _ endedStreams: AwaitableValue<Int>,
        _ answered: AwaitableValue<Int>
    ) -> HTTPRouter {
        var router = HTTPRouter()
        let hello = HTTPStaticContent(
            Array("hello\n".utf8),
            type: "text/plain",
            lastModified: UnixTime(seconds: 784_111_777)
        )
        router.on(.get, "/hello") { request in .complete(hello.response(to: request.head)) }
        router.on(.post, "/echo") { request in
            let sum = request.trailer["X-Sum"]?.text ?? ""
            return .complete(
                HTTPResponse(.ok, body: request.body + Array(sum.utf8))
            )
        }
        router.on(.get, "/gate/{name}") { request in
            gate.change { $0.waiting += 1 }
            await gate.wait { $0.isOpen }
            let name = try request.parameter("name")
            return .complete(HTTPResponse(.ok, type: "text/plain", text: name))
        }
        router.on(.get, "/bytes/{count}") { request in
            let count = try request.parameter("count", as: Int.self)
            answered.change { $0 += 1 }
            return .complete(HTTPResponse(.ok, body: Array(repeating: 120, count: count)))
        }
        addStreams(to: &router, gate, endedStreams)
        router.on(.get, "/client") { request in
            let names = request.client.certificates.map { der in
                (try? Certificate(der: der))?.subject[.commonName] ?? "?"
            }
            let text = names.joined(separator: ",")
            return .complete(HTTPResponse(.ok, type: "text/plain", text: text))
        }
        return router
    }

    private static func addStreams(
        to router: inout HTTPRouter,
        _ gate: AwaitableValue<(waiting: Int, isOpen: Bool)>,
        _ endedStreams: AwaitableValue<Int>
    ) {
        router.on(.get, "/events") { _ in
            .stream(.ok, [.contentType: ServerSentEvent.contentType]) { writer in
                try await writer.write(ServerSentEvent("a\nb", name: "first").bytes)
                gate.change { $0.waiting += 1 }
                await gate.wait { $0.isOpen }
                try await writer.write(ServerSentEvent("c", identifier: "2").bytes)
            }
        }
        router.on(.get, "/silent") { _ in
            .stream(.ok, [.contentType: ServerSentEvent.contentType]) { _ in
                defer { endedStreams.change { $0 += 1 } }
                let (events, continuation) = AsyncStream.makeStream(of: Void.self)
                gate.change { $0.waiting += 1 }
                for await _ in events {}
                continuation.finish()
            }
        }
        router.on(.get, "/endless") { _ in
            .stream(.ok, [:]) { writer in
                defer { endedStreams.change { $0 += 1 } }
                while true { try await writer.write(Array(repeating: 120, count: 65_536)) }
            }
        }
        router.on(.get, "/broken") { _ in
            .stream(.ok, [:]) { writer in
                try await writer.write(Array("half".utf8))
                throw CancellationError()
            }
        }
    }

    var origin: String { "http://\(server.address)" }

    func connect() async throws -> any ByteStream {
        try await TCPDialer().connect(to: server.address, within: .seconds(120))
    }

    /// Sends bytes on a new connection and returns what comes until the server closes it.
    func exchange(_ bytes: [UInt8]) async throws -> String {
        let stream = try await connect()
        defer { stream.close() }
        try await stream.send(bytes)
        return try await Self.rest(of: stream)
    }

    func exchange(_ text: String) async throws -> String { try await exchange(Array(text.utf8)) }

    /// The rest that comes until the server closes the connection. A server that does not is a failure, not a hang.
    static func rest(of stream: any ByteStream) async throws -> String {
        let alarm = Task {
            try await Task.sleep(for: .seconds(100))
            stream.close()
        }
        defer { alarm.cancel() }
        var received: [UInt8] = []
        while true {
            let bytes = try await stream.receive(upTo: 65_536)
            if bytes.isEmpty { return String(decoding: received, as: UTF8.self) }
            received += bytes
        }
    }

    /// Runs curl; without any configuration file of the user.
    func curl(_ arguments: String...) async throws -> Program.Answer {
        try await Program(at: URL(filePath: "/usr/bin/curl"))
            .runAside(["--disable", "--silent", "--show-error", "--max-time", "120"] + arguments)
    }
}

/// Certificates that openssl made: a root, a server, a client, and a client of another root.
struct HTTPTestCertificates {
    private let folder = ScratchFolder()

    /// Makes them on a thread of its own, like ``Program/runAside(_:input:)``.
    init() async throws {
        let script = """
            set -e
            cd \(folder.url.path)
            key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
            for root in root other; do
                openssl req -x509 $key -subj "/CN=TEST $root" -days 30 \\
                    -keyout $root.key -out $root.pem 2>/dev/null
            done
            printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\\n' >server.ext
            printf 'extendedKeyUsage=clientAuth\\n' >client.ext
            cp client.ext rogue.ext
            for name in server client rogue; do
                root=root; if [[ $name == rogue ]]; then root=other; fi
                openssl req -new $key -subj "/CN=TEST $name" -keyout $name.key -out $name.csr 2>/dev/null
                openssl x509 -req -in $name.csr -CA $root.pem -CAkey $root.key -CAcreateserial \\
                    -days 20 -extfile $name.ext -out $name.pem 2>/dev/null
            done
            echo made
            """
        let made = try await Program(at: URL(filePath: "/bin/bash")).runAside(["-c", script])
        guard made.text == "made\n" else { throw CocoaError(.fileNoSuchFile) }
    }

    func path(_ name: String) -> String { folder.path(name) }

    func der(_ name: String) throws -> [UInt8] {
        let pem = try String(contentsOfFile: path("\(name).pem"), encoding: .utf8)
        return try Certificate(pem: pem).der
    }

    func identity(
        asking clients: TLSServerIdentity.ClientCertificates = .notRequested
    ) throws -> TLSServerIdentity {
        let key = try Data(contentsOf: URL(filePath: path("server.key")))
        return TLSServerIdentity(
            chain: [try der("server")],
            privateKey: Secret(copying: [UInt8](key)),
            clientCertificates: clients
        )
    }
}

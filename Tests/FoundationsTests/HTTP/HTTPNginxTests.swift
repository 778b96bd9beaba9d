import Foundation
import HTTPClient
import HTTPMessages
import HTTPServer
import Sockets
import TestSupport
import Testing
import World

/// nginx with `Examples/nginx/quince.conf`, in front of a test's server.
private final class Nginx: Sendable {
    static let program = URL(filePath: "/usr/sbin/nginx")
    static let isInstalled = FileManager.default.isExecutableFile(atPath: program.path)

    let port: UInt16
    private let folder = ScratchFolder()
    private let process = Process()

    /// Starts it, and waits until it accepts connections.
    init(before server: SocketAddress, _ certificates: HTTPTestCertificates) async throws {
        let free = try TCPListener()
        port = free.address.port
        free.close()
        let example = Repository.root.appending(path: "Examples/nginx/quince.conf")
        var site = try String(contentsOf: example, encoding: .utf8)
        for (old, new) in [
            ("127.0.0.1:8080", "\(server)"), ("listen 443", "listen 127.0.0.1:\(port)"),
            ("/etc/ssl/shop.example/chain.pem", certificates.path("server.pem")),
            ("/etc/ssl/shop.example/key.pem", certificates.path("server.key")),
            ("shop.example", "localhost"),
        ] {
            #expect(site.contains(old), "the example has '\(old)'")
            site = site.replacing(old, with: new)
        }
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path($0));" }.joined(separator: "\n")
        let configuration = """
            daemon off;
            \(getuid() == 0 ? "user root;" : "")
            worker_processes 1;
            pid \(folder.path("pid"));
            error_log stderr;
            events {}
            http {
                \(paths)
                log_format protocol "$server_protocol $status $uri";
                access_log \(folder.path("access")) protocol;
                \(site)
            }
            """
        let file = folder.path("nginx.conf")
        try configuration.write(toFile: file, atomically: true, encoding: .utf8)
        process.executableURL = Self.program
        process.arguments = ["-c", file, "-p", folder.url.path, "-e", "stderr"]
        process.standardError = FileHandle.nullDevice
        try process.start()
        let address = SocketAddress.loopback(port: port)
        var isReady = false
        for _ in 0..<200 where !isReady {
            let stream = try? await TCPDialer().connect(to: address, within: .seconds(1))
            stream?.close()
            isReady = stream != nil
            if !isReady { await RealTime.pass(.milliseconds(50)) }
        }
        try #require(isReady, "nginx does not start")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Its log of answers, such as `HTTP/2.0 200 /hello`, once it has `count` lines: nginx writes a line after the
    /// answer was sent. After ten seconds the log as it is.
    func log(of count: Int) async -> [String] {
        var lines: [Substring] = []
        for attempt in 0..<200 {
            if attempt > 0 { await RealTime.pass(.milliseconds(50)) }
            let text = (try? String(contentsOfFile: folder.path("access"), encoding: .utf8)) ?? ""
            lines = text.split(separator: "\n")
            if lines.count >= count { break }
        }
        return lines.map(String.init)
    }
}

@Suite(
    "A server behind nginx",
    .timeLimit(.minutes(30)),
    .enabled(if: Nginx.isInstalled, "Debian's package nginx-light is not installed")
)
struct HTTPNginxTests {
    let test: HTTPTestServer
    let certificates: HTTPTestCertificates
    private let nginx: Nginx

    init() async throws {
        test = try HTTPTestServer()
        certificates = try await HTTPTestCertificates()
        nginx = try await Nginx(before: test.server.address, certificates)
    }

    var origin: String { "https://localhost:\(nginx.port)" }

    func curl(_ arguments: [String], _ path: String) async throws -> Program.Answer {
        try await Program(at: URL(filePath: "/usr/bin/curl"))
            .runAside(
                [
                    "--disable", "-sS", "--max-time", "240", "--cacert",
                    certificates.path("root.pem"),
                ]
                    + arguments + [origin + path]
            )
    }

    @Test func `speaks HTTP 2, and passes requests and answers on unchanged`() async throws {
        let hello = try await curl(["--http2", "-w", "%{http_version} %{http_code}"], "/hello")
        #expect(hello.text == "hello\n2 200", "\(hello.complaint)")
        let head = try await curl(["-I"], "/hello")
        let tag = try #require(head.text.split(separator: "\r\n").first { $0.hasPrefix("etag: ") })
        let again = try await curl(
            ["-H", "If-None-Match: \(tag.dropFirst(6))", "-w", "%{http_code}"],
            "/hello"
        )
        #expect(again.text == "304")
        let refused = try await curl(
            ["-X", "PUT", "-o", "/dev/null", "-w", "%{http_code}"],
            "/hello"
        )
        #expect(refused.text == "405", "\(refused.complaint)")
        let old = try await curl(["--http1.1", "-w", "%{http_version}"], "/hello")
        #expect(old.text == "hello\n1.1")
    }

    @Test func `passes bodies on, up to the limit of both`() async throws {
        let folder = ScratchFolder()
        for (count, status) in [(900_000, "200"), (1_048_577, "413")] {
            let sent = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try sent.write(to: URL(filePath: folder.path("sent")))
            let answer = try await curl(
                [
                    "--data-binary", "@\(folder.path("sent"))", "-o", folder.path("received"), "-w",
                    "%{http_code}",
                ],
                "/echo"
            )
            #expect(answer.text == status)
            guard status == "200" else { continue }
            #expect(try Data(contentsOf: URL(filePath: folder.path("received"))) == sent)
        }
    }

    @Test func `passes events on when they are sent`() async throws {
        // The second event waits for a gate that stays closed: curl is ended when the first has come.
        let script = """
            exec 3< <(exec curl "$@")
            for _ in 1 2 3 4; do IFS= read -r -t 60 line <&3 && printf '%s\\n' "$line"; done
            kill $!
            """
        let answer = try await Program(at: URL(filePath: "/bin/bash"))
            .runAside(
                ["-c", script, "bash", "--disable", "-sSN", "--cacert"]
                    + [certificates.path("root.pem"), "\(origin)/events"]
            )
        #expect(answer.text == "event: first\ndata: a\ndata: b\n\n")
    }

    @Test func `is reached over HTTP 2 by our client, whose connection is used again`() async throws
    {
        var configuration = HTTPClientConfiguration()
        configuration.roots = [try certificates.der("root")]
        let client = try HTTPClient(configuration)
        let url = "\(origin)/echo"
        for number in 0..<3 {
            let body = Array("\(number)".utf8)
            let answer = try await client.send(HTTPClientRequest(.post, url, body: body))
            #expect(answer.status == .ok && answer.body == body)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await client.send(HTTPClientRequest(.get, "\(origin)/bytes/5000")).body
                        .count
                }
            }
            for try await count in group { #expect(count == 5_000) }
        }
        let head = try await client.send(HTTPClientRequest(.head, "\(origin)/hello"))
        #expect(head.fields[.contentLength] == "6" && head.body.isEmpty)
        let log = await nginx.log(of: 24)
        #expect(log.count == 24 && log.allSatisfy { $0.hasPrefix("HTTP/2.0 200 ") }, "\(log)")
    }
}

import Foundation
import HTTPMessages
import HTTPServer
import Sockets
import TestSupport
import Testing
import World

/// The server is asked by programs that others wrote.
@Suite("The HTTP server, asked by curl and Python", .timeLimit(.minutes(30)))
struct HTTPClientsOfOthersTests {
    private func python(_ test: HTTPTestServer, _ program: String) async throws -> String {
        let answer = try await Program(at: URL(filePath: "/usr/bin/python3"))
            .runAside(["-c", program, String(test.server.address.port)])
        #expect(answer.isSuccess, "\(answer.complaint)")
        return answer.text
    }

    @Test func `curl gets two resources through one connection`() async throws {
        let test = try HTTPTestServer()
        let answer = try await test.curl(
            "\(test.origin)/hello",
            "\(test.origin)/bytes/5",
            "--write-out",
            "%{http_code} %{num_connects}\n"
        )
        #expect(answer.text == "hello\n200 1\nxxxxx200 0\n")
    }

    @Test func `curl gets the header alone`() async throws {
        let test = try HTTPTestServer()
        let answer = try await test.curl("--head", "\(test.origin)/hello")
        let lines = answer.text.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "HTTP/1.1 200 OK" && lines.contains("Content-Length: 6"))
        #expect(lines.contains("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"))
        let date = lines.first { $0.hasPrefix("Date: ") }?.dropFirst(6)
        #expect(date.flatMap { HTTPDate.time(of: String($0)) } != nil)
    }

    @Test func `curl posts with a length, in chunks and after status 100`() async throws {
        let test = try HTTPTestServer()
        let url = "\(test.origin)/echo"
        #expect(try await test.curl("--data", "a=b", url).text == "a=b")
        let chunked = try await test.curl("-H", "Transfer-Encoding: chunked", "--data", "a=b", url)
        #expect(chunked.text == "a=b")
        let long = String(repeating: "y", count: 300_000)
        let file = ScratchFolder()
        try Data(long.utf8).write(to: file.url.appending(path: "body"))
        let expected = try await test.curl(
            "-H",
            "Expect: 100-continue",
            "--verbose",
            "--data-binary",
            "@\(file.path("body"))",
            url
        )
        #expect(expected.text == long)
        #expect(expected.complaint.contains("< HTTP/1.1 100 Continue"))
    }

    @Test func `a body that is too long is refused before it is sent`() async throws {
        let test = try HTTPTestServer()
        let file = ScratchFolder()
        try Data(repeating: 1, count: 2_000_000).write(to: file.url.appending(path: "body"))
        let answer = try await test.curl(
            "--data-binary",
            "@\(file.path("body"))",
            "--write-out",
            "%{http_code} %{size_upload}",
            "--output",
            "/dev/null",
            "\(test.origin)/echo"
        )
        #expect(answer.text == "413 0")
    }

    @Test func `curl keeps its copy by its version and by its date`() async throws {
        let test = try HTTPTestServer()
        let folder = ScratchFolder()
        let (tag, file) = (folder.path("tag"), folder.path("file"))
        let url = "\(test.origin)/hello"
        let status = ["--write-out", "%{http_code}", "--output", file, url]
        func curl(_ arguments: [String]) async throws -> String {
            try await Program(at: URL(filePath: "/usr/bin/curl"))
                .runAside(["--disable", "--silent"] + arguments + status).text
        }
        #expect(try await curl(["--etag-save", tag]) == "200")
        #expect(try await curl(["--etag-compare", tag]) == "304")
        #expect(try await curl(["--time-cond", "Sun, 06 Nov 1994 08:49:37 GMT"]) == "304")
        #expect(try await curl(["--time-cond", "Sun, 06 Nov 1994 08:49:36 GMT"]) == "200")
        #expect(try await curl(["-H", "If-None-Match: \"a\", W/\"b\""]) == "200")
        #expect(try await curl(["-H", "If-None-Match: *"]) == "304")
    }

    @Test func `what is not there and what has another method say so`() async throws {
        let test = try HTTPTestServer()
        let missing = try await test.curl("--include", "\(test.origin)/nothing")
        #expect(missing.text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(missing.text.contains("Content-Type: application/problem+json\r\n"))
        #expect(missing.text.contains("\r\n\r\n{\"title\":\"Not Found\",\"status\":404,"))
        let other = try await test.curl("--include", "--request", "PUT", "\(test.origin)/hello")
        #expect(
            other.text.hasPrefix("HTTP/1.1 405 ")
                && other.text.contains("Allow: GET, HEAD, OPTIONS\r\n")
        )
        let options = try await test.curl(
            "--include",
            "--request",
            "OPTIONS",
            "\(test.origin)/echo"
        )
        #expect(
            options.text.hasPrefix("HTTP/1.1 204 ")
                && options.text.contains("Allow: OPTIONS, POST\r\n")
        )
    }

    @Test func `curl sees that a stream was broken off`() async throws {
        let test = try HTTPTestServer()
        let answer = try await test.curl("\(test.origin)/broken")
        // curl's status for a transfer that is closed with data outstanding.
        #expect(answer.text == "half" && answer.status == 18)
    }

    @Test func `events reach curl as they happen`() async throws {
        let test = try HTTPTestServer()
        let origin = test.origin
        let asking = Task {
            try await Program(at: URL(filePath: "/usr/bin/curl"))
                .runAside([
                    "--disable", "--silent", "--no-buffer", "--max-time", "120", "\(origin)/events",
                ])
        }
        await test.gate.wait { $0.waiting == 1 }
        test.gate.change { $0.isOpen = true }
        let answer = try await asking.value.text
        #expect(answer == "event: first\ndata: a\ndata: b\n\nid: 2\ndata: c\n\n")
    }

    @Test func `Python's http client keeps its connection and reads chunks`() async throws {
        let test = try HTTPTestServer()
        let text = try await python(
            test,
            """
            import http.client, sys
            connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=120)
            def ask(method, path, **more):
                connection.request(method, path, **more)
                response = connection.getresponse()
                print(response.status, len(response.read()))
            ask("GET", "/hello")
            socket = connection.sock
            ask("HEAD", "/bytes/100")
            ask("POST", "/echo", body=b"x" * 500_000)
            ask("POST", "/echo", body=iter([b"a" * 10, b"b" * 20]), encode_chunked=True,
                headers={"Transfer-Encoding": "chunked"})
            ask("GET", "/bytes/100000")
            connection.request("DELETE", "/hello")
            response = connection.getresponse()
            print(response.status, len(response.read()) == int(response.headers["Content-Length"]))
            print(connection.sock is socket)
            """
        )
        #expect(text == "200 6\n200 0\n200 500000\n200 30\n200 100000\n405 True\nTrue\n")
    }

    @Test(
        .enabled(
            if: PythonOracle.isInstalled,
            "skipped: Tests/Oracles/install has not been run, so requests is not here"
        )
    )
    func `requests posts JSON, streams a body and reads pieces`() async throws {
        let test = try HTTPTestServer()
        let answer = try await PythonOracle.runAside("http-client.py", input: test.origin)
        #expect(
            answer.text == "{'a': 1}\n300000\n200000\n404 application/problem+json\n",
            "\(answer.complaint)"
        )
    }
}

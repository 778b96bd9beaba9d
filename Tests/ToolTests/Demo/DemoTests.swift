import Foundation
import TestSupport
import Testing

@Suite("The demonstration", .timeLimit(.minutes(30)))
struct DemoTests {
    /// The status that curl gets at an address, or 0 where nothing listens.
    private static func status(_ url: String, _ options: [String] = []) throws -> Int {
        let answer = try Program(at: URL(filePath: "/usr/bin/curl")).run(
            ["-s", "--max-time", "120", "-o", "/dev/null", "-w", "%{http_code}"] + options + [url]
        )
        return try #require(Int(answer.text))
    }

    private static let names: Set = [
        "shop", "wallet", "xray", "script", "server", "apiKey", "api", "token", "gateway",
        "network", "ca", "root",
    ]

    @Test func `prints addresses that answer, and files that are there`() throws {
        let demo = try DemoProcess()
        #expect(Set(demo.ready.keys) == Self.names)
        #expect(try Self.status(demo.address("shop") + "/") == 200)
        #expect(try Self.status(demo.address("shop") + "/cart.html") == 200)
        #expect(try Self.status(demo.address("wallet") + "/sheet.html") == 200)
        #expect(try Self.status(demo.address("xray") + "/") == 200)
        #expect(try Self.status(demo.address("script")) == 200)
        #expect(try Self.status(demo.address("server") + "/readyz") == 200)
        #expect(try demo.merchant("GET", "/payments").status == 200)
        #expect(try demo.sandbox("GET", "/merchants").status == 200)
        // Without a client's certificate the gateway says no; without the authority there is no answer.
        let gateway = try demo.address("gateway") + "/paymentservices/paymentSession"
        #expect(try Self.status(gateway, ["--cacert", demo.address("ca"), "-d", "{}"]) == 401)
        #expect(try Self.status(gateway, ["-d", "{}"]) == 0)
        #expect(try String(contentsOfFile: demo.address("root"), encoding: .utf8).contains("BEGIN"))
    }

    @Test func `the shop's page names the wallet's script, and may frame the wallet alone`() throws
    {
        let demo = try DemoProcess()
        let page = try demo.shop("GET", "/cart.html")
        let (wallet, script) = (try demo.address("wallet"), try demo.address("script"))
        #expect(String(decoding: page.body, as: UTF8.self).contains("<script src=\"\(script)\">"))
        let policy = try #require(
            page.header.split(separator: "\r\n").first { $0.hasPrefix("Content-Security-Policy") }
        )
        #expect(
            policy.contains("frame-src \(wallet);") && policy.contains("frame-ancestors 'none'")
        )
        #expect(!policy.contains("unsafe"))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `ends by a signal, and leaves no process, no port and no file`(_ signal: Int32) throws {
        let demo = try DemoProcess()
        try demo.fill(["toy": 1])
        #expect(try demo.pay(try demo.authorize()).status == 0)
        #expect(try demo.temporaryFiles().count == 1)
        let children = try ProcessRun(
            "pgrep --parent \(demo.server.identifier) || true",
            in: demo.folder.url
        )
        #expect(children.results.isEmpty)
        #expect(demo.server.end(by: signal) == nil)
        #expect(try demo.temporaryFiles().isEmpty)
        for name in ["shop", "wallet", "xray", "server", "api", "gateway"] {
            #expect(
                try Self.status(demo.address(name), ["--insecure"]) == 0,
                "\(name) still listens"
            )
        }
    }

    @Test func `opens the shop in the desktop's browser, where there is a display`() throws {
        let folder = ScratchFolder()
        let script =
            "#!/bin/sh\nprintf %s \"$1\" >\"$TMPDIR/part\" && mv \"$TMPDIR/part\" \"$TMPDIR/opened\"\n"
        try script.write(toFile: folder.path("xdg-open"), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: folder.path("xdg-open")
        )
        let demo = try ServerProcess(
            ["demo", "--json", "--ephemeral"],
            under: [
                "DISPLAY=:9", "PATH=\(folder.url.path):/usr/bin:/bin", "TMPDIR=\(folder.url.path)",
            ]
        )
        for _ in 0..<600 where !FileManager.default.fileExists(atPath: folder.path("opened")) {
            usleep(100_000)
        }
        let opened = try String(contentsOfFile: folder.path("opened"), encoding: .utf8)
        #expect(opened == demo.ready["shop"])
        #expect(demo.terminate() == 0)
    }

    /// `timeout` sends its signal to the process, and again to the process group. The system makes one of
    /// two that are equal and wait, so these differ.
    @Test func `takes two signals at once for one`() throws {
        let demo = try DemoProcess()
        kill(demo.server.identifier, SIGTERM)
        #expect(demo.server.end(by: SIGINT) == nil)
        #expect(try demo.temporaryFiles().isEmpty)
    }

    @Test func `ends at once by a second signal, where the first waits for a request`() throws {
        let demo = try DemoProcess()
        let shop = try #require(demo.address("shop").split(separator: ":").last)
        let run = try ProcessRun(
            """
            exec 3<>/dev/tcp/127.0.0.1/\(shop)
            printf '%s\\r\\n' 'PUT /api/cart/code HTTP/1.1' 'Host: a' 'Content-Length: 9' \
                'Expect: 100-continue' '' >&3
            IFS= read -r -t 60 continue <&3 && echo "$continue"
            for _ in {1..50}; do kill -TERM \(demo.server.identifier) || break; sleep 0.3; done
            """,
            in: demo.folder.url
        )
        #expect(run.results == "HTTP/1.1 100 Continue\r\n", "\(run.remarks)")
        #expect(demo.server.end(by: 0) == SIGTERM)
    }

    @Test func `ends by a signal that comes while it starts, and leaves no file`() throws {
        let folder = ScratchFolder()
        for delay in ["0.01", "0.05", "0.1", "0.2", "0.4", "0.8"] {
            let run = try ProcessRun(
                """
                TMPDIR="$PWD" "$QUINCE" demo --ephemeral --no-browser --json >line & sleep \(delay); kill -TERM $!
                wait $!
                """,
                in: folder.url
            )
            // A signal may also come before the program watches for it.
            #expect([0, 143].contains(run.status), "\(delay): \(run.status) \(run.remarks)")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(left == ["line"], "\(delay)")
        }
    }

    @Test func `started twice takes other ports, also with the same records`() throws {
        let scratch = ScratchFolder()
        let path = scratch.path("records")
        let demos = [try DemoProcess(in: path), try DemoProcess(in: path)]
        let places = ["shop", "wallet", "xray", "server", "api", "gateway", "network"]
        for name in places { #expect(demos[0].ready[name] != demos[1].ready[name]) }
        for demo in demos {
            try demo.fill(["toy": 1])
            #expect(try demo.pay(try demo.authorize()).status == 0)
        }
    }

    @Test func `keeps orders and cards in its folder, and revokes its keys at the end`()
        throws
    {
        let scratch = ScratchFolder()
        let path = scratch.path("records")
        let first = try DemoProcess(in: path)
        try first.fill(["toy": 1])
        let page = try #require(try first.pay(try first.authorize()).order)
        let former = try first.address("apiKey")
        #expect(first.server.terminate() == 0)
        let second = try DemoProcess(in: path)
        let order = try second.order(page).json["order"] as? [String: Any]
        #expect(order?["total"] as? String == "29.27")
        let refused = try SandboxProcess.call(
            "GET",
            try second.address("server") + "/payments",
            fields: ["Authorization: Bearer \(former)"]
        )
        #expect(refused.status == 401)
        try second.fill(["mug": 1])
        #expect(try second.pay(try second.authorize()).status == 0)
        #expect(try second.temporaryFiles().isEmpty)
    }

    @Test func `says what to do where the shop's port is taken or the records have two places`()
        throws
    {
        let demo = try DemoProcess()
        let port = try #require(URL(string: try demo.address("shop"))?.port)
        let taken = try ProcessRun(
            "TMPDIR=\"$PWD\" \"$QUINCE\" demo --ephemeral --no-browser --listen 127.0.0.1:\(port)",
            in: demo.folder.url
        )
        #expect(taken.status == 2 && taken.results.isEmpty)
        #expect(taken.remarks.contains("127.0.0.1:\(port)"), "\(taken.remarks)")
        #expect(taken.remarks.contains("hint: name another address with --listen"))
        #expect(try demo.temporaryFiles().count == 1, "only those of the one that runs")
        let both = try ProcessRun("\"$QUINCE\" demo --ephemeral --state x", in: demo.folder.url)
        #expect(both.status == 2 && both.remarks.contains("either --state DIR"))
    }

    @Test func `prints lines for people, with the addresses`() throws {
        let folder = ScratchFolder()
        let run = try ProcessRun(
            """
            : >lines; TMPDIR="$PWD" "$QUINCE" demo --ephemeral --no-browser >lines & program=$!
            until grep -q Ctrl-C lines; do sleep 0.05; done; kill -TERM $program; wait $program; cat lines
            """,
            in: folder.url
        )
        #expect(run.status == 0 && run.remarks.isEmpty, "\(run.remarks)")
        #expect(run.results.hasPrefix("The shop is http://localhost:"))
        #expect(run.results.contains("\nThe x-ray of each payment is http://127.0.0.1:"))
        #expect(run.results.hasSuffix("Nothing is kept. Ctrl-C ends it.\n"))
    }
}

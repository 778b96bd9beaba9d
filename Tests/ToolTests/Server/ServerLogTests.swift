import Foundation
import TestSupport
import Testing

/// The log must not end or delay a server.
@Suite("The log of a server", .timeLimit(.minutes(30)))
struct ServerLogTests {
    /// A command that runs another whose standard error is a pipe of 4096 bytes. `read FILE` reads it once FILE.go
    /// exists; `closed` has no reader.
    private static func wrapper(_ folder: ScratchFolder, _ mode: String) throws -> [String] {
        let program = """
            import fcntl, os, signal, sys, time
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            mode, log, command = sys.argv[1], sys.argv[2], sys.argv[3:]
            reading, writing = os.pipe()
            fcntl.fcntl(writing, 1031, 4096)
            if mode == "read" and os.fork() == 0:
                os.close(writing)
                while not os.path.exists(log + ".go"): time.sleep(0.01)
                with open(log, "wb", buffering=0) as file:
                    while part := os.read(reading, 65536): file.write(part)
                os._exit(0)
            os.close(reading)
            os.dup2(writing, 2)
            os.close(writing)
            os.execv(command[0], command)
            """
        let path = folder.path("wrapper.py")
        try Data(program.utf8).write(to: URL(filePath: path))
        return ["python3", path, mode, folder.path("log")]
    }

    /// Sends requests on one connection, and returns how many were answered with 200.
    private static func answered(_ url: String, _ count: Int, in folder: ScratchFolder) throws
        -> Int
    {
        let program = """
            import http.client, sys
            connection = http.client.HTTPConnection(sys.argv[1].removeprefix("http://"), timeout=60)
            count = 0
            for _ in range(int(sys.argv[2])):
                connection.request("GET", "/healthz")
                answer = connection.getresponse()
                answer.read()
                count += answer.status == 200
            print(count)
            """
        try Data(program.utf8).write(to: folder.url.appending(path: "ask.py"))
        let run = try ProcessRun("python3 ask.py \(url) \(count)", in: folder.url)
        return Int(run.results.trimmingCharacters(in: .newlines)) ?? 0
    }

    private static func dropped(_ shop: ShopProcess) throws -> Int {
        let run = try ProcessRun(
            "curl -s -H 'Authorization: Bearer \(shop.apiKey)' \(shop.url)/metrics",
            in: shop.folder.url
        )
        let name = "quince_log_lines_dropped_total "
        let line = run.results.split(separator: "\n").first { $0.hasPrefix(name) }
        return Int(line?.dropFirst(name.count) ?? "") ?? -1
    }

    @Test func `drops lines that are not read, counts them, and goes on once they are`() throws {
        let shop = try ShopProcess()
        _ = shop.server.terminate()
        let folder = ScratchFolder()
        try shop.restart(under: try Self.wrapper(folder, "read"))
        try shop.becomeReady()
        #expect(try Self.answered(shop.url, 2_000, in: folder) == 2_000)
        let body: [String: Any] = [
            "token": try #require(try shop.paid()["token"]), "amount": "10.75", "currency": "USD",
            "reference": "order-1",
        ]
        let paid = try shop.call("POST", "/payments", body, idempotencyKey: "a")
        #expect(paid.status == 201, "\(paid.json)")
        #expect(try Self.dropped(shop) > 100)
        try Data().write(to: URL(filePath: folder.path("log.go")))
        var log = ""
        for _ in 0..<200 where !log.contains(#""event":"log.dropped""#) {
            #expect(try Self.answered(shop.url, 1, in: folder) == 1)
            log = (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? ""
        }
        let dropped = try Self.dropped(shop)
        #expect(shop.server.terminate() == 0)
        log = try String(contentsOfFile: folder.path("log"), encoding: .utf8)
        let told = log.split(separator: "\n").filter { $0.contains(#""event":"log.dropped""#) }
            .compactMap { line in line.firstRange(of: #""count":"#).map { line[$0.upperBound...] } }
        #expect(told.compactMap { Int($0.dropLast()) }.reduce(0, +) == dropped, "\(told)")
        #expect(log.contains(#""route":"/healthz""#))
    }

    @Test func `survives that its pipe is closed`() throws {
        let shop = try ShopProcess()
        _ = shop.server.terminate()
        let folder = ScratchFolder()
        try shop.restart(under: try Self.wrapper(folder, "closed"))
        #expect(try Self.answered(shop.url, 50, in: folder) == 50)
        try shop.becomeReady()
        #expect(try Self.dropped(shop) >= 50)
        #expect(shop.server.terminate() == 0)
    }

    /// Each of the programs that serve.
    @Test(arguments: [
        "sandbox --ephemeral --json", "sandbox network --ephemeral --json",
        "demo --ephemeral --no-browser --json --log",
    ])
    func `of every program that serves survives a closed pipe`(line: String) throws {
        let folder = ScratchFolder()
        let server = try? ServerProcess(
            line.split(separator: " ").map(String.init),
            under: try Self.wrapper(folder, "closed")
        )
        Glibc.kill(try #require(server).identifier, SIGPIPE)
        #expect(server?.terminate() == 0)
    }

    @Test func `says why the server ends where standard output is closed`() throws {
        let folder = ScratchFolder()
        let run = try ProcessRun(
            "mkfifo pipe; : <pipe & exec 3>pipe; wait; $QUINCE sandbox --ephemeral --json >&3",
            in: folder.url
        )
        #expect(run.status == 2)
        let broken = "quince: standard output: Broken pipe (system error 32)\nhint: "
        #expect(run.remarks.contains(broken), "\(run.remarks)")
    }
}

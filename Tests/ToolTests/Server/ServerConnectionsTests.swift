import Foundation
import TestSupport
import Testing

@Suite("A shop's server with few open files", .timeLimit(.minutes(30)))
struct ServerConnectionsTests {
    /// A hundred clients that ask nothing.
    @Test func `takes payments beside more connections than it can have`() throws {
        let shop = try ShopProcess(under: ["prlimit", "--nofile=64:64"])
        try shop.becomeReady()
        let program = """
            import socket, sys, time
            host, port = sys.argv[1].removeprefix("http://").split(":")
            idle = [socket.create_connection((host, int(port)), timeout=60) for _ in range(100)]
            print("open", flush=True)
            time.sleep(600)
            """
        try Data(program.utf8).write(to: shop.folder.url.appending(path: "idle.py"))
        let idle = Process()
        idle.executableURL = URL(filePath: "/usr/bin/python3")
        idle.arguments = [shop.folder.path("idle.py"), shop.url]
        let output = Pipe()
        idle.standardOutput = output
        try idle.start()
        defer { idle.terminate() }
        let line = output.fileHandleForReading.availableData
        #expect(String(decoding: line, as: UTF8.self).hasPrefix("open"))
        let body: [String: Any] = [
            "token": try #require(try shop.paid()["token"]), "amount": "10.75", "currency": "USD",
            "reference": "order-1",
        ]
        let paid = try shop.call("POST", "/payments", body, idempotencyKey: "a")
        #expect(paid.status == 201, "\(paid.json)")
        try shop.becomeReady()
        #expect(shop.server.terminate() == 0)
    }
}

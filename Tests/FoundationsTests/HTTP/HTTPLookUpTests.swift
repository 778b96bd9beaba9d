import Foundation
import HTTPClient
import HTTPMessages
import TestSupport
import Testing
import World

/// A name server that never answers, in namespaces of a process of its own: the look-up of a name takes 150 seconds.
@Suite("The HTTP client and a look-up of a name", .timeLimit(.minutes(30)))
struct HTTPLookUpTests {
    private static let unshare = URL(filePath: "/usr/bin/unshare")
    private static let hasNamespaces =
        (try? Program(at: unshare).run(["-rnm", "ip", "link", "set", "lo", "up"]))?.isSuccess
        == true

    static let childVariable = "QUINCE_TEST_LOOK_UP"

    private static let script = """
        ip link set lo up
        mount --bind "$0" /etc/resolv.conf
        exec python3 -c 'import os, socket, sys
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 53))
        server.set_inheritable(True)
        os.execv(sys.argv[1], sys.argv[1:])' "$@"
        """

    @Test(.enabled(if: hasNamespaces, "namespaces are not permitted here"))
    func `that has no answer keeps no other request waiting`() throws {
        let folder = ScratchFolder()
        let settings = folder.path("resolv.conf")
        try Data("nameserver 127.0.0.1\noptions timeout:30 attempts:5\n".utf8)
            .write(to: URL(filePath: settings))
        let process = Process.test("HTTPSlowLookUpTests", [Self.childVariable: "1"])
        let program = try #require(process.executableURL?.path)
        let arguments = try #require(process.arguments)
        process.executableURL = Self.unshare
        process.arguments =
            ["-rnm", "/bin/bash", "-ec", Self.script, settings, program] + arguments
        try process.start()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
}

/// Runs only as the child of the test above.
@Suite("The HTTP client beside a name server that never answers")
struct HTTPSlowLookUpTests {
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment[HTTPLookUpTests.childVariable] != nil,
            "only as the child of another test"
        )
    )
    func `answers before the look-up ends`() async throws {
        let test = try HTTPTestServer()
        let client = try HTTPClient()
        var patient = HTTPClientRequest(.get, "\(test.origin)/gate/a")
        patient.timeLimit = .seconds(100)
        let asked = Task { [patient] in try await client.send(patient) }
        await test.gate.wait { $0.waiting == 1 }
        var request = HTTPClientRequest(.get, "http://shop.example/")
        request.connectionTimeLimit = .milliseconds(200)
        await #expect(throws: HTTPClientFailure.notSent(.timedOut)) {
            try await client.send(request)
        }
        test.gate.change { $0.isOpen = true }
        #expect(try await asked.value.body == Array("a".utf8))
    }
}

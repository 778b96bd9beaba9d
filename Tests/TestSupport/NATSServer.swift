import Foundation

/// Debian's NATS server in a scratch folder, with JetStream, TLS, and the users of an operator.
///
/// `Tests/Oracles/nats-security.py` makes its files.
public final class NATSServer: Sendable {
    /// Why the tests are skipped where there is no server.
    public static let absence =
        "Debian's package nats-server or the client nats-py is not installed"

    /// Whether there is a server to start.
    public static let isHere =
        FileManager.default.isExecutableFile(atPath: program) && PythonOracle.isInstalled

    private static let program = "/usr/sbin/nats-server"
    private static let script = Repository.root.appending(path: "Tests/Oracles/nats-security.py")
        .path
    private let server = WatchedServer(stoppedBy: "KILL")
    /// The server's port on 127.0.0.1.
    public let port: Int

    /// Starts a server, whose certificate is for 127.0.0.1 or for another name.
    public init(named isNamed: Bool = true) throws {
        let folder = server.folder
        try server.prepare(Self.run(["folder": folder.url.path]))
        let ports = folder.path("*.ports")
        try server.start(
            "\(Self.program) -c \(isNamed ? "server.conf" : "name.conf")",
            until: "grep -qs nats \(ports)"
        )
        let text = Shell.output(of: "cat \(ports)", in: folder.url)
        port = text.split { !$0.isNumber }.last.flatMap { Int($0) } ?? 0
        _ = try messages()
    }

    /// The path of one of the server's files.
    public func path(_ name: String) -> String { server.folder.path(name) }

    /// The stream's messages, as nats-py reads them: subject, identifier and body.
    public func messages() throws -> [[String]] {
        let command = Self.run(["folder": server.folder.url.path, "port": port])
        let text = Shell.output(of: "\(command) 2>/dev/null", in: server.folder.url)
        return try JSONDecoder().decode([[String]].self, from: Data(text.utf8))
    }

    private static func run(_ task: [String: Any]) -> String {
        let input = (try? JSONSerialization.data(withJSONObject: task)) ?? Data()
        return "'\(PythonOracle.path)' '\(script)' <<<'\(String(decoding: input, as: UTF8.self))'"
    }
}

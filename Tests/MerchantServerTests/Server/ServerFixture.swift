import Foundation
import HTTPClient
import HTTPMessages
import JSON
import MerchantServer
import Storage
import TestSupport
import Testing
import World

/// A merchant's server in the process, with keys that openssl made.
final class ServerFixture: Sendable {
    enum DatabaseKind: String, CaseIterable {
        case sqlite = "SQLite"
        case postgreSQL = "PostgreSQL"

        static var here: [DatabaseKind] { PostgreSQLServer.isHere ? allCases : [.sqlite] }
    }

    let folder = ScratchFolder()
    let configuration: ServerConfiguration
    let materials: ServerMaterials
    let database: Database
    let keys: APIKeys
    let server: MerchantAPIServer
    let clock: SimulatedClock
    let log = LockedValue<[String]>([])
    private let text: String
    private let running: Task<Void, Never>
    private let client: HTTPClient

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - kind: Its database.
    ///   - members: Further members of the configuration, in JSON.
    ///   - prepare: Adds files to the folder before they are read.
    /// - Throws: Where it does not start.
    init(
        _ kind: DatabaseKind = .sqlite,
        _ members: String = "",
        prepare: (ScratchFolder) async throws -> Void = { _ in }
    ) async throws {
        try await Self.makeKeys(in: folder)
        try await prepare(folder)
        var place = #"{"sqlite":"payments.sqlite"}"#
        if kind == .postgreSQL {
            let address = try PostgreSQLServer.shared().newDatabase()
            try Data((address + "\n").utf8).write(to: folder.url.appending(path: "address"))
            try FileManager.default
                .setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("address"))
            place = #"{"postgresqlFile":"address"}"#
        }
        text = """
            {"listen":"127.0.0.1:0","database":\(place),
             "merchant":{"identifier":"merchant.com.example","displayName":"Shop"},
             "processing":{"files":["processing.key"]},
             "identity":{"certificate":"identity.pem","key":"identity.key"},
             "domains":["shop.example","other.example"],"origins":["https://shop.example"],
             "network":{"address":"127.0.0.1:1","merchant":"SHOP"}
            """
        configuration = try Self.configuration(text, members, folder)
        clock = SimulatedClock(startingAt: World.system.clock.now)
        let world = World.system.with(clock: clock)
        materials = try ServerMaterials(configuration, world: world)
        database = try await configuration.openDatabase(world: .system)
        keys = APIKeys(database, world: world)
        let log = log
        server = try MerchantAPIServer(configuration, materials, database, world: world) { line in
            log.withLock { $0.append(line) }
        }
        let server = server
        running = Task { await server.run() }
        client = try HTTPClient()
    }

    private static func configuration(
        _ text: String,
        _ members: String,
        _ folder: ScratchFolder
    ) throws -> ServerConfiguration {
        try ServerConfiguration(Array("\(text)\(members)}".utf8), folder: folder.url.path)
    }

    /// Another server on the database, with these further members of the configuration.
    func another(_ members: String) throws -> MerchantAPIServer {
        let configuration = try Self.configuration(text, members, folder)
        let world = World.system.with(clock: clock)
        let materials = try ServerMaterials(configuration, world: world)
        return try MerchantAPIServer(configuration, materials, database, world: world) {
            [log] line in
            log.withLock { $0.append(line) }
        }
    }

    func stop() async {
        server.stop()
        await running.value
        await database.close()
    }

    /// Sends a request to a server; to the fixture's own unless another one is given.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        key: String? = nil,
        _ fields: HTTPFields = [:],
        body: String = "",
        to other: MerchantAPIServer? = nil
    ) async throws -> HTTPResponse {
        var fields = fields
        if let key { fields[.authorization] = HTTPFieldValue("Bearer \(key)") }
        if !body.isEmpty { fields[.contentType] = "application/json" }
        let url = "http://\((other ?? server).address)\(path)"
        var request = HTTPClientRequest(method, url, fields: fields, body: Array(body.utf8))
        // Tests that run beside these may occupy every thread on which handlers run.
        request.timeLimit = .seconds(240)
        return try await client.send(request)
    }

    static func makeKeys(in folder: ScratchFolder) async throws {
        let script = """
            set -e
            cd \(folder.url.path)
            openssl ecparam -name prime256v1 -genkey -noout -out processing.key
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=TEST identity" -days 30 \\
                -keyout identity.key -out identity.pem 2>/dev/null
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=TEST authority" -days 30 \\
                -keyout authority.key -out authority.pem 2>/dev/null
            printf 'subjectAltName=DNS:apple-pay-gateway.apple.com,IP:127.0.0.1\\n' >server.ext
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=TEST gateway" -keyout gateway.key \\
                -out gateway.csr 2>/dev/null
            openssl x509 -req -in gateway.csr -CA authority.pem -CAkey authority.key \\
                -CAcreateserial -days 20 -extfile server.ext -out gateway.pem 2>/dev/null
            chmod 600 *.key
            echo made
            """
        let made = try await Program(at: URL(filePath: "/bin/bash")).runAside(["-c", script])
        guard made.text == "made\n" else { throw CocoaError(.fileNoSuchFile) }
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The code of a problem.
    var code: String? { (try? JSONDocument(body))?.root.member("code")?.string }
}

import AppleServers
import Certificates
import Foundation
import PaymentToken
import Storage
import TestSupport
import Testing
import World

/// A member center in a folder, whose clock a test can move.
struct CenterBench {
    static let start = UnixTime(seconds: 1_764_000_000)
    static let merchant = "merchant.com.example"

    let folder = ScratchFolder()
    let clock = SimulatedClock(startingAt: start)
    let center: MemberCenter
    let database: Database

    init() async throws {
        let world = World(clock: clock, randomness: SystemRandomness())
        (database, center) = try await Self.open(folder, world)
    }

    static func open(
        _ folder: ScratchFolder,
        _ world: World
    ) async throws -> (Database, MemberCenter) {
        let database = try await Database(
            path: folder.path("sandbox.sqlite"),
            migrations: [MemberCenter.migrations]
        )
        return (database, try await MemberCenter(database: database, world: world))
    }

    /// Another process that uses the folder.
    func another() async throws -> MemberCenter {
        let world = World(clock: clock, randomness: SystemRandomness())
        return try await Self.open(folder, world).1
    }

    func register(_ text: String = merchant) async throws {
        let kind = try #require(IdentifierKind(of: text))
        _ = try await center.register(kind, text, description: "A shop")
    }

    /// A signing request that OpenSSL makes, with a key of a kind.
    func request(_ key: String = "ec -pkeyopt ec_paramgen_curve:P-256") -> [UInt8] {
        let command =
            "openssl req -new -newkey \(key) -nodes -keyout key.pem -subj /CN=shop 2>/dev/null"
        return Array(Shell.output(of: command, in: folder.url).utf8)
    }

    func issue(
        _ kind: CertificateKind = .paymentProcessing,
        for holder: String = merchant
    ) async throws -> IssuedCertificate {
        let request = kind == .paymentProcessing ? request() : request("rsa:2048")
        return try await center.issue(kind, for: holder, request: request)
    }

    /// The serial numbers of the certificates to which Apple may encrypt now.
    func usable() async throws -> [String] {
        let found = try await center.paymentProcessingCertificates(
            of: Self.merchant,
            at: clock.now
        )
        var serials: [String] = []
        for certificate in found {
            let issued = try await center.certificate(der: certificate.certificate.der)
            serials.append(try #require(issued).serialNumber)
        }
        return serials
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.url.appending(path: name))
    }

    func shell(_ command: String) -> String { Shell.output(of: command, in: folder.url) }
}

import ApplePaySession
import AppleServers
import Certificates
import Foundation
import SandboxServer
import Storage
import TestSupport
import Testing
import World

@Suite("The gateway's TLS certificate")
struct GatewayCertificateTests {
    private func database(_ path: String) async throws -> Database {
        try await Database(path: path, migrations: [GatewayTables.migrations])
    }

    @Test func `is right for each of Apple's names, for openssl and its strict rules`() async throws
    {
        let folder = ScratchFolder()
        let certificate = try await GatewayCertificate(
            in: database(folder.path("a.sqlite")),
            names: ["sandbox.internal", "192.0.2.7"],
            world: .system
        )
        for (name, pem) in [
            ("ca", certificate.authority.pem), ("server", certificate.certificate.pem),
        ] {
            try pem.write(toFile: folder.path("\(name).pem"), atomically: true, encoding: .utf8)
        }
        func verify(_ option: String, _ name: String) async throws -> Bool {
            try await Program.openSSL.runAside([
                "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile",
                folder.path("ca.pem"), option, name, folder.path("server.pem"),
            ]).isSuccess
        }
        for host in GatewayAddress.hosts + ["localhost", "sandbox.internal"] {
            #expect(try await verify("-verify_hostname", host), "\(host)")
        }
        for address in ["127.0.0.1", "::1", "192.0.2.7"] {
            #expect(try await verify("-verify_ip", address), "\(address)")
        }
        #expect(try await !verify("-verify_hostname", "www.apple.com"))
        #expect(try await !verify("-verify_ip", "127.0.0.2"))
    }

    @Test func `stays the same after a restart, until it lacks a name or ends soon`() async throws {
        let folder = ScratchFolder()
        let path = folder.path("a.sqlite")
        let clock = SimulatedClock(startingAt: SystemClock().now)
        let world = World.system.with(clock: clock)
        func made(_ names: [String] = []) async throws -> Certificate {
            let database = try await database(path)
            let certificate = try await GatewayCertificate(
                in: database,
                names: names,
                world: world
            )
            await database.close()
            return certificate.certificate
        }
        let first = try await made()
        clock.advance(bySeconds: 9 * 365 * 86_400)
        #expect(try await made() == first)
        clock.advance(bySeconds: 365 * 86_400)
        let second = try await made()
        #expect(second != first)
        let third = try await made(["SANDBOX.internal"])
        #expect(third != second)
        #expect(try await made(["sandbox.internal"]) == third)
        // A program that needs fewer names leaves it as it is; one that needs more keeps the others.
        #expect(try await made() == third)
        let fourth = try await made(["other.internal"])
        #expect(fourth != third)
        #expect(try await made(["sandbox.internal"]) == fourth)
    }

    @Test func `is one for all programs that begin at the same time`() async throws {
        let folder = ScratchFolder()
        let path = folder.path("a.sqlite")
        let first = try await database(path)
        let second = try await database(path)
        async let one = GatewayCertificate(in: first, world: .system)
        async let two = GatewayCertificate(in: second, world: .system)
        #expect(try await one.certificate == two.certificate)
    }

    @Test func `is not that of the authorities of payments`() async throws {
        let fixture = try await GatewayFixture()
        let certificate = try await GatewayCertificate(in: fixture.database, world: .system)
        #expect(certificate.certificate.issuer[.commonName] == "Quince TEST TLS CA")
        #expect(certificate.authority.isAuthority && !certificate.certificate.isAuthority)
        #expect(!certificate.certificate.isSigned(by: fixture.authorities.root.publicKey))
    }

    @Test func `comes with lines for each of Apple's names`() {
        let lines = AppleHostNames.hostsLines(at: "127.0.0.9").split(separator: "\n")
        #expect(lines.count == 36 && Set(lines).count == 36)
        #expect(lines.allSatisfy { $0.hasPrefix("127.0.0.9 ") && $0.hasSuffix(".apple.com") })
        #expect(lines.contains("127.0.0.9 apple-pay-gateway-cert.apple.com"))
        #expect(AppleHostNames.notice.contains("test machine or of a network namespace only"))
    }
}

import Foundation
import MerchantServer
import TestSupport
import Testing
import World

@Suite("The files that a configuration names")
struct MaterialsTests {
    private let folder = ScratchFolder()

    /// The problems of a configuration with these members beside keys that openssl made.
    private func problems(
        _ database: String = #"{"sqlite":"a"}"#,
        _ members: String = "",
        after script: String = "true",
        world: World = .system
    ) async throws -> [String] {
        try await ServerFixture.makeKeys(in: folder)
        let line = "cd \(folder.url.path) && \(script)"
        let done = try await Program(at: URL(filePath: "/bin/bash")).runAside(["-c", line])
        #expect(done.isSuccess, "\(done.complaint)")
        let text = """
            {"database":\(database),"merchant":{"identifier":"merchant.a","displayName":"A"},
             "processing":{"files":["processing.key"]},
             "network":{"address":"127.0.0.1:1","merchant":"A"}\(members)}
            """
        do throws(ConfigurationRefusal) {
            let configuration = try ServerConfiguration(Array(text.utf8), folder: folder.url.path)
            _ = try ServerMaterials(configuration, world: world)
            return []
        } catch {
            return error.withProblemsOfFiles(world: world)
                .map { "\($0)".replacing("\(folder.url.path)/", with: "") }
        }
    }

    @Test func `are listed beside members of another form, which are not read`() async throws {
        let found = try await problems(
            #"{"sqlite":""}"#,
            Self.identity + #","testRoot":1,"testGateway":{"authority":"gone"},"tls":{"key":"a"}"#,
            after: "rm identity.pem processing.key; echo a >identity.key"
        )
        let members = found.map { String($0.prefix { $0 != ":" }) }
        #expect(
            Set(members) == [
                "database.sqlite", "testRoot", "testGateway.address", "testGateway.authority",
                "tls.certificate", "tls.key", "processing.files", "identity.certificate",
                "identity.key",
            ]
        )
        #expect(members.count == 9, "\(found)")
    }

    private static let identity =
        #","identity":{"certificate":"identity.pem","key":"identity.key"}"#

    @Test func `serve where they belong together`() async throws {
        #expect(try await problems(#"{"sqlite":"a"}"#, Self.identity) == [])
    }

    /// An Order Type ID certificate for 30 days, and one of Worldwide Developer Relations.
    private static let orderCertificates = """
        set -e
        new="openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30"
        $new -x509 -subj /CN=W -keyout w.key -out w.pem -addext keyUsage=critical,keyCertSign \\
            -addext 1.2.840.113635.100.6.2.1=DER:0500 2>/dev/null
        $new -subj /CN=O -keyout order.key -out order.csr 2>/dev/null
        printf 'extendedKeyUsage=1.2.840.113635.100.4.19\\n1.2.840.113635.100.14.2=ASN1:UTF8:order.a\\n' >order.ext
        openssl x509 -req -in order.csr -CA w.pem -CAkey w.key -CAcreateserial -days 30 \\
            -extfile order.ext -out order.pem 2>/dev/null
        openssl rand -hex 32 >links.key
        chmod 600 *.key
        """

    @Test(arguments: [1, 31])
    func `serve with a certificate of orders, also where it has ended`(days: Int) async throws {
        let orders = #"""
            ,"orders":{"origin":"https://a.example","keyFile":"links.key","wallet":{"key":"order.key",
             "certificates":["order.pem","w.pem"],"website":"https://a.example"}}
            """#
        let seconds = World.system.clock.now.seconds + Int64(days) * 86_400
        let clock = SimulatedClock(startingAt: UnixTime(seconds: seconds))
        let found = try await problems(
            #"{"sqlite":"a"}"#,
            orders,
            after: Self.orderCertificates,
            world: World.system.with(clock: clock)
        )
        #expect(found == [])
    }

    @Test(arguments: [
        ("chmod 640 processing.key", "processing.files: "),
        ("echo a >processing.key", "processing.files: "),
        ("rm processing.key", "processing.files: "),
        ("cp authority.key identity.key", "identity.key: identity.key: this key does not belong"),
        ("chmod 604 identity.key", "identity.key: identity.key: others may read it"),
        ("echo a >identity.key", "identity.key: identity.key: this is not a private key"),
        ("rm identity.pem", "identity.certificate: "),
        ("echo a >identity.pem", "identity.certificate: "),
        ("cp identity.key identity.pem", "identity.certificate: identity.pem: there is no cert"),
    ])
    func `are refused with what is wrong`(_ script: String, _ expected: String) async throws {
        let found = try await problems(#"{"sqlite":"a"}"#, Self.identity, after: script)
        #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
    }

    @Test(arguments: [
        (#","testRoot":"authority.pem""#, "sessions are asked of Apple"),
        (
            #","testGateway":{"address":"a:1","authority":"authority.pem"}"#,
            "of a sandbox, but only"
        ),
        (
            #","testRoot":"authority.pem","testGateway":{"address":"a:1","authority":"authority.pem"}"#,
            ""
        ), ("", ""),
    ])
    func `are remarked on where they are half a sandbox's and half Apple's`(
        _ members: String,
        _ expected: String
    ) async throws {
        try await ServerFixture.makeKeys(in: folder)
        let text = ConfigurationTests.least.replacing(
            "\"network\"",
            with: #""identity":{"certificate":"identity.pem","key":"identity.key"}"# + members
                + ",\"network\""
        )
        let configuration = try ServerConfiguration(Array(text.utf8), folder: folder.url.path)
        let remarks = try ServerMaterials(configuration, world: .system).remarks
            .filter { $0.hasPrefix("sessions") }
        #expect(remarks.count == (expected.isEmpty ? 0 : 1))
        #expect(expected.isEmpty || remarks[0].contains(expected))
    }

    @Test func `must be a root where a root is named`() async throws {
        let found = try await problems(#"{"sqlite":"a"}"#, #","testRoot":"gateway.pem""#)
        #expect(found.count == 1 && found[0].hasPrefix("testRoot: gateway.pem: this is not a root"))
    }

    @Test(arguments: [
        (#"{"postgresql":"postgresql://shop:secret@db/shop"}"#, "database.postgresql: "),
        (#"{"postgresql":"postgresql://db/shop?password=secret"}"#, "database.postgresql: "),
        (#"{"postgresql":"postgresql://shop@db:5432/shop"}"#, ""),
        (#"{"postgresqlFile":"gone"}"#, "database.postgresqlFile: gone: there is no such file"),
        (#"{"postgresqlFile":"identity.pem"}"#, "database.postgresqlFile: identity.pem: others"),
        (
            #"{"postgresqlFile":"identity.key"}"#,
            "database.postgresqlFile: the connection string of the database server cannot be read"
        ), (#"{"postgresqlFile":"address"}"#, ""),
        (#"{"sqlite":"gone/a"}"#, "database.sqlite: no folder for gone/a"),
        (#"{"postgresql":"postgresql://shop@db:port/shop"}"#, ""),
        (#"{"postgresql":"postgresql://db/shop?no=1"}"#, "database.postgresql: the connection"),
    ])
    func `have a database's password where only their owner reads it`(
        _ database: String,
        _ expected: String
    ) async throws {
        let found = try await problems(
            database,
            after: "umask 077; echo 'host=db password=secret' >address"
        )
        if expected.isEmpty {
            #expect(found == [])
        } else {
            #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
            #expect(!found.joined().contains("secret"))
        }
    }
}

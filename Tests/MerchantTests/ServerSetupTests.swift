import Bytes
import Certificates
import Foundation
import JSON
import Money
import PaymentToken
import Payments
import PostgreSQL
import Storage
import TestSupport
import Testing
import TokenIntake
import World

/// The set-up of a server in Documentation/SwiftServers.md, compiled and run.
enum ServerSetup {
    // STORES: begin
    /// For one process: bounded, and empty after a restart.
    static func memoryStore() -> MemoryClaimStore {
        MemoryClaimStore(capacity: 100_000, clock: World.system.clock)
    }

    /// For the servers of one machine. The file is made where there is none; its folder must exist.
    static func fileStore(path: String) async throws -> DatabaseClaimStore {
        let database = try await Database(path: path, migrations: [AcceptedTokens.migrations])
        return DatabaseClaimStore(database: database, clock: World.system.clock)
    }

    /// For many machines. The string is libpq's, such as
    /// `host=db.example dbname=shop user=shop sslmode=verify-full`; the table is made where there
    /// is none.
    static func serverStore(connectionString: Secret) async throws -> DatabaseClaimStore {
        let database = try await Database(
            PostgreSQLAddress(connectionString),
            migrations: [AcceptedTokens.migrations]
        )
        return DatabaseClaimStore(database: database, clock: World.system.clock)
    }
    // STORES: end

    // ROOTS: begin
    /// Real payments: Apple Root CA - G3 is part of the library.
    static let production = PaymentTokenVerifier(trusting: .appleRootCAG3)

    /// Tester accounts of Apple's sandbox, under the same root.
    static let appleSandbox = PaymentTokenVerifier(
        trusting: .appleRootCAG3,
        environment: .sandbox
    )

    /// Tokens of Quince's sandbox: the TEST root that was written beside them, as PEM.
    static func testVerifier(rootPEM path: String) throws -> PaymentTokenVerifier {
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        return PaymentTokenVerifier(trusting: try TrustAnchor(root: Certificate(pem: text)))
    }
    // ROOTS: end

    // EXPECTED: begin
    /// The payment that the order expects, such as 10.75 USD; nil for a currency that ISO 4217 does not have. The
    /// application data is that of the app's payment request, nil where it had none.
    static func expected(
        _ amount: String,
        _ currencyCode: String,
        applicationData: [UInt8]? = nil
    ) throws -> ExpectedPayment? {
        guard let currency = Currency(code: currencyCode) else { return nil }
        let total = try Money(DecimalAmount(amount), in: currency)
        return ExpectedPayment(total: total, applicationData: applicationData)
    }
    // EXPECTED: end

    // KEYS: begin
    /// A folder with the key and the certificate of each Payment Processing certificate, as PEM,
    /// DER or PKCS #12. The password opens whichever of them are protected.
    static func keyring(folder: String, passwordFile: String?) throws -> MerchantKeyring {
        let source = KeyFileSource([folder], password: passwordFile.map { .file($0) })
        return try MerchantKeyring(sources: [source], clock: World.system.clock)
    }
    // KEYS: end
}

@Suite("The set-up of a server")
struct ServerSetupTests {
    let workshop: TokenWorkshop
    let folder = ScratchFolder()

    init() throws { workshop = try TokenWorkshop(seed: 351) }

    @Test(arguments: ["STORES", "ROOTS", "EXPECTED", "KEYS"])
    func `is the code that is compiled here`(name: String) throws {
        let example = try PageExample(name, in: "Tests/MerchantTests/ServerSetupTests.swift")
        #expect(example.code.count > 200)
        #expect(try example.isShown(by: "Documentation/SwiftServers.md"))
    }

    @Test(arguments: ["ServerSetupTests", "ServerExampleTests"])
    func `is shown with the modules to import`(file: String) throws {
        let root = Repository.root
        let source = root.appending(path: "Tests/MerchantTests/\(file).swift")
        let page = try String(
            contentsOf: root.appending(path: "Documentation/SwiftServers.md"),
            encoding: .utf8
        )
        // What the tests around the code need.
        let own: Set<Substring> = ["Foundation", "JSON", "TestSupport", "Testing"]
        for line in try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
        where line.hasPrefix("import ") {
            let module = line.dropFirst("import ".count)
            #expect(own.contains(module) || page.contains("`\(module)`"), "\(module)")
        }
    }

    @Test func `states what is expected in the currency's minor units`() throws {
        #expect(try ServerSetup.expected("10.75", "USD")?.total.minorUnits == 1_075)
        #expect(try ServerSetup.expected("10", "JPY")?.total.minorUnits == 10)
        #expect(try ServerSetup.expected("10.75", "USDollar") == nil)
        #expect(throws: Money.Failure.self) { try ServerSetup.expected("10.755", "USD") }
    }

    @Test func `takes claims in memory and in a file`() async throws {
        let now = World.system.clock.now
        let shape = TokenWorkshop.Shape(signingTime: now)
        let opened = try workshop.open(try workshop.seal(shape).json.compact, at: now)
        let token = ClaimableToken(opened)
        let path = folder.path("claims.sqlite")
        let stores: [any TokenClaimStore] = await [
            ServerSetup.memoryStore(), try ServerSetup.fileStore(path: path),
        ]
        for store in stores {
            #expect(try await store.claim(token, for: OrderReference("1")) == .first)
            #expect(try await store.claim(token, for: OrderReference("1")) == .again)
        }
        let reopened = try await ServerSetup.fileStore(path: path)
        #expect(try await reopened.claim(token, for: OrderReference("2")) == .takenByAnotherOrder)
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `takes claims on a server`() async throws {
        let now = World.system.clock.now
        let shape = TokenWorkshop.Shape(signingTime: now)
        let opened = try workshop.open(try workshop.seal(shape).json.compact, at: now)
        let string = try PostgreSQLServer.shared().newDatabase()
        let store = try await ServerSetup.serverStore(
            connectionString: Secret(copying: Array(string.utf8))
        )
        let claim = try await store.claim(ClaimableToken(opened), for: OrderReference("1"))
        #expect(claim == .first)
    }

    @Test func `trusts a root from PEM, and no file of several`() throws {
        let root = workshop.root.certificate.pem
        try Data(root.utf8).write(to: folder.url.appending(path: "root.pem"))
        let verifier = try ServerSetup.testVerifier(rootPEM: folder.path("root.pem"))
        _ = try verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        let two = root + workshop.integration.certificate.pem
        try Data(two.utf8).write(to: folder.url.appending(path: "two.pem"))
        #expect(throws: CertificateFailure.severalCertificates) {
            try ServerSetup.testVerifier(rootPEM: folder.path("two.pem"))
        }
        #expect(ServerSetup.production.environment == .production)
        #expect(ServerSetup.appleSandbox.environment == .sandbox)
    }

    /// openssl makes the PKCS #12 file, as a merchant's export would.
    @Test func `takes a PKCS #12 file with a password from a file`() throws {
        let keys = KeyFolder()
        try keys.write(workshop.merchant, "shop.pem")
        let pem = keys.path + "/shop.pem"
        let place = KeyFolder()
        try place.write("open sesame\n", "password")
        let password = place.folder.path("password")
        let folder = ScratchFolder()
        let exported = try Program.openSSL.run([
            "pkcs12", "-export", "-in", pem, "-out", folder.path("shop.p12"), "-passout",
            "file:\(password)",
        ])
        #expect(exported.isSuccess, "\(exported.complaint)")
        let keyring = try ServerSetup.keyring(
            folder: folder.path(""),
            passwordFile: password
        )
        let verified = try workshop.verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        #expect(throws: Never.self) { try verified.opened(with: keyring.keys) }
    }
}

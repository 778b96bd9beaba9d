import Bytes
import Certificates
import Cryptography
import Foundation
import PaymentToken
import SecurityModule
import TestSupport
import Testing
import TokenIntake
import World

/// Tokens opened with a key that never leaves its module.
@Suite(
    "Tokens for a key in a security module",
    .serialized,
    .enabled(if: SoftwareToken.isInstalled, "softhsm2 is not installed")
)
struct ModuleKeyTokenTests {
    struct Bench: Sendable {
        let bench: KeyBench
        let merchant: WorkshopMerchant
        let rsa: RSAWorkshop
        let token = SoftwareToken(.merchant)
        let folder = KeyFolder()

        init() throws {
            bench = try KeyBench(seed: 601)
            merchant = try bench.merchant()
            rsa = try RSAWorkshop(in: bench.workshop)
            let pems = [merchant.privateKey.pem, rsa.merchantKey.pem].map { $0.revealedText() }
            try token.importKey(pems[0], object: "apple-pay", id: "0a")
            try token.importKey(pems[1], object: "apple-pay-china", id: "0b", mayDerive: false)
            try folder.write(merchant.certificate.pem, "merchant.pem")
            try folder.write(rsa.certificate.pem, "china.pem")
            try folder.write(SoftwareToken.pin + "\n", "pin")
        }

        func source(_ object: String, certificate: String) throws -> ModuleKeySource {
            ModuleKeySource(
                try ModuleURI(token.uri(object) + "&pin-source=" + folder.folder.path("pin")),
                certificatePath: folder.folder.path(certificate),
                randomness: SeededRandomness(seed: 602)
            )
        }
    }

    static let shared = Result { try Bench() }

    @Test func `open in both versions, beside a key in a file`() throws {
        let bench = try Self.shared.get()
        let files = KeyFolder()
        let filed = try bench.bench.merchant("merchant.test.filed")
        try files.write(filed, "key.pem")
        let keyring = try bench.bench.keyring(
            bench.source("apple-pay", certificate: "merchant.pem"),
            bench.source("apple-pay-china", certificate: "china.pem"),
            files.source()
        )
        #expect(keyring.entries.map(\.key.version) == [.ecV1, .rsaV1, .ecV1])
        for _ in 0..<20 {
            #expect(try bench.bench.opens(keyring, for: bench.merchant))
        }
        #expect(try bench.bench.opens(keyring, for: filed))
        let verifier = try bench.bench.workshop.verifier
        for _ in 0..<20 {
            let token = try bench.rsa.seal()
            let verified = try verifier.verify(token, at: TokenWorkshop.now)
            #expect(throws: Never.self) { try verified.opened(with: keyring.keys) }
        }
    }

    @Test func `say that the module cannot be asked, and not that the token is bad`() throws {
        let bench = try Self.shared.get()
        let key = try ModuleKey(
            ModuleURI(bench.token.uri("apple-pay")),
            pin: Secret(copying: Array(SoftwareToken.pin.utf8)),
            sessions: 1,
            randomness: SeededRandomness(seed: 603)
        )
        try ModuleView.endAllSessions(bench.token)
        let merchantKey = try MerchantKey(
            privateKey: key,
            merchantIdentifier: bench.merchant.identifier
        )
        let token = try bench.bench.workshop.seal(.init(merchant: bench.merchant))
        let verified = try bench.bench.workshop.verifier.verify(token, at: TokenWorkshop.now)
        #expect(throws: Never.self) { try verified.opened(with: [merchantKey]) }
    }

    @Test func `are not opened by a module's key with another key's certificate`() throws {
        let bench = try Self.shared.get()
        let found = bench.bench.refusals(try bench.source("apple-pay", certificate: "china.pem"))
        #expect(found.map(\.problem) == [.unusable(.keyDoesNotMatchCertificate)])
    }

    @Test func `are opened by the old key when the PIN's file becomes invalid`() throws {
        let bench = try Self.shared.get()
        let source = try bench.source("apple-pay", certificate: "merchant.pem")
        let keyring = try bench.bench.keyring(source)
        defer { try? bench.folder.write(SoftwareToken.pin + "\n", "pin") }
        try ModuleView.endAllSessions(bench.token)
        try bench.folder.write("999999", "pin")
        for _ in 0..<5 {
            #expect(keyring.reload().refusals.map(\.problem) == [.module(.wrongPIN)])
        }
        #expect(try bench.bench.opens(keyring, for: bench.merchant))
        try bench.folder.write(SoftwareToken.pin, "pin")
        #expect(keyring.reload().refusals.isEmpty)
    }

    @Test func `show neither PIN nor key`() throws {
        let bench = try Self.shared.get()
        let keyring = try bench.bench.keyring(
            bench.source("apple-pay", certificate: "merchant.pem")
        )
        let pem = bench.merchant.privateKey.pem.revealedText().split(separator: "\n")[1]
        for view in Exposure.everyView(of: keyring) + Exposure.everyView(of: keyring.entries) {
            #expect(Exposure.traces(of: Array(SoftwareToken.pin.utf8), in: view).isEmpty)
            #expect(!view.contains(pem))
        }
    }
}

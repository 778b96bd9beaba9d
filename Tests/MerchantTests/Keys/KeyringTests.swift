import Bytes
import Certificates
import Cryptography
import Foundation
import PaymentToken
import TestSupport
import Testing
import TokenIntake
import World

/// Keys are loaded anew while tokens are opened; a bad file changes nothing.
@Suite("A merchant's keyring")
struct KeyringTests {
    @Test func `serves the old key and the new one during a rotation`() throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        let (old, new) = (try bench.merchant(), try bench.merchant())
        try folder.write(old, "2024.pem")
        let keyring = try bench.keyring(folder.source())
        #expect(try bench.opens(keyring, for: old) && !bench.opens(keyring, for: new))
        try folder.write(new, "2026.pem")
        #expect(try keyring.reload().added == [new.key.publicKeyHash])
        #expect(try bench.opens(keyring, for: old) && bench.opens(keyring, for: new))
        try folder.remove("2024.pem")
        #expect(keyring.reload().removedCount == 1)
        #expect(try !bench.opens(keyring, for: old) && bench.opens(keyring, for: new))
        #expect(keyring.findings.isEmpty)
    }

    @Test func `finds keys and certificates in files of any name`() throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        let merchants = try [bench.merchant(), bench.merchant("merchant.test.other")]
        try folder.write(merchants[0].privateKey.pem.revealedText(), "1.cer")
        try folder.write(merchants[0].certificate.pem, "9.key")
        try folder.writePKCS12(merchants[1], "3.txt", password: "quince")
        let password = KeyPassword.known(Secret(copying: Array("quince".utf8)))
        let keyring = try bench.keyring(folder.source(password: password))
        #expect(keyring.entries.map(\.merchantIdentifier) == merchants.map(\.identifier))
        for merchant in merchants { #expect(try bench.opens(keyring, for: merchant)) }
    }

    static let spoilings: [(String, @Sendable (KeyFolder, WorkshopMerchant) throws -> Void)] = [
        ("empty", { folder, _ in try folder.write("", "key.pem") }),
        (
            "half written",
            { folder, merchant in
                try folder.write(
                    String(merchant.privateKey.pem.revealedText().dropLast(30)),
                    "key.pem"
                )
            }
        ),
        ("gone", { folder, _ in try folder.remove("key.pem") }),
        (
            "without its certificate",
            { folder, merchant in
                try folder.write(merchant.privateKey.pem.revealedText(), "key.pem")
            }
        ),
        (
            "a certificate alone",
            { folder, merchant in
                try folder.write(merchant.certificate.pem, "key.pem")
            }
        ),
        (
            "a key with another's certificate",
            { folder, merchant in
                let other = try KeyBench(seed: 7).merchant()
                try folder.write(
                    merchant.privateKey.pem.revealedText() + other.certificate.pem,
                    "key.pem"
                )
            }
        ),
        ("beside a file that is none", { folder, _ in try folder.write("hello", "readme") }),
        (
            "a PKCS #12 of another password",
            { folder, merchant in
                try folder.writePKCS12(merchant, "key.pem", password: "quince")
            }
        ),
    ]

    @Test(arguments: spoilings.indices)
    func `keeps serving its keys when a file goes bad, and says why`(index: Int) throws {
        let (name, spoil) = Self.spoilings[index]
        let bench = try KeyBench()
        let folder = KeyFolder()
        let merchant = try bench.merchant()
        try folder.write(merchant, "key.pem")
        let keyring = try bench.keyring(folder.source())
        try spoil(folder, merchant)
        let report = keyring.reload()
        #expect(!report.refusals.isEmpty && report.added.isEmpty, "\(name)")
        #expect(report.removedCount == 0)
        #expect(try bench.opens(keyring, for: merchant), "\(name)")
        #expect(keyring.findings.first?.weight == .unusable)
        try folder.write(merchant, "key.pem")
        try? folder.remove("readme")
        #expect(keyring.reload().refusals.isEmpty && keyring.findings.isEmpty, "\(name)")
    }

    @Test func `does not start with an invalid configuration`() throws {
        let bench = try KeyBench()
        for (name, spoil) in Self.spoilings {
            let folder = KeyFolder()
            let merchant = try bench.merchant()
            try folder.write(merchant, "key.pem")
            try spoil(folder, merchant)
            #expect(!bench.refusals(folder.source()).isEmpty, "\(name)")
        }
    }

    @Test func `reloads one source while another is invalid`() throws {
        let bench = try KeyBench()
        let (left, right) = (KeyFolder(), KeyFolder())
        let merchants = try (0..<3).map { _ in try bench.merchant() }
        try left.write(merchants[0], "key.pem")
        try right.write(merchants[1], "key.pem")
        let keyring = try bench.keyring(left.source(), right.source())
        try left.write("spoiled", "key.pem")
        try right.write(merchants[2], "key.pem")
        let report = keyring.reload()
        #expect(report.refusals.map(\.subject) == [left.path + "/key.pem"])
        #expect(try bench.opens(keyring, for: merchants[0]))
        #expect(try !bench.opens(keyring, for: merchants[1]))
        #expect(try bench.opens(keyring, for: merchants[2]))
    }

    @Test func `looks for changes no more often than it was told`() async throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        let (old, new) = (try bench.merchant(), try bench.merchant())
        try folder.write(old, "key.pem")
        let keyring = try bench.keyring(folder.source(), interval: .seconds(60))
        try folder.write(new, "new.pem")
        bench.clock.advance(bySeconds: 59)
        #expect(await keyring.refreshed() == nil)
        #expect(try !bench.opens(keyring, for: new))
        bench.clock.advance(bySeconds: 1)
        #expect(try await keyring.refreshed()?.added == [new.key.publicKeyHash])
        #expect(try bench.opens(keyring, for: new))
        #expect(await keyring.refreshed() == nil)
        bench.clock.advance(bySeconds: 60)
        #expect(await keyring.refreshed()?.added == [])
    }

    @Test func `leaves a payment the key that it began with`() throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        let (old, new) = (try bench.merchant(), try bench.merchant())
        try folder.write(old, "key.pem")
        let keyring = try bench.keyring(folder.source())
        let token = try bench.workshop.seal(.init(merchant: old))
        let verified = try bench.workshop.verifier.verify(token, at: TokenWorkshop.now)
        let keys = keyring.keys
        try folder.write(new, "key.pem")
        #expect(keyring.reload().removedCount == 1)
        #expect(throws: Never.self) { try verified.opened(with: keys) }
        let unknown = try TokenRefusal.publicKeyHash(
            token: old.key.publicKeyHash,
            of: .ecV1,
            ours: [.init(publicKeyHash: new.key.publicKeyHash, version: .ecV1)]
        )
        #expect(throws: unknown) { try verified.opened(with: keyring.keys) }
    }

    @Test func `is complete for every reader while it is loaded`() async throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        let pairs = try (0..<2).map { _ in try [bench.merchant(), bench.merchant()] }
        func write(_ pair: [WorkshopMerchant]) throws {
            try folder.write(
                pair.map { $0.privateKey.pem.revealedText() + $0.certificate.pem }.joined(),
                "keys.pem"
            )
        }
        try write(pairs[0])
        let keyring = try bench.keyring(folder.source())
        let known = try pairs.map { try $0.map { try $0.key.publicKeyHash } }
        let torn = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<2_000).count { _ in !known.contains(keyring.keys.map(\.publicKeyHash)) }
                }
            }
            for round in 0..<50 {
                try write(pairs[round % 2])
                #expect(keyring.reload().refusals.isEmpty)
            }
            return try await group.reduce(0, +)
        }
        #expect(torn == 0)
    }
}

extension MerchantKeyring {
    /// The report of a refresh, or nil if none was due.
    func refreshed() async -> KeyringReport? {
        await withCheckedContinuation { continuation in
            let isStarted = refresh { continuation.resume(returning: $0) }
            if !isStarted { continuation.resume(returning: nil) }
        }
    }
}

import Bytes
import Certificates
import Cryptography
import Foundation
import KeyFiles
import PaymentToken
import TestSupport
import Testing
import TokenIntake
import World

/// What is found out about keys when they are loaded, before the first token comes.
@Suite("A check of the merchant's keys")
struct KeyFindingTests {
    static let day: Int64 = 86_400

    /// A certificate that begins and ends some days from now.
    static func ending(
        _ bench: KeyBench,
        from start: Int64 = -100,
        in days: Int64,
        key: PrivateKey? = nil
    ) throws -> WorkshopMerchant {
        try bench.merchant(key: key) { template in
            template.notBefore = UnixTime(seconds: TokenWorkshop.now.seconds + start * Self.day)
            template.notAfter = UnixTime(seconds: TokenWorkshop.now.seconds + days * Self.day)
        }
    }

    static func findings(_ bench: KeyBench, _ merchants: [WorkshopMerchant]) throws -> [KeyFinding]
    {
        let folder = KeyFolder()
        for (index, merchant) in merchants.enumerated() {
            try folder.write(merchant, "\(index).pem")
        }
        let keyring = try bench.keyring(folder.source())
        #expect(keyring.keys.count == merchants.count, "a key is withheld for its dates")
        return keyring.findings
    }

    @Test(arguments: [(31, nil), (30, nil), (29, 29), (1, 1), (0, 0)] as [(Int64, Int?)])
    func `counts the days that a certificate has left`(days: Int64, told: Int?) throws {
        let bench = try KeyBench()
        let found = try Self.findings(bench, [Self.ending(bench, in: days)])
        let end = UnixTime(seconds: TokenWorkshop.now.seconds + days * Self.day)
        #expect(found.map(\.problem) == told.map { [.endsSoon(days: $0, notAfter: end)] } ?? [])
        #expect(found.allSatisfy { $0.weight == .note })
    }

    @Test func `says that a certificate ended, and lets the key serve`() throws {
        let bench = try KeyBench()
        let ended = try Self.ending(bench, in: -1)
        let found = try Self.findings(bench, [ended])
        #expect(found.map(\.problem) == [.expired(notAfter: ended.certificate.notAfter)])
        #expect(found.map(\.weight) == [.mustBeFixed])
        let valid = try Self.ending(bench, in: 300)
        let both = try Self.findings(bench, [ended, valid])
        #expect(both.map(\.problem) == [.replaced(notAfter: ended.certificate.notAfter)])
        #expect(both.map(\.weight) == [.note])
        #expect(try Self.findings(bench, [Self.ending(bench, in: 5), valid]).isEmpty)
    }

    @Test func `says that a certificate has not begun`() throws {
        let bench = try KeyBench()
        let early = try Self.ending(bench, from: 1, in: 300)
        let found = try Self.findings(bench, [early])
        #expect(found.map(\.problem) == [.notYetValid(notBefore: early.certificate.notBefore)])
        #expect(found.map(\.weight) == [.mustBeFixed])
    }

    @Test func `counts the longer of two certificates for one key`() throws {
        let bench = try KeyBench()
        let short = try Self.ending(bench, in: 3)
        let long = try Self.ending(bench, in: 300, key: short.privateKey)
        let folder = KeyFolder()
        try folder.write(short, "a.pem")
        try folder.write(long.certificate.pem, "b.pem")
        let keyring = try bench.keyring(folder.source())
        #expect(keyring.findings.isEmpty)
        #expect(keyring.entries.map { $0.daysLeft(at: TokenWorkshop.now) } == [300])
    }

    @Test func `finds the same key in two places`() throws {
        let bench = try KeyBench()
        let (left, right) = (KeyFolder(), KeyFolder())
        let merchant = try bench.merchant()
        try left.write(merchant, "key.pem")
        try right.write(merchant, "key.pem")
        let keyring = try bench.keyring(left.source(), right.source())
        #expect(keyring.keys.count == 1)
        #expect(keyring.findings.map(\.problem) == [.repeated(other: left.path + "/key.pem")])
        let other = try bench.merchant("merchant.test.other", key: merchant.privateKey)
        try right.write(other, "key.pem")
        let report = keyring.reload()
        #expect(report.refusals.map(\.problem) == [.twoMerchants(other: left.path + "/key.pem")])
        #expect(keyring.keys.count == 1)
        #expect(keyring.reload().refusals.count == 1, "forgotten at the second look")
    }

    @Test func `tells the usual mistakes apart`() throws {
        let bench = try KeyBench()
        let merchant = try bench.merchant()
        let key = merchant.privateKey.pem.revealedText()
        let p384 = try PrivateKey(on: .p384, from: bench.workshop.world.randomness)
        let identity = try bench.merchant(key: merchant.privateKey) {
            $0.keyUsage = .digitalSignature
        }
        let nameless = try bench.merchant(key: merchant.privateKey) { $0.extensions = [] }
        let renamed = try bench.merchant(key: merchant.privateKey) {
            $0.subject = DistinguishedName([.userID: "merchant.test.other"])
        }
        let large = try bench.merchant(key: p384)
        let cases: [(text: String, problem: KeyFinding.Problem)] = [
            (key, .noCertificate), (merchant.certificate.pem, .noPrivateKey),
            (key + identity.certificate.pem, .unusable(.identityCertificate)),
            (key + nameless.certificate.pem, .unusable(.noMerchantIdentifier)),
            (key + renamed.certificate.pem, .unusable(.merchantIdentifiersDiffer)),
            (p384.pem.revealedText() + large.certificate.pem, .unusable(.unsupportedKey)),
            (
                key + (try bench.merchant()).certificate.pem,
                .unusable(.keyDoesNotMatchCertificate)
            ),
            (key + bench.workshop.root.certificate.pem, .unusable(.noMerchantIdentifier)),
            ("", .content(.notRecognized)),
        ]
        for (text, problem) in cases {
            let folder = KeyFolder()
            try folder.write(text, "key.pem")
            let found = bench.refusals(folder.source())
            #expect(found.map(\.problem) == [problem])
            #expect(found.allSatisfy { $0.weight == .unusable && !$0.remedy.isEmpty })
        }
    }

    @Test func `judges the authority that is there`() throws {
        let bench = try KeyBench()
        let other = try KeyBench(seed: 9)
        let merchant = try bench.merchant()
        let folder = KeyFolder()
        try folder.write(merchant, "key.pem")
        try folder.write(bench.workshop.relations.certificate.pem, "relations.pem")
        let keyring = try bench.keyring(folder.source())
        #expect(keyring.findings.isEmpty)
        try folder.write(other.workshop.relations.certificate.pem, "relations.pem")
        _ = keyring.reload()
        #expect(keyring.findings.map(\.problem) == [.notByItsIssuer])
        #expect(try bench.opens(keyring, for: merchant))
    }

    @Test func `says that the key of a certificate is missing`() throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        try folder.write(try bench.merchant(), "key.pem")
        try folder.write(try bench.merchant().certificate.pem, "other.pem")
        let keyring = try bench.keyring(folder.source())
        #expect(keyring.findings.map(\.problem) == [.noKey])
        #expect(keyring.findings.map(\.weight) == [.mustBeFixed])
    }
}

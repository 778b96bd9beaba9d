import Bytes
import Certificates
import Cryptography
import Foundation
import PaymentToken
import TestSupport
import Testing
import TokenIntake
import World

/// The findings on keys when they are loaded, before the first token comes.
@Suite("A check of the merchant's keys")
struct KeyFindingTests {
    static let day: Int64 = 86_400

    /// A certificate that begins and ends some days from now.
    static func ending(
        _ bench: KeyBench,
        _ identifier: String = "merchant.test.quince",
        from start: Int64 = -100,
        in days: Int64,
        key: PrivateKey? = nil
    ) throws -> WorkshopMerchant {
        try bench.merchant(identifier, key: key) { template in
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
    func `counts the remaining days of a certificate`(days: Int64, told: Int?) throws {
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

    @Test(arguments: [-1, 5] as [Int64])
    func `is not content with a key of another merchant or for other tokens`(days: Int64) throws {
        let bench = try KeyBench()
        let rsa = try RSAWorkshop(in: bench.workshop)
        let (folder, identifier) = (KeyFolder(), "merchant.test.quince.china")
        let ending = try Self.ending(bench, identifier, in: days)
        try folder.write(ending, "ending.pem")
        try folder.write(Self.ending(bench, "merchant.test.other", in: 300), "other.pem")
        try folder.write(
            rsa.merchantKey.pem.revealedText() + rsa.certificate.pem,
            "same merchant, RSA.pem"
        )
        let keyring = try bench.keyring(folder.source())
        #expect(keyring.entries.count(where: { $0.merchantIdentifier == identifier }) == 2)
        let end = ending.certificate.notAfter
        #expect(
            keyring.findings.map(\.problem)
                == [days < 0 ? .expired(notAfter: end) : .endsSoon(days: 5, notAfter: end)]
        )
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

    @Test func `refuses a key with the certificates of two merchants`() throws {
        let bench = try KeyBench()
        let merchant = try bench.merchant()
        let other = try bench.merchant("merchant.test.other", key: merchant.privateKey) {
            $0.notAfter = UnixTime(seconds: $0.notAfter.seconds + 1)
        }
        let folder = KeyFolder()
        try folder.write(merchant, "a.pem")
        try folder.write(other.certificate.pem, "b.pem")
        let failure = #expect(throws: KeyringFailure.self) { try bench.keyring(folder.source()) }
        #expect(
            failure?.findings.map(\.problem) == [.twoMerchants(other: folder.path + "/b.pem")]
        )
    }

    @Test func `is said with its remedy when no keyring can be made`() throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        try folder.write("", "key.pem")
        let failure = #expect(throws: KeyringFailure.self) { try bench.keyring(folder.source()) }
        let finding = try #require(failure?.findings.first)
        #expect(failure?.description == "\(finding); \(finding.remedy)")
        #expect(failure?.description.hasPrefix(folder.path) == true)
    }

    @Test func `takes a merchant's certificate that says it is an authority's`() throws {
        let bench = try KeyBench()
        let merchant = try bench.merchant { $0.isAuthority = true }
        let folder = KeyFolder()
        try folder.write(merchant, "key.pem")
        #expect(try bench.keyring(folder.source()).keys.count == 1)
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

    @Test func `names the folder in which there is nothing`() throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        let found = bench.refusals(folder.source())
        #expect(found.map(\.problem) == [.noPrivateKey])
        #expect(found.first?.description.hasPrefix("\(folder.path): ") == true, "\(found)")
    }

    @Test func `distinguishes the usual mistakes`() throws {
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

    @Test func `uses the authority that is present`() throws {
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

    @Test(arguments: [0o640, 0o604, 0o660, 0o622, 0o611, 0o444])
    func `refuses a private key to which others have access`(mode: Int) throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        try folder.write(try bench.merchant(), "my key.pem")
        try folder.setPermissions(mode, of: "my key.pem")
        let found = bench.refusals(folder.source())
        #expect(found.map(\.problem) == [.accessibleToOthers(mode: UInt32(mode))])
        #expect(found.first?.weight == .unusable)
        let path = folder.path + "/my key.pem"
        let command = try #require(found.first?.remedy.split(separator: ";").first)
        #expect(command == "chmod 600 '\(path)'")
        let allowing = KeyFileSource([folder.path], permissions: .any)
        #expect(try bench.keyring(allowing).keys.count == 1)
        _ = Shell.output(of: String(command), in: folder.folder.url)
        #expect(try bench.keyring(folder.source()).keys.count == 1)
    }

    @Test func `lets others read a certificate, and owners everything`() throws {
        let bench = try KeyBench()
        let folder = KeyFolder()
        let merchant = try bench.merchant()
        try folder.write(merchant.privateKey.pem.revealedText(), "key.pem")
        try folder.write(merchant.certificate.pem, "certificate.pem")
        try folder.setPermissions(0o644, of: "certificate.pem")
        for mode in [0o400, 0o600, 0o700] {
            try folder.setPermissions(mode, of: "key.pem")
            #expect(try bench.keyring(folder.source()).keys.count == 1)
        }
    }

    @Test func `takes a merchant identifier beside a certificate where they agree`() throws {
        let bench = try KeyBench()
        let merchant = try bench.merchant("merchant.test.quince")
        let bare = try bench.merchant(key: merchant.privateKey) { $0.extensions = [] }
        let folder = KeyFolder()
        func source(_ certificate: Certificate, _ identifier: String) throws -> KeyFileSource {
            try folder.write(merchant.privateKey.pem.revealedText() + certificate.pem, "key.pem")
            return KeyFileSource([folder.path], merchantIdentifier: identifier)
        }
        for certificate in [merchant.certificate, bare.certificate] {
            let keyring = try bench.keyring(source(certificate, "merchant.test.quince"))
            #expect(keyring.entries.map(\.merchantIdentifier) == ["merchant.test.quince"])
            #expect(keyring.entries.first?.certificate == certificate)
            #expect(try bench.opens(keyring, for: merchant))
        }
        let found = bench.refusals(try source(merchant.certificate, "merchant.test.other"))
        #expect(
            found.map(\.problem) == [
                .otherMerchant(certificate: "merchant.test.quince", given: "merchant.test.other")
            ]
        )
    }
}

import ASN1
import Bytes
import Certificates
import Cryptography
import PaymentToken
import TestSupport
import Testing
import World

@Suite("A merchant's key")
struct MerchantKeyTests {
    /// A change to a merchant's certificate, and why it is refused: nil if it is not.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: MerchantKeyFailure?
        let apply: @Sendable (inout CertificateTemplate) -> Void
    }

    static let changes: [Change] = [
        Change(testDescription: "as Apple's are", failure: nil) { _ in },
        Change(testDescription: "agreement alone", failure: nil) { $0.keyUsage = .keyAgreement },
        Change(testDescription: "encipherment alone", failure: nil) {
            $0.keyUsage = .keyEncipherment
        },
        Change(testDescription: "no UID", failure: nil) {
            $0.subject = DistinguishedName([.commonName: "TEST"])
        },
        Change(testDescription: "the identity certificate", failure: .identityCertificate) {
            $0.keyUsage = .digitalSignature
        },
        Change(testDescription: "no merchant identifier", failure: .noMerchantIdentifier) {
            $0.extensions = []
        },
        Change(testDescription: "another merchant's UID", failure: .merchantIdentifiersDiffer) {
            $0.subject = DistinguishedName([.userID: "merchant.other"])
        },
        Change(testDescription: "half an identifier", failure: .noMerchantIdentifier) {
            $0.extensions = [identifier(ASN1Encoding.element(.utf8String, Array("ABCD".utf8)))]
        },
        Change(testDescription: "an identifier in bytes", failure: .noMerchantIdentifier) {
            let digest = SHA256.digest("merchant.test.quince")
            $0.extensions = [identifier(ASN1Encoding.element(.octetString, digest))]
        },
        Change(testDescription: "bytes behind the identifier", failure: .noMerchantIdentifier) {
            $0.extensions = $0.extensions.map { identifier($0.value + [0]) }
        },
    ]

    @Test(arguments: changes)
    func `comes with a Payment Processing certificate and no other`(change: Change) throws {
        let workshop = try TokenWorkshop(seed: 111)
        var template = WorkshopMerchant.template(for: workshop.merchant.identifier)
        change.apply(&template)
        let certificate = try workshop.relations.issue(
            template,
            for: workshop.merchant.privateKey.publicKey,
            randomness: workshop.world.randomness
        )
        guard let failure = change.failure else {
            let recognized = try PaymentProcessingCertificate(certificate)
            #expect(recognized.merchantIdentifierHash == SHA256.digest("merchant.test.quince"))
            #expect(recognized.merchantIdentifier == certificate.subject[.userID])
            return
        }
        #expect(throws: failure) { try PaymentProcessingCertificate(certificate) }
        #expect(!failure.description.isEmpty)
    }

    @Test func `matches its certificate`() throws {
        let workshop = try TokenWorkshop(seed: 112)
        let certificate = try PaymentProcessingCertificate(workshop.merchant.certificate)
        #expect(throws: MerchantKeyFailure.keyDoesNotMatchCertificate) {
            try MerchantKey(privateKey: workshop.signerKey, certificate: certificate)
        }
        let key = try workshop.merchant.key
        let info = workshop.merchant.privateKey.publicKey.publicKeyInfo
        #expect(key.publicKeyHash == SHA256.digest(info))
        #expect(key.merchantIdentifierHash == SHA256.digest(workshop.merchant.identifier))
    }

    @Test func `is on P-256`() throws {
        let workshop = try TokenWorkshop(seed: 113)
        let key = try TokenWorkshop.key(on: .p384, from: workshop.world)
        #expect(throws: MerchantKeyFailure.unsupportedKey) {
            try MerchantKey(privateKey: key, merchantIdentifier: "merchant.test.quince")
        }
        let merchant = try WorkshopMerchant(
            "merchant.test.quince",
            under: workshop.relations,
            in: workshop.world,
            key: key
        )
        #expect(throws: MerchantKeyFailure.unsupportedKey) { try merchant.key }
        #expect(throws: CryptographyFailure.wrongKind) {
            try workshop.seal(.init(merchant: merchant))
        }
    }

    @Test func `cannot be sealed to at a time that no certificate can say`() throws {
        let workshop = try TokenWorkshop(seed: 114)
        #expect(throws: CertificateFailure.notIssued) {
            try workshop.seal(.init(signingTime: .init(seconds: .max)))
        }
    }

    static func identifier(_ value: [UInt8]) -> CertificateTemplate.Extension {
        .init(identifier: AppleExtension.merchantIdentifier, value: value)
    }
}

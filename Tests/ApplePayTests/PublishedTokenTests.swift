import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import PaymentToken
import TestSupport
import Testing
import World

/// Tokens that Apple issued and others published, read from beside the project.
@Suite("Published tokens")
struct PublishedTokenTests {
    /// A published token, the moment of its signature, and how far it can be followed.
    struct Published: Sendable, CustomTestStringConvertible {
        let name: String
        let signedAt: String
        var merchantIdentifier: String?
        var testDescription: String { name }
    }

    static let opened = [
        Published(name: "gala-spreedly-2021", signedAt: "2021-09-01T19:03:06Z"),
        Published(name: "basistheory-ec-old-web", signedAt: "2023-03-20T20:46:55Z"),
        Published(name: "basistheory-ec-new", signedAt: "2023-09-13T13:49:38Z"),
        Published(
            name: "payu-sandbox",
            signedAt: "2018-01-26T13:55:18Z",
            merchantIdentifier: "merchant.sandbox.payu"
        ),
    ]

    static let verifiedOnly = [
        Published(name: "samuil-appdata-sigonly", signedAt: "2020-01-01T00:00:00Z"),
        Published(name: "beatty-2014-sigonly", signedAt: "2014-10-27T19:51:43Z"),
        Published(name: "processout-rsa-sigonly", signedAt: "2017-01-01T00:00:00Z"),
        Published(name: "basistheory-rsa", signedAt: "2024-01-08T00:00:00Z"),
    ]

    static let folder = Repository.publishedVectors
    static let isHere = ConditionTrait.enabled(
        if: Repository.publishedVectors != nil,
        "skipped: the published tokens are not beside this checkout"
    )

    @Test(isHere, arguments: opened)
    func `verify at their own time and open to the published plaintext`(token: Published) throws {
        let sealed = try Self.read(token)
        let at = try Self.signingTime(of: sealed)
        #expect(at.iso8601 == token.signedAt)
        let verified = try PaymentTokenVerifier(trusting: .appleRootCAG3).verify(sealed, at: at)
        let opened = try verified.opened(with: [try Self.key(of: token)])
        let plaintext = opened.payload.root.secretText.revealedText()
        let expected = try String(
            contentsOf: Self.file(token, "expected-plaintext.json"),
            encoding: .utf8
        )
        let isSame = try Self.isSameJSON(plaintext, expected)
        #expect(isSame, "the plaintext differs from the published one")
    }

    @Test(isHere, arguments: verifiedOnly)
    func `verify at their own time`(token: Published) throws {
        let sealed = try Self.read(token)
        let at = try Self.signingTime(of: sealed)
        let verified = try PaymentTokenVerifier(trusting: .appleRootCAG3).verify(sealed, at: at)
        #expect(verified.signedAt == at)
    }
}

extension PublishedTokenTests {
    static func file(_ token: Published, _ name: String) throws -> URL {
        try #require(folder).appending(path: "\(token.name)/\(name)")
    }

    static func read(_ token: Published) throws -> SealedPaymentToken {
        try SealedPaymentToken(json: [UInt8](Data(contentsOf: file(token, "token.json"))))
    }

    static func signingTime(of token: SealedPaymentToken) throws -> UnixTime {
        try SignedData(token.signature).signingTime
    }

    static func key(of token: Published) throws -> MerchantKey {
        let pem = try [UInt8](Data(contentsOf: file(token, "merchant.key")))
        let key = try PrivateKey(pem: Secret(copying: pem))
        if let identifier = token.merchantIdentifier {
            return try MerchantKey(privateKey: key, merchantIdentifier: identifier)
        }
        let certificate = try Certificate(
            pem: String(contentsOf: file(token, "merchant.pem"), encoding: .utf8)
        )
        return try MerchantKey(
            privateKey: key,
            certificate: PaymentProcessingCertificate(certificate)
        )
    }

    static func isSameJSON(_ left: String, _ right: String) throws -> Bool {
        let parsed = try [left, right].map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary
        }
        return parsed[0] != nil && parsed[0] == parsed[1]
    }
}

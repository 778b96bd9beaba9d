import ASN1
import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import PaymentToken
import TestSupport
import Testing
import World

/// Tokens that Apple issued and others published, read from `../shared`.
@Suite("Published tokens")
struct PublishedTokenTests {
    /// A published token, its signing time, and how far it can be processed.
    struct Published: Sendable, CustomTestStringConvertible {
        let name: String
        let signedAt: String
        var merchantIdentifier: String?
        var environment = PaymentEnvironment.production
        var testDescription: String { name }
    }

    static let opened = [
        Published(name: "gala-spreedly-2021", signedAt: "2021-09-01T19:03:06Z"),
        Published(name: "basistheory-ec-old-web", signedAt: "2023-03-20T20:46:55Z"),
        Published(name: "basistheory-ec-new", signedAt: "2023-09-13T13:49:38Z"),
        Published(
            name: "payu-sandbox",
            signedAt: "2018-01-26T13:55:18Z",
            merchantIdentifier: "merchant.sandbox.payu",
            environment: .sandbox
        ),
        Published(name: "basistheory-rsa", signedAt: "2024-01-08T17:54:44Z"),
    ]

    static let verifiedOnly = [
        Published(name: "samuil-appdata-sigonly", signedAt: "2020-01-01T00:00:00Z"),
        Published(name: "beatty-2014-sigonly", signedAt: "2014-10-27T19:51:43Z"),
        Published(name: "processout-rsa-sigonly", signedAt: "2017-01-01T00:00:00Z"),
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
        let verified = try Self.verifier(of: token).verify(sealed, at: at)
        let opened = try verified.opened(with: [try Self.key(of: token)])
        let plaintext = opened.payment.document.root.secretText.revealedText()
        let expected = try String(
            contentsOf: Self.file(token, "expected-plaintext.json"),
            encoding: .utf8
        )
        let isSame = try Self.isSameJSON(plaintext, expected)
        #expect(isSame, "the plaintext differs from the published one")
    }

    static let testAuthority = Published(
        name: "apple-redteam-emv-testca",
        signedAt: "2016-08-08T16:07:18Z"
    )

    /// A time at which every published token is stale.
    static let today = UnixTime(seconds: 1_790_000_000)

    @Test(isHere, arguments: verifiedOnly)
    func `verify at their own time`(token: Published) throws {
        let sealed = try Self.read(token)
        let at = try Self.signingTime(of: sealed)
        let verified = try Self.verifier(of: token).verify(sealed, at: at)
        #expect(verified.signedAt == at)
        #expect(verified.signedBy[.organization] == "Apple Inc.")
    }

    @Test(isHere, arguments: opened + verifiedOnly)
    func `are refused in the other environment`(token: Published) throws {
        let sealed = try Self.read(token)
        let at = try Self.signingTime(of: sealed)
        let (other, problem): (PaymentEnvironment, TokenRefusal.EnvironmentProblem) =
            token.environment == .sandbox
            ? (.production, .sandboxSigner) : (.sandbox, .productionSigner)
        let verifier = PaymentTokenVerifier(trusting: .appleRootCAG3, environment: other)
        #expect(throws: TokenRefusal.environment(problem)) { try verifier.verify(sealed, at: at) }
    }

    @Test(isHere)
    func `of a test authority of Apple's are refused by the chain check`() throws {
        let sealed = try Self.read(Self.testAuthority)
        let at = try #require(UnixTime(iso8601: Self.testAuthority.signedAt))
        #expect(throws: TokenRefusal.chain(.anotherRoot)) {
            try PaymentTokenVerifier(trusting: .appleRootCAG3).verify(sealed, at: at)
        }
    }

    /// Its signer is not Apple's, so the symmetric key is made by hand and only the payload is
    /// read.
    @Test(isHere)
    func `of a test authority hold chip data that agrees with them`() throws {
        let sealed = try Self.read(Self.testAuthority)
        let key = try PrivateKey(
            pem: Secret(
                copying: [UInt8](Data(contentsOf: Self.file(Self.testAuthority, "merchant.key")))
            )
        )
        let text = try OpeningOracle.openByHand(
            sealed,
            with: key,
            as: "merchant.redteam.warsaw.lbo"
        )
        let payment = try PaymentPayload(Secret(copying: Array(text.utf8)))
        #expect(payment.transactionAmount == 500 && payment.currencyCode == "840")
        guard case .emv(let chip, nil) = payment.proof else {
            Issue.record("another proof")
            return
        }
        let tags = chip.objects.objects.map { "\($0.tag)" }.joined(separator: " ")
        #expect(
            tags
                == "9F26 9F10 9F36 95 9F27 9F34 9F37 9F02 9F03 5F2A 9A 9C 84 5A 5F34 5F24 9F1A 82"
        )
        let another = text.replacing("\"transactionAmount\":500", with: "\"transactionAmount\":501")
        #expect(throws: TokenRefusal.DecryptionProblem.chipDataDiffers(.amountAuthorized)) {
            try PaymentPayload(Secret(copying: Array(another.utf8)))
        }
    }

    @Test(isHere, arguments: opened + verifiedOnly)
    func `are refused today, with both times`(token: Published) throws {
        let sealed = try Self.read(token)
        let signedAt = try Self.signingTime(of: sealed)
        let refusal = #expect(throws: TokenRefusal.self) {
            try Self.verifier(of: token).verify(sealed, at: Self.today)
        }
        let words = "signed at \(signedAt.iso8601), checked at \(Self.today.iso8601)"
        #expect(refusal?.description.hasPrefix(words) == true)
        #expect(refusal?.step == .signingTime)
    }

    @Test(isHere, arguments: opened + verifiedOnly)
    func `are refused under a root of ours`(token: Published) throws {
        let sealed = try Self.read(token)
        let at = try Self.signingTime(of: sealed)
        #expect(throws: TokenRefusal.chain(.anotherRoot)) {
            try TokenWorkshop(seed: 1).verifier.verify(sealed, at: at)
        }
    }

    /// A change in any part of a genuine token is refused at the signature.
    @Test(isHere, arguments: opened + verifiedOnly)
    func `are refused with one bit changed`(token: Published) throws {
        let sealed = try Self.read(token)
        let at = try Self.signingTime(of: sealed)
        let good = sealed.json.compact
        var tried = 0
        for name in ["data", "ephemeralPublicKey", "wrappedKey", "transactionId", "signature"] {
            guard let range = good.range(of: "\"\(name)\":\"") else { continue }
            tried += 1
            let value = good[range.upperBound...].prefix { $0 != "\"" }
            let place = value.index(value.startIndex, offsetBy: 60)
            let digit: Character = value[place] == "1" ? "2" : "1"
            let other = value.replacingCharacters(in: place...place, with: String(digit))
            // The transaction identifier stands in the envelope too, in capitals.
            let changed = good.replacingOccurrences(
                of: value,
                with: other,
                options: .caseInsensitive
            )
            let refusal = #expect(throws: TokenRefusal.self) {
                let token = try SealedPaymentToken(json: Array(changed.utf8))
                _ = try PaymentTokenVerifier(trusting: .appleRootCAG3).verify(token, at: at)
            }
            let steps: [TokenRefusal.Step] =
                name == "signature" ? [.signature, .chain, .format] : [.signature]
            #expect(refusal.map { steps.contains($0.step) } == true, "\(name)")
        }
        #expect(tried == 4, "the key is ephemeral or wrapped")
    }

    @Test(
        .enabled(
            if: appleRoot != nil,
            "skipped: Apple's published certificates are not beside this checkout"
        )
    )
    func `lead to the root that Apple publishes`() throws {
        let pem = try String(contentsOf: #require(Self.appleRoot), encoding: .utf8)
        let certificate = try Certificate(pem: pem)
        let published = try TrustAnchor(root: certificate)
        #expect(TrustAnchor.appleRootCAG3.name == published.name)
        #expect(TrustAnchor.appleRootCAG3.publicKey == published.publicKey)
        #expect(
            Hexadecimal.encode(SHA256.digest(certificate.der))
                == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"
        )
    }

    static let appleRoot: URL? = {
        let file = folder?.deletingLastPathComponent()
            .appending(path: "certs/AppleRootCA-G3.pem")
        return file.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
    }()
}

extension PublishedTokenTests {
    static func file(_ token: Published, _ name: String) throws -> URL {
        try #require(folder).appending(path: "\(token.name)/\(name)")
    }

    static func read(_ token: Published) throws -> SealedPaymentToken {
        try SealedPaymentToken(json: [UInt8](Data(contentsOf: file(token, "token.json"))))
    }

    static func verifier(of token: Published) -> PaymentTokenVerifier {
        PaymentTokenVerifier(trusting: .appleRootCAG3, environment: token.environment)
    }

    static func signingTime(of token: SealedPaymentToken) throws -> UnixTime {
        try SignedData(token.signature).signingTime
    }

    static func key(of token: Published) throws -> MerchantKey {
        let pem = Secret(copying: try [UInt8](Data(contentsOf: file(token, "merchant.key"))))
        let key: any DecryptionKey =
            token.name.contains("rsa") ? try RSAPrivateKey(pem: pem) : try PrivateKey(pem: pem)
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

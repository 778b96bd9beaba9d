import Bytes
import Certificates
import Cryptography
import Foundation
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// The signature covers the fields one after another, and not where one ends and the next begins.
///
/// - Source: Documentation/Reference/SignedBytes.md.
@Suite("The boundaries of the signed fields")
struct SignedBoundaryTests {
    /// A token with its boundaries moved, in whichever direction it can be, signature untouched.
    static func moved(_ good: TokenParts) -> TokenParts {
        var moved = good
        if let digest = good.applicationData {
            moved.data = good.data + good.transactionID
            moved.transactionID = digest
            moved.applicationData = nil
        } else {
            moved.data = Array(good.data.dropLast(32))
            moved.transactionID = Array(good.data.suffix(32))
            moved.applicationData = good.transactionID
        }
        moved.transactionIdentifier = nil
        return moved
    }

    static let shapes: [[UInt8]?] = [nil, SHA256.digest("an order")]

    @Test(arguments: shapes)
    func `can be moved without breaking the signature, but not without breaking the payload`(
        applicationDataHash: [UInt8]?
    ) throws {
        let workshop = try TokenWorkshop(seed: 301)
        let good = try workshop.parts(.init(applicationDataHash: applicationDataHash))
        let moved = Self.moved(good)
        #expect(moved.signedContent == good.signedContent)
        let verified = try workshop.verifier.verify(moved.read(), at: TokenWorkshop.now)
        #expect(verified.token.transactionID.bytes != good.transactionID)
        let keys = [try workshop.merchant.key]
        #expect(throws: TokenRefusal.decryption(.boundariesMoved)) {
            try verified.opened(with: keys)
        }
        let opened = try workshop.verifier.verify(good.read(), at: TokenWorkshop.now)
            .opened(with: keys)
        #expect(opened.transactionID.bytes == good.transactionID)
        #expect(opened.applicationDataHash == applicationDataHash)
    }

    @Test func `can be moved in RSA_v1 tokens, too`() throws {
        let rsa = try RSAWorkshop(in: TokenWorkshop(seed: 302))
        let moved = Self.moved(try rsa.parts())
        let verified = try rsa.workshop.verifier.verify(moved.read(), at: TokenWorkshop.now)
        #expect(throws: TokenRefusal.decryption(.boundariesMoved)) {
            try verified.opened(with: [rsa.key])
        }
    }

    /// The version is not signed, but an EC_v1 signer's algorithm is not that of RSA_v1.
    @Test func `cannot be moved into the key material`() throws {
        let workshop = try TokenWorkshop(seed: 303)
        var parts = try workshop.parts()
        let bytes = try #require(parts.ephemeralPublicKey) + parts.data
        (parts.version, parts.ephemeralPublicKey) = ("RSA_v1", nil)
        (parts.wrappedKey, parts.data) = (Array(bytes.prefix(256)), Array(bytes.dropFirst(256)))
        #expect(throws: TokenRefusal.signature(.algorithmOfAnotherVersion)) {
            try workshop.verifier.verify(parts.read(), at: TokenWorkshop.now)
        }
    }

    /// A token that was sealed in another way is not blamed on moved boundaries.
    @Test(arguments: shapes)
    func `are reported only if they were moved`(applicationDataHash: [UInt8]?) throws {
        let workshop = try TokenWorkshop(seed: 304)
        var parts = try workshop.parts(.init(applicationDataHash: applicationDataHash))
        parts.data[0] ^= 1
        let token = try parts.signed(by: workshop.signature()).read()
        let verified = try workshop.verifier.verify(token, at: TokenWorkshop.now)
        #expect(throws: TokenRefusal.decryption(.tagMismatch(.ecV1))) {
            try verified.opened(with: [workshop.merchant.key])
        }
    }

    /// Apple's own signature verifies over fields that Apple never issued, and OpenSSL agrees.
    @Test(
        PublishedTokenTests.isHere,
        arguments: PublishedTokenTests.opened + PublishedTokenTests.verifiedOnly
    )
    func `are not covered by Apple's signature`(token: PublishedTokenTests.Published) throws {
        let good = try PublishedTokenTests.read(token)
        let moved = try Self.moved(TokenParts(of: good)).read()
        #expect(moved.transactionID != good.transactionID)
        let at = try PublishedTokenTests.signingTime(of: good)
        let verifier = PublishedTokenTests.verifier(of: token)
        let verified = try verifier.verify(moved, at: at)
        guard PublishedTokenTests.opened.contains(where: { $0.name == token.name }) else { return }
        #expect(throws: TokenRefusal.decryption(.boundariesMoved)) {
            try verified.opened(with: [PublishedTokenTests.key(of: token)])
        }
    }
}

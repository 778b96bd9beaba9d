import ASN1
import Certificates
import Cryptography
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// Signatures put together by hand, right and wrong.
@Suite("A token's signature")
struct TokenSignatureTests {
    typealias Attribute = SignedDataFailure.Attribute

    /// A change to a good recipe, and what it leads to: nil if the token stays good.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: SignedDataFailure?
        let apply: @Sendable (inout SignatureRecipe) throws -> Void

        init(
            _ name: String,
            _ failure: SignedDataFailure?,
            _ apply: @escaping @Sendable (inout SignatureRecipe) throws -> Void
        ) {
            (testDescription, self.failure, self.apply) = (name, failure, apply)
        }
    }

    static let accepted = [
        Change("as it should be", nil) { _ in },
        Change("digest parameters that are NULL", nil) { $0.digestParameters = ASN1Encoding.null },
        Change("certificates in the other order", nil) { $0.certificates.reverse() },
        Change("no algorithm protection, as before 2017", nil) { $0.protectedAlgorithm = nil },
        Change("a signed attribute that nobody knows", nil) {
            $0.furtherAttributes = [
                .init(identifier: ObjectIdentifiers.unknownExtension, values: [ASN1Encoding.null])
            ]
        },
    ]

    static let refused = [
        Change("no certificate", .certificateCount(0)) { $0.certificates = [] },
        Change("one certificate", .certificateCount(1)) { $0.certificates.removeLast() },
        Change("three certificates", .certificateCount(3)) {
            $0.certificates.append($0.certificates[1])
        },
        Change("no signer", .signerCount(0)) { $0.signerCount = 0 },
        Change("two signers", .signerCount(2)) { $0.signerCount = 2 },
        Change("another version", .notSignedData) { $0.version = 3 },
        Change("SHA-1", .digestAlgorithm) { $0.digest = ObjectIdentifiers.sha1 },
        Change("ECDSA with SHA-384", .signatureAlgorithm) {
            $0.algorithm = ObjectIdentifiers.ecdsaWithSHA384
        },
        Change("content that is attached", .attachedContent) {
            $0.attachedContent = ASN1Encoding.element(
                .context(0),
                ASN1Encoding.element(.octetString, [1, 2, 3])
            )
        },
        Change("no content type", .missingAttribute(.contentType)) { $0.contentType = nil },
        Change("no digest", .missingAttribute(.messageDigest)) { $0.hasMessageDigest = false },
        Change("no time", .missingAttribute(.signingTime)) { $0.signingTime = nil },
        Change("another content type", .invalidAttribute(.contentType)) {
            $0.contentType = ObjectIdentifiers.signedData
        },
        Change("a digest too short", .invalidAttribute(.messageDigest)) {
            $0.hasMessageDigest = false
            $0.furtherAttributes = [
                .messageDigest(ASN1Encoding.element(.octetString, [UInt8](repeating: 1, count: 20)))
            ]
        },
        Change("a time that is none", .invalidAttribute(.signingTime)) {
            $0.signingTime = nil
            let text = Array("269999000000Z".utf8)
            $0.furtherAttributes = [.signingTime(ASN1Encoding.element(.utcTime, text))]
        },
        Change("protection of another algorithm", .invalidAttribute(.algorithmProtection)) {
            $0.protectedAlgorithm = ObjectIdentifiers.ecdsaWithSHA384
        },
        Change("protection of another digest", .invalidAttribute(.algorithmProtection)) {
            $0.protectedAlgorithm = nil
            let value = ASN1Encoding.sequence([
                ASN1Encoding.sequence([ASN1Encoding.objectIdentifier(ObjectIdentifiers.sha1)]),
                ASN1Encoding.element(
                    .context(1),
                    ASN1Encoding.objectIdentifier(ObjectIdentifiers.ecdsaWithSHA256)
                ),
            ])
            $0.furtherAttributes = [.algorithmProtection(value)]
        },
        Change("protection of RSA", .invalidAttribute(.algorithmProtection)) {
            $0.protectedAlgorithm = ObjectIdentifiers.rsaWithSHA256
        },
    ]

    static let time = ASN1Time.element(TokenWorkshop.now) ?? []
    static let data = ASN1Encoding.objectIdentifier(ObjectIdentifiers.data)
    static let digest = ASN1Encoding.element(.octetString, [UInt8](repeating: 1, count: 32))
    static let protection = ASN1Encoding.sequence([
        ASN1Encoding.sequence([ASN1Encoding.objectIdentifier(ObjectIdentifiers.sha256)]),
        ASN1Encoding.element(
            .context(1),
            ASN1Encoding.objectIdentifier(ObjectIdentifiers.ecdsaWithSHA256)
        ),
    ])

    static let repeated: [Change] = [
        Change("two content types", .repeatedAttribute(.contentType)) {
            $0.furtherAttributes = [.contentType(data)]
        },
        Change("two digests", .repeatedAttribute(.messageDigest)) {
            $0.furtherAttributes = [.messageDigest(digest)]
        },
        Change("two times", .repeatedAttribute(.signingTime)) {
            $0.furtherAttributes = [.signingTime(time)]
        },
        Change("two protections", .repeatedAttribute(.algorithmProtection)) {
            $0.furtherAttributes = [.algorithmProtection(protection)]
        },
        Change("a content type of two values", .repeatedAttribute(.contentType)) {
            $0.contentType = nil
            $0.furtherAttributes = [.contentType(data, data)]
        },
        Change("a digest of two values", .repeatedAttribute(.messageDigest)) {
            $0.hasMessageDigest = false
            $0.furtherAttributes = [.messageDigest(digest, digest)]
        },
        Change("a time of two values", .repeatedAttribute(.signingTime)) {
            $0.signingTime = nil
            $0.furtherAttributes = [.signingTime(time, time)]
        },
        Change("a protection of two values", .repeatedAttribute(.algorithmProtection)) {
            $0.protectedAlgorithm = nil
            $0.furtherAttributes = [.algorithmProtection(protection, protection)]
        },
    ]

    @Test(arguments: accepted)
    func `is accepted`(change: Change) throws {
        let workshop = try TokenWorkshop(seed: 51)
        var recipe = workshop.signature()
        try change.apply(&recipe)
        let token = try workshop.parts().signed(by: recipe).read()
        #expect(try workshop.verifier.verify(token, at: TokenWorkshop.now).token == token)
    }

    @Test(arguments: refused + repeated)
    func `is refused with its own cause`(change: Change) throws {
        let workshop = try TokenWorkshop(seed: 51)
        var recipe = workshop.signature()
        try change.apply(&recipe)
        let token = try workshop.parts().signed(by: recipe).read()
        let failure = try #require(change.failure)
        let verifier = try workshop.verifier
        #expect(throws: TokenRefusal.signature(.form(failure))) {
            try verifier.verify(token, at: TokenWorkshop.now)
        }
        #expect(!failure.description.isEmpty)
    }

    @Test func `may contain nothing that is not signed`() throws {
        let workshop = try TokenWorkshop(seed: 51)
        var recipe = workshop.signature()
        recipe.unsignedAttributes = ASN1Encoding.element(.context(1), ASN1Encoding.null)
        let signature = try workshop.parts().signed(by: recipe).signature
        #expect(throws: SignedDataFailure.unsignedAttributes) { try SignedData(signature) }
    }

    @Test func `is read completely or not at all`() throws {
        let workshop = try TokenWorkshop(seed: 51)
        let good = try workshop.seal().signature
        let byHand = try workshop.parts().signed(by: workshop.signature()).signature
        for signature in [good, byHand] {
            #expect(throws: Never.self) { try SignedData(signature) }
            for count in signature.indices {
                #expect(throws: SignedDataFailure.self) {
                    try SignedData(Array(signature.prefix(count)))
                }
            }
            #expect(throws: SignedDataFailure.malformed(.trailingBytes(offset: signature.count))) {
                try SignedData(signature + [0])
            }
        }
        #expect(throws: SignedDataFailure.malformed(.truncated)) { try SignedData([]) }
        #expect(throws: SignedDataFailure.notSignedData) {
            try SignedData(ASN1Encoding.sequence([Self.data]))
        }
    }
}

import ASN1
import Certificates
import Cryptography
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// Who may sign, and who may not.
@Suite("Trust in a token")
struct TokenTrustTests {
    /// A token that an attacker might make, and why it is refused.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let refusal: TokenRefusal
        let make: @Sendable (TokenWorkshop) throws -> TokenParts

        init(
            _ name: String,
            _ refusal: TokenRefusal,
            _ make: @escaping @Sendable (TokenWorkshop) throws -> TokenParts
        ) {
            (testDescription, self.refusal, self.make) = (name, refusal, make)
        }
    }

    static let late = UnixTime(seconds: TokenWorkshop.now.seconds - 10)

    static let forgeries: [Forgery] = [
        Forgery("another root", .chain(.anotherRoot)) { _ in try TokenWorkshop(seed: 2).parts() },
        Forgery(
            "an attacker's signer beside the genuine certificates",
            .signature(.signerIsNotTheLeaf)
        ) {
            workshop in
            let attacker = try TokenWorkshop(seed: 2)
            var recipe = workshop.signature()
            (recipe.signerName, recipe.key) = (
                attacker.signer.issuerAndSerialNumber, attacker.signerKey
            )
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("an attacker's key under the genuine leaf's name", .signature(.invalid)) {
            workshop in
            var recipe = workshop.signature()
            recipe.key = try TokenWorkshop.key(from: workshop.world)
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("a made-up signature over the right digest", .signature(.invalid)) { workshop in
            var recipe = workshop.signature()
            recipe.signatureOverride = { _ in
                let one = ASN1Encoding.integer(1)
                return ASN1Encoding.sequence([one, one])
            }
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("the intermediate as the signer", .chain(.anotherRoot)) {
            workshop in
            var recipe = workshop.signature()
            recipe.signerName = workshop.integration.certificate.issuerAndSerialNumber
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("certificates that cannot be read", .signature(.certificate(.notACertificate))) {
            workshop in
            var recipe = workshop.signature()
            recipe.certificates[1] = ASN1Encoding.sequence([ASN1Encoding.null])
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("a leaf without its marker", .markers(.leaf)) { workshop in
            try signed(leaf: TokenWorkshop.template("TEST unmarked"), workshop)
        },
        Forgery("an intermediate without its marker", .markers(.intermediate)) { workshop in
            let template = TokenWorkshop.template("TEST", marker: AppleExtension.tokenSigner)
            return try signed(leaf: template, under: workshop.relations, workshop)
        },
        Forgery("a leaf that had expired when it signed", .chain(.expired(.leaf, notAfter: late))) {
            workshop in
            var template = TokenWorkshop.template("TEST old", marker: AppleExtension.tokenSigner)
            template.notAfter = late
            return try signed(leaf: template, workshop)
        },
        Forgery("a leaf whose key may not sign", .chain(.leafMayNotSign)) { workshop in
            var template = TokenWorkshop.template("TEST", marker: AppleExtension.tokenSigner)
            template.keyUsage = .keyAgreement
            return try signed(leaf: template, workshop)
        },
        Forgery("a leaf with its marker twice", .chain(.repeatedExtension(.leaf))) { workshop in
            var template = TokenWorkshop.template("TEST", marker: AppleExtension.tokenSigner)
            template.extensions += template.extensions
            return try signed(leaf: template, workshop)
        },
        Forgery("a leaf with a short RSA key", .chain(.weakKey(.leaf, bits: 1_024))) { workshop in
            let leaf = try workshop.integration.issue(
                TokenWorkshop.template("TEST", marker: AppleExtension.tokenSigner),
                for: RSAPrivateKey(bits: 1_024).publicKey,
                randomness: workshop.world.randomness
            )
            var recipe = workshop.signature()
            recipe.certificates[0] = leaf.der
            recipe.signerName = leaf.issuerAndSerialNumber
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("a merchant's certificate as the signer", .markers(.leaf)) { workshop in
            var recipe = workshop.signature()
            recipe.certificates = [
                workshop.merchant.certificate.der, workshop.relations.certificate.der,
            ]
            recipe.signerName = workshop.merchant.certificate.issuerAndSerialNumber
            recipe.key = workshop.merchant.privateKey
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("RSA named over an EC_v1 token", .signature(.algorithmOfAnotherVersion)) {
            workshop in
            var recipe = workshop.signature()
            recipe.algorithm = ObjectIdentifiers.rsaWithSHA256
            recipe.protectedAlgorithm = ObjectIdentifiers.rsaWithSHA256
            return try workshop.parts().signed(by: recipe)
        },
        Forgery("an ephemeral key off the curve, signed", .format(.ephemeralKeyNotOnCurve)) {
            workshop in
            var parts = try workshop.parts()
            parts.ephemeralPublicKey?[90] ^= 1
            return try parts.signed(by: workshop.signature())
        },
        Forgery("the point (0, 0), signed", .format(.ephemeralKeyNotOnCurve)) { workshop in
            var parts = try workshop.parts()
            parts.ephemeralPublicKey?.replaceSubrange(27..., with: [UInt8](repeating: 0, count: 64))
            return try parts.signed(by: workshop.signature())
        },
    ]

    @Test(arguments: forgeries)
    func `is refused to a forgery, with its own cause`(forgery: Forgery) throws {
        let workshop = try TokenWorkshop(seed: 1)
        let token = try forgery.make(workshop).read()
        let verifier = try workshop.verifier
        // The second time a genuine pair of certificates is known already.
        for _ in 0..<2 {
            #expect(throws: forgery.refusal) { try verifier.verify(token, at: TokenWorkshop.now) }
            _ = try verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        }
    }

    @Test func `in a root is trust in no other`() throws {
        let (left, right) = (try TokenWorkshop(seed: 61), try TokenWorkshop(seed: 62))
        #expect(throws: TokenRefusal.chain(.anotherRoot)) {
            try left.verifier.verify(right.seal(), at: TokenWorkshop.now)
        }
        #expect(throws: TokenRefusal.environment(.testRoot)) {
            try PaymentTokenVerifier(trusting: .appleRootCAG3)
                .verify(left.seal(), at: TokenWorkshop.now)
        }
    }

    /// A root of the same name is another root, whatever it is called.
    @Test func `is in the root's key and not in its name`() throws {
        let workshop = try TokenWorkshop(seed: 63)
        let impostor = try TrustAnchor(
            name: workshop.root.certificate.subject,
            publicKey: TokenWorkshop.key(on: .p384, from: workshop.world).publicKey
        )
        #expect(throws: TokenRefusal.anotherTestRoot) {
            try PaymentTokenVerifier(trusting: impostor)
                .verify(workshop.seal(), at: TokenWorkshop.now)
        }
    }

    /// A pair that was verified once is not trusted beyond the time for which it is valid.
    @Test func `ends with the certificates, known or not`() throws {
        let workshop = try TokenWorkshop(seed: 64)
        let verifier = try workshop.verifier
        _ = try verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        let after = UnixTime(seconds: TokenWorkshop.closing.seconds + 1)
        let token = try workshop.seal(TokenWorkshop.Shape(signingTime: after))
        let ended = ChainFailure.expired(.leaf, notAfter: TokenWorkshop.closing)
        #expect(throws: TokenRefusal.chain(ended)) { try verifier.verify(token, at: after) }
        let last = try workshop.seal(.init(signingTime: TokenWorkshop.closing))
        _ = try verifier.verify(last, at: TokenWorkshop.closing)
        _ = try workshop.verifier.verify(last, at: TokenWorkshop.closing)
    }

    /// The intermediate may end before the leaf, and begin after it.
    @Test(arguments: [true, false])
    func `ends with the intermediate's certificate, known or not`(isLate: Bool) throws {
        let workshop = try TokenWorkshop(seed: 66)
        var template = TokenWorkshop.template(
            "TEST short-lived CA",
            isAuthority: true,
            marker: AppleExtension.applicationIntegration
        )
        let now = TokenWorkshop.now
        let (first, last) = (
            UnixTime(seconds: now.seconds - 100), UnixTime(seconds: now.seconds + 100)
        )
        (template.notBefore, template.notAfter) = (first, last)
        let authority = try CertificateAuthority(
            template,
            key: TokenWorkshop.key(from: workshop.world),
            under: workshop.root,
            randomness: workshop.world.randomness
        )
        let leaf = try authority.issue(
            TokenWorkshop.template("TEST", marker: AppleExtension.tokenSigner),
            for: workshop.signerKey.publicKey,
            randomness: workshop.world.randomness
        )
        func token(at moment: UnixTime) throws -> SealedPaymentToken {
            let recipe = SignatureRecipe(
                signer: leaf,
                intermediate: authority.certificate,
                key: workshop.signerKey,
                signingTime: moment
            )
            return try workshop.parts().signed(by: recipe).read()
        }
        let verifier = try workshop.verifier
        for moment in [now, first, last] { _ = try verifier.verify(token(at: moment), at: moment) }
        let outside =
            isLate ? UnixTime(seconds: last.seconds + 1) : UnixTime(seconds: first.seconds - 1)
        let refusal: ChainFailure =
            isLate
            ? .expired(.intermediate, notAfter: last)
            : .notYetValid(.intermediate, notBefore: first)
        #expect(throws: TokenRefusal.chain(refusal)) {
            try verifier.verify(token(at: outside), at: outside)
        }
    }

    @Test func `outlives more signers than are remembered`() throws {
        let workshop = try TokenWorkshop(seed: 65)
        let verifier = try workshop.verifier
        for round in 0..<40 {
            let template = TokenWorkshop.template(
                "TEST \(round)",
                marker: AppleExtension.tokenSigner
            )
            let token = try Self.signed(leaf: template, workshop).read()
            #expect(try verifier.verify(token, at: TokenWorkshop.now).signedBy == template.subject)
        }
    }

    static func signed(
        leaf template: CertificateTemplate,
        under authority: CertificateAuthority? = nil,
        _ workshop: TokenWorkshop
    ) throws -> TokenParts {
        let authority = authority ?? workshop.integration
        let leaf = try authority.issue(
            template,
            for: workshop.signerKey.publicKey,
            randomness: workshop.world.randomness
        )
        let recipe = SignatureRecipe(
            signer: leaf,
            intermediate: authority.certificate,
            key: workshop.signerKey,
            signingTime: TokenWorkshop.now
        )
        return try workshop.parts().signed(by: recipe)
    }
}

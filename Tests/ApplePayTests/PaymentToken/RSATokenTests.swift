import Certificates
import Cryptography
import JSON
import PaymentToken
import TestSupport
import Testing
import World

/// Tokens of RSA_v1, signed by the OpenSSL command line: nothing here makes RSA signatures.
///
/// The RSA key is OpenSSL's own and differs from run to run.
@Suite("An RSA_v1 token")
struct RSATokenTests {
    struct Signer {
        let folder = ScratchFolder()
        let certificate: Certificate

        init(in workshop: TokenWorkshop) throws {
            let file = folder.path("key")
            let made = try Program.openSSL.run([
                "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", file,
            ])
            try #require(made.isSuccess)
            let info = try Program.openSSL.run(
                ["pkey", "-in", file, "-pubout", "-outform", "DER"]
            )
            certificate = try workshop.integration.issue(
                TokenWorkshop.template("TEST rsa-broker", marker: AppleExtension.tokenSigner),
                for: PublicKey(publicKeyInfo: [UInt8](info.output)),
                randomness: workshop.world.randomness
            )
        }

        func sign(_ digest: [UInt8]) throws -> [UInt8] {
            let arguments = ["pkeyutl", "-sign", "-inkey", folder.path("key")]
            let padding = ["-pkeyopt", "rsa_padding_mode:pkcs1", "-pkeyopt", "digest:sha256"]
            return [UInt8](try Program.openSSL.run(arguments + padding, input: digest).output)
        }

        func recipe(in workshop: TokenWorkshop) -> SignatureRecipe {
            var recipe = SignatureRecipe(
                signer: certificate,
                intermediate: workshop.integration.certificate,
                key: workshop.signerKey,
                signingTime: TokenWorkshop.now
            )
            recipe.algorithm = ObjectIdentifiers.rsaWithSHA256
            recipe.protectedAlgorithm = ObjectIdentifiers.rsaWithSHA256
            recipe.signatureOverride = { [self] in try sign($0) }
            return recipe
        }
    }

    static func parts(in workshop: TokenWorkshop) throws -> TokenParts {
        var parts = try workshop.parts()
        (parts.version, parts.ephemeralPublicKey) = ("RSA_v1", nil)
        parts.wrappedKey = workshop.world.randomness.bytes(256)
        return parts
    }

    @Test func `is verified, and says that it cannot be opened`() throws {
        let workshop = try TokenWorkshop(seed: 121)
        let signer = try Signer(in: workshop)
        let token = try Self.parts(in: workshop).signed(by: signer.recipe(in: workshop)).read()
        #expect(try SealedPaymentToken(json: Array(token.json.compact.utf8)) == token)
        let verified = try workshop.verifier.verify(token, at: TokenWorkshop.now)
        let refusal = TokenRefusal.decryption(.versionNotOpened(.rsaV1))
        #expect(throws: refusal) { try verified.opened(with: [workshop.merchant.key]) }
        #expect(refusal.remedy == .updateThisSoftware)
    }

    @Test func `is refused with a signature of the other kind`() throws {
        let workshop = try TokenWorkshop(seed: 122)
        let signer = try Signer(in: workshop)
        let verifier = try workshop.verifier
        let elliptic = try Self.parts(in: workshop).signed(by: workshop.signature()).read()
        #expect(throws: TokenRefusal.signature(.algorithmOfAnotherVersion)) {
            try verifier.verify(elliptic, at: TokenWorkshop.now)
        }
        var mixed = signer.recipe(in: workshop)
        mixed.certificates[0] = workshop.signer.der
        mixed.signerName = workshop.signer.issuerAndSerialNumber
        let token = try Self.parts(in: workshop).signed(by: mixed).read()
        #expect(throws: TokenRefusal.signature(.invalid)) {
            try verifier.verify(token, at: TokenWorkshop.now)
        }
    }
}

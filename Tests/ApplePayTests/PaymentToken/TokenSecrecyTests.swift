import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// Plants secrets, prints everything that can be printed, and looks for them.
@Suite("Descriptions of a token")
struct TokenSecrecyTests {
    /// A workshop with a token whose secrets are known.
    struct Scene {
        let workshop: TokenWorkshop
        let recipe: PayloadRecipe
        let sealed: SealedPaymentToken
        let secrets: [(name: String, bytes: [UInt8])]

        init(seed: UInt64) throws {
            workshop = try TokenWorkshop(seed: seed)
            recipe = PayloadRecipe(from: workshop.world)
            sealed = try workshop.seal(recipe.text)
            let shared = try Scene.sharedSecret(sealed, workshop.merchant)
            let fixed = Array("\u{d}id-aes256-GCMApple".utf8)
            let key = SHA256.digest(
                [0, 0, 0, 1] + shared + fixed + SHA256.digest(workshop.merchant.identifier)
            )
            secrets = [
                ("card number", Array(recipe.accountNumber.utf8)),
                ("cryptogram", recipe.cryptogram),
                ("name", Array(recipe.cardholderName.utf8)),
                ("merchant's key", try Scene.scalar(of: workshop.merchant.privateKey)),
                ("shared secret", shared), ("symmetric key", key),
            ]
        }

        static func sharedSecret(
            _ token: SealedPaymentToken,
            _ merchant: WorkshopMerchant
        ) throws -> [UInt8] {
            let info = TokenParts(of: token).ephemeralPublicKey ?? []
            let secret = try merchant.privateKey.sharedSecret(
                with: PublicKey(p256PublicKeyInfo: info)
            )
            return secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        }

        /// The scalar stands at a fixed place of a named curve's PKCS #8.
        static func scalar(of key: PrivateKey) throws -> [UInt8] {
            let lines = key.pem.revealedText().split(separator: "\n").dropFirst().dropLast()
            let der = try #require(Data(base64Encoded: lines.joined()))
            return [UInt8](der[36..<68])
        }

        func traces(in value: Any) -> [String] {
            Exposure.everyView(of: value).flatMap { shown in
                secrets.flatMap { secret in
                    Exposure.traces(of: secret.bytes, in: shown).map { "\(secret.name) as \($0)" }
                }
            }
        }
    }

    @Test func `contains no secret after a success`() throws {
        let scene = try Scene(seed: 141)
        let workshop = scene.workshop
        let verifier = try workshop.verifier
        let verified = try verifier.verify(scene.sealed, at: TokenWorkshop.now)
        let opened = try verified.opened(with: [workshop.merchant.key])
        let certificate = try PaymentProcessingCertificate(workshop.merchant.certificate)
        let writer = SignedDataWriter(
            leaf: workshop.signer,
            intermediate: workshop.integration.certificate,
            key: workshop.signerKey
        )
        let values: [Any] = [
            scene.sealed, scene.sealed.json, scene.sealed.json.compact, verified, opened,
            opened.payment.proof, opened.payment.accountNumber,
            opened.payment.cardholderName as Any, opened.payment,
            opened.payment.document.root, opened.payment.document.root.members, opened.token,
            verifier, certificate,
            try workshop.merchant.key, workshop.merchant.privateKey, workshop.merchant.certificate,
            writer, PaymentTokenSealer(signer: writer), PaymentTokenSealer.Recipient(certificate),
            workshop.root, try workshop.anchor, try SignedData(scene.sealed.signature),
            workshop.merchant.privateKey.pem,
        ]
        for value in values {
            #expect(scene.traces(in: value) == [], "\(type(of: value))")
        }
    }

    @Test func `contains no secret, for any refusal`() throws {
        let scene = try Scene(seed: 142)
        var refusals: [any Error] = TokenRefusalTests.all
        for place in 0..<5 {
            refusals += try Self.refusals(of: scene, cutting: place)
        }
        #expect(refusals.count > TokenRefusalTests.all.count + 20)
        for refusal in refusals {
            #expect(scene.traces(in: refusal) == [])
            if let refusal = refusal as? TokenRefusal {
                #expect(scene.traces(in: refusal.remedy) == [])
            }
        }
    }

    /// Looking for what is there proves that the others were looked for.
    @Test func `would be found if it were shown`() throws {
        let scene = try Scene(seed: 143)
        let text = scene.recipe.accountNumber
        let shown: [Any] = [
            text, Array(text.utf8), Data(text.utf8).base64EncodedString(),
            Hexadecimal.encode(Array(text.utf8)), scene.recipe, Array(text.utf8)[...],
        ]
        for value in shown { #expect(!scene.traces(in: value).isEmpty, "\(type(of: value))") }
        for secret in scene.secrets { #expect(!scene.traces(in: secret.bytes).isEmpty) }
    }

    /// The refusals of this scene's payload, one member after another gone or wrong.
    static func refusals(of scene: Scene, cutting place: Int) throws -> [any Error] {
        var refusals: [any Error] = []
        func collect(_ body: () throws -> Void) {
            do { try body() } catch { refusals.append(error) }
        }
        let workshop = scene.workshop
        for member in scene.recipe.members {
            let number = JSONOutput.string("\(scene.recipe.accountNumber)x")
            let recipe = scene.recipe.with(member.name, place == 0 ? nil : number)
            collect { _ = try workshop.open(recipe) }
        }
        collect { _ = try workshop.open(workshop.seal(scene.recipe.text + "}").json.compact) }
        collect { _ = try SealedPaymentToken(json: Array(scene.recipe.text.utf8)) }
        collect { _ = try JSONDocument(Array(scene.recipe.text.utf8) + [0x22]) }
        collect { _ = try Base64.decode(scene.recipe.accountNumber + "?") }
        collect { _ = try Hexadecimal.decode(scene.recipe.cardholderName) }
        collect { _ = try PrivateKey(pem: Secret(copying: Array(scene.recipe.text.utf8))) }
        return refusals
    }
}

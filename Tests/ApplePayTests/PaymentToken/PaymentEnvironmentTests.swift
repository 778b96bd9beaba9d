import AppleServers
import Certificates
import Cryptography
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

@Suite("The environment of a payment")
struct PaymentEnvironmentTests {
    /// A token whose signer bears a name as Apple's do.
    static func token(
        signer name: String,
        in workshop: TokenWorkshop
    ) throws -> SealedPaymentToken {
        let certificate = try workshop.integration.issue(
            TokenWorkshop.template(name, marker: AppleExtension.tokenSigner),
            for: workshop.signerKey.publicKey,
            randomness: workshop.world.randomness
        )
        var recipe = workshop.signature()
        recipe.certificates[0] = certificate.der
        recipe.signerName = certificate.issuerAndSerialNumber
        return try workshop.parts().signed(by: recipe).read()
    }

    typealias Problem = TokenRefusal.EnvironmentProblem

    @Test(arguments: [
        ("ecc-smp-broker-sign_UC4-PROD", PaymentEnvironment.production, Problem?.none),
        ("ecc-smp-broker-sign_UC4-PROD_Krypton_ECC", .production, nil),
        ("rsa-smp-broker-sign_UC4-PROD", .sandbox, .productionSigner),
        ("ecc-smp-broker-sign_UC4-SANDBOX", .production, .sandboxSigner),
        ("ecc-smp-broker-sign_UC4-SANDBOX", .sandbox, nil),
        ("ecc-smp-broker-sign_UC4-TEST", .production, nil),
        ("ecc-smp-broker-sign_UC4-TEST", .sandbox, nil), ("TEST", .production, nil),
    ])
    func `is told by the signer's name`(
        name: String,
        environment: PaymentEnvironment,
        problem: Problem?
    ) throws {
        let workshop = try TokenWorkshop(seed: 131)
        let token = try Self.token(signer: name, in: workshop)
        let verifier = PaymentTokenVerifier(
            trusting: try workshop.anchor,
            environment: environment
        )
        // Twice: the second time the signer is known.
        for _ in 1...2 {
            let verdict = Result { try verifier.verify(token, at: TokenWorkshop.now) }
            switch (verdict, problem) {
            case (.success(let verified), nil): #expect(verified.token == token)
            case (.failure(let refusal), let problem?):
                #expect(refusal as? TokenRefusal == .environment(problem))
            default: Issue.record("\(verdict)")
            }
        }
    }

    /// A TEST root's token at a server for real payments is a mistake and not a forgery.
    @Test func `is that of a sandbox where the root says TEST`() throws {
        let authorities = try TestAuthorities(world: TokenWorkshop(seed: 132).world)
        let mint = try TokenWorkshop(seed: 133)
        let token = try mint.seal()
        #expect(authorities.root.subject[.commonName]?.contains("TEST") == true)
        #expect(throws: TokenRefusal.environment(.testRoot)) {
            try PaymentTokenVerifier(trusting: .appleRootCAG3).verify(token, at: TokenWorkshop.now)
        }
        #expect(throws: TokenRefusal.chain(.anotherRoot)) {
            let anchor = try TrustAnchor(root: authorities.root)
            return try PaymentTokenVerifier(trusting: anchor).verify(token, at: TokenWorkshop.now)
        }
    }
}

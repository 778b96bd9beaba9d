import Certificates
import TestSupport
import Testing
import TokenMint
import World

@testable import PaymentToken

@Suite("The certificates that a verifier remembers")
struct SignerCacheTests {
    /// A signer whose certificates were verified.
    struct Known {
        let signed: SignedData
        let signer: VerifiedSigner
        let authority: VerifiedIntermediate

        init(_ number: Int, under authority: CertificateAuthority, in workshop: TokenWorkshop)
            throws
        {
            let template = TokenWorkshop.template(
                "TEST signer \(number)",
                marker: AppleExtension.tokenSigner
            )
            let token = try TokenTrustTests.signed(leaf: template, under: authority, workshop)
            signed = try SignedData(token.read().signature)
            let pair = try SignerCertificates(of: signed)
            signer = try VerifiedSigner(leaf: pair.leaf, under: pair.intermediate)
            self.authority = try workshop.anchor.validate(
                leaf: pair.leaf,
                intermediate: pair.intermediate,
                at: TokenWorkshop.now
            )
        }

        func isRemembered(by cache: SignerCache) -> Bool { cache.signer(of: signed) != nil }

        func isAuthorityRemembered(by cache: SignerCache) -> Bool {
            cache.authority(authority.certificate) != nil
        }
    }

    let workshop: TokenWorkshop

    init() throws { workshop = try TokenWorkshop(seed: 67) }

    @Test func `are those of the last sixteen signers`() throws {
        let known = try (0...16).map { try Known($0, under: workshop.integration, in: workshop) }
        var cache = SignerCache()
        for one in known.dropLast() {
            cache.remember(one.signer, of: one.signed, under: one.authority)
        }
        // Known already, so it removes none.
        cache.remember(known[8].signer, of: known[8].signed, under: known[8].authority)
        #expect(
            known.map { $0.isRemembered(by: cache) }
                == Array(repeating: true, count: 16) + [false]
        )
        cache.remember(known[16].signer, of: known[16].signed, under: known[16].authority)
        #expect(
            known.map { $0.isRemembered(by: cache) }
                == [false] + Array(repeating: true, count: 16)
        )
        #expect(known[0].isAuthorityRemembered(by: cache), "all signers have one intermediate")
    }

    @Test func `are those of the last sixteen intermediates`() throws {
        let known = try (0...16)
            .map { number in
                let authority = try CertificateAuthority(
                    TokenWorkshop.template(
                        "TEST intermediate \(number)",
                        isAuthority: true,
                        marker: AppleExtension.applicationIntegration
                    ),
                    key: TokenWorkshop.key(from: workshop.world),
                    under: workshop.root,
                    randomness: workshop.world.randomness
                )
                return try Known(number, under: authority, in: workshop)
            }
        var cache = SignerCache()
        for one in known {
            cache.remember(one.signer, of: one.signed, under: one.authority)
            #expect(one.isAuthorityRemembered(by: cache))
        }
        #expect(
            known.map { $0.isAuthorityRemembered(by: cache) }
                == [false] + Array(repeating: true, count: 16)
        )
    }
}

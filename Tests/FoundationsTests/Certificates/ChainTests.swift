import ASN1
import Certificates
import Cryptography
import TestSupport
import Testing
import TokenMint
import World

@Suite("A chain of certificates")
struct ChainTests {
    typealias Pair = (leaf: Certificate, intermediate: Certificate)
    typealias Change = @Sendable (inout CertificateTemplate) -> Void

    /// A broken chain, and the reason of its refusal.
    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: ChainFailure
        let pair: @Sendable (TokenWorkshop) throws -> Pair

        init(
            _ name: String,
            _ failure: ChainFailure,
            _ pair: @escaping @Sendable (TokenWorkshop) throws -> Pair
        ) {
            (testDescription, self.failure, self.pair) = (name, failure, pair)
        }
    }

    static let late = UnixTime(seconds: TokenWorkshop.now.seconds - 10)
    static let soon = UnixTime(seconds: TokenWorkshop.now.seconds + 10)

    static let broken: [Broken] = [
        Broken("another root", .anotherRoot) { _ in
            let other = try TokenWorkshop(seed: 2)
            return (other.signer, other.integration.certificate)
        },
        Broken("the root's name, but not its signature", .notSignedByRoot) { workshop in
            try pair(in: workshop, under: impostor(of: workshop))
        },
        Broken("an intermediate that is no authority", .intermediateIsNotAnAuthority) { workshop in
            try pair(in: workshop, intermediate: { $0.isAuthority = false })
        },
        Broken("an intermediate that may not certify", .intermediateIsNotAnAuthority) { workshop in
            try pair(in: workshop, intermediate: { $0.keyUsage = .digitalSignature })
        },
        Broken("a leaf of another intermediate", .leafNotSignedByIntermediate) { workshop in
            (workshop.signer, workshop.relations.certificate)
        },
        Broken("a leaf that another key signed", .leafNotSignedByIntermediate) { workshop in
            let impostor = try TokenWorkshop.key(from: workshop.world)
            let leaf = try workshop.signer.rewritten(signedBy: impostor) { $0 }
            return (leaf, workshop.integration.certificate)
        },
        Broken("an expired leaf", .expired(.leaf, notAfter: late)) { workshop in
            try pair(in: workshop, leaf: { $0.notAfter = late })
        },
        Broken("an expired intermediate", .expired(.intermediate, notAfter: late)) { workshop in
            try pair(in: workshop, intermediate: { $0.notAfter = late })
        },
        Broken("a leaf of tomorrow", .notYetValid(.leaf, notBefore: soon)) { workshop in
            try pair(in: workshop, leaf: { $0.notBefore = soon })
        },
        Broken("an intermediate of tomorrow", .notYetValid(.intermediate, notBefore: soon)) {
            try pair(in: $0, intermediate: { $0.notBefore = soon })
        },
        Broken("an unknown critical extension", .unknownCriticalExtension(.leaf)) { workshop in
            try pair(in: workshop, extensions: { $0 + [Certificate.unknownCriticalExtension] })
        },
        // RFC 5280 § 4.2.1.1.
        Broken("an extension twice", .repeatedExtension(.leaf)) { workshop in
            let marker = ASN1Encoding.sequence([
                ASN1Encoding.objectIdentifier(ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 6, 29)),
                ASN1Encoding.element(.octetString, ASN1Encoding.null),
            ])
            return try pair(in: workshop, extensions: { $0 + [marker, marker] })
        },
        Broken("a leaf with a short RSA key", .weakKey(.leaf, bits: 2_047)) { workshop in
            let key = try RSAPrivateKey(bits: 2_047).publicKey
            let leaf = try workshop.integration.issue(
                TokenWorkshop.template("TEST short"),
                for: key,
                randomness: workshop.world.randomness
            )
            return (leaf, workshop.integration.certificate)
        },
        Broken("no name of the issuer's key", .keyNotNamed(.leaf)) { workshop in
            let identifier = ObjectIdentifiers.authorityKeyIdentifier.content
            return try pair(
                in: workshop,
                extensions: { all in
                    all.filter { !$0.dropFirst(4).starts(with: identifier) }
                }
            )
        },
    ]

    @Test(arguments: broken)
    func `is refused with its own cause`(broken: Broken) throws {
        let workshop = try TokenWorkshop(seed: 1)
        let (leaf, intermediate) = try broken.pair(workshop)
        let anchor = try workshop.anchor
        #expect(throws: broken.failure) {
            try anchor.validate(leaf: leaf, intermediate: intermediate, at: TokenWorkshop.now)
        }
        #expect(!broken.failure.description.isEmpty)
    }

    @Test func `holds from its first second to its last`() throws {
        let workshop = try TokenWorkshop(seed: 1)
        let (first, last) = (TokenWorkshop.opening.seconds, TokenWorkshop.closing.seconds)
        let table = [(first - 1, false), (first, true), (last, true), (last + 1, false)]
        for (seconds, holds) in table {
            let verdict = Result {
                try workshop.anchor.validate(
                    leaf: workshop.signer,
                    intermediate: workshop.integration.certificate,
                    at: UnixTime(seconds: seconds)
                )
            }
            #expect(((try? verdict.get()) != nil) == holds, "\(seconds)")
        }
    }

    /// openssl makes the chain, because the product's own authorities have keys on curves.
    @Test(arguments: [1_024, 2_048])
    func `has RSA keys of 2048 bits and more`(bits: Int) throws {
        let chain = try OpenSSLChain(intermediateBits: bits)
        let anchor = try TrustAnchor(root: chain.root)
        let verdict = Result {
            try anchor.validate(
                leaf: chain.leaf,
                intermediate: chain.intermediate,
                at: chain.leaf.notBefore
            )
        }
        switch verdict {
        case .success: #expect(bits == 2_048)
        case .failure(let failure):
            #expect(failure as? ChainFailure == .weakKey(.intermediate, bits: bits))
            #expect(bits < 2_048)
        }
        let root = try OpenSSLChain(intermediateBits: 2_048, rootBits: bits).root
        if bits < 2_048 {
            #expect(throws: CertificateFailure.weakKey(bits: bits)) { try TrustAnchor(root: root) }
        } else {
            #expect(throws: Never.self) { try TrustAnchor(root: root) }
        }
    }

    @Test func `starts at an authority that signed itself`() throws {
        let workshop = try TokenWorkshop(seed: 1)
        for certificate in [workshop.signer, workshop.integration.certificate] {
            #expect(throws: CertificateFailure.notAnAuthority) {
                try TrustAnchor(root: certificate)
            }
        }
        #expect(try workshop.anchor.publicKey == workshop.root.certificate.publicKey)
    }
}

extension ChainTests {
    static func pair(
        in workshop: TokenWorkshop,
        under root: CertificateAuthority? = nil,
        leaf changeLeaf: Change = { _ in },
        intermediate changeIntermediate: Change = { _ in },
        extensions: ([[UInt8]]) -> [[UInt8]] = { $0 }
    ) throws -> Pair {
        var template = TokenWorkshop.template("TEST intermediate", isAuthority: true)
        changeIntermediate(&template)
        let key = try TokenWorkshop.key(from: workshop.world)
        let intermediate = try CertificateAuthority(
            template,
            key: key,
            under: root ?? workshop.root,
            randomness: workshop.world.randomness
        )
        var leafTemplate = TokenWorkshop.template("TEST leaf")
        changeLeaf(&leafTemplate)
        let leaf = try intermediate.issue(
            leafTemplate,
            for: workshop.signerKey.publicKey,
            randomness: workshop.world.randomness
        )
        return (try leaf.rewritten(signedBy: key, extensions), intermediate.certificate)
    }

    /// An authority of the root's name with another key.
    static func impostor(of workshop: TokenWorkshop) throws -> CertificateAuthority {
        var template = TokenWorkshop.template("", isAuthority: true)
        template.subject = workshop.root.certificate.subject
        return try CertificateAuthority(
            root: template,
            key: TokenWorkshop.key(on: .p384, from: workshop.world),
            randomness: workshop.world.randomness
        )
    }
}

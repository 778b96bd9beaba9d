import ASN1
import Bytes
import Certificates
import Cryptography
import Foundation
import TestSupport
import Testing
import TokenMint
import World

/// The two steps of a chain are checked by code of ours over libcrypto's parsing; the OpenSSL
/// command line checks the same certificates by libcrypto's own procedure.
@Suite("A chain that is accepted")
struct ChainOracleTests {
    typealias Extensions = @Sendable ([[UInt8]]) -> [[UInt8]]

    /// A change of a certificate's extensions, and what is said of a leaf and of an intermediate.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let leaf: ChainFailure?
        let intermediate: ChainFailure?
        let change: Extensions
    }

    static func extended(
        _ identifier: ASN1ObjectIdentifier,
        critical: Bool,
        _ value: [UInt8] = ASN1Encoding.null
    ) -> [UInt8] {
        ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(identifier), critical ? [1, 1, 0xff] : [],
            ASN1Encoding.element(.octetString, value),
        ])
    }

    static func without(_ last: UInt8) -> Extensions {
        { all in all.filter { !$0.dropFirst(4).starts(with: [0x55, 0x1d, last]) } }
    }

    static let constraints = ASN1ObjectIdentifier(2, 5, 29, 30)
    static let unknown = ASN1ObjectIdentifier(1, 2, 3, 4)

    static let changes: [Change] = [
        Change(testDescription: "nothing", leaf: nil, intermediate: nil) { $0 },
        Change(testDescription: "another order", leaf: nil, intermediate: nil) { $0.reversed() },
        Change(testDescription: "an unknown extension", leaf: nil, intermediate: nil) {
            $0 + [extended(unknown, critical: false)]
        },
        Change(
            testDescription: "an unknown critical extension",
            leaf: .unknownCriticalExtension(.leaf),
            intermediate: .unknownCriticalExtension(.intermediate)
        ) { $0 + [extended(unknown, critical: true)] },
        Change(
            testDescription: "name constraints",
            leaf: .unknownCriticalExtension(.leaf),
            intermediate: .unknownCriticalExtension(.intermediate)
        ) { $0 + [extended(constraints, critical: true, [0x30, 0])] },
        Change(
            testDescription: "an extension twice",
            leaf: .malformed(.leaf),
            intermediate: .intermediateIsNotAnAuthority
        ) { $0 + $0.filter { $0.dropFirst(4).starts(with: [0x55, 0x1d, 0x13]) } },
        Change(
            testDescription: "no name of its own key",
            leaf: .keyNotNamed(.leaf),
            intermediate: .keyNotNamed(.intermediate),
            change: without(0x0e)
        ),
        Change(
            testDescription: "no name of its issuer's key",
            leaf: .keyNotNamed(.leaf),
            intermediate: .keyNotNamed(.intermediate),
            change: without(0x23)
        ),
        Change(
            testDescription: "no basic constraints",
            leaf: nil,
            intermediate: .intermediateIsNotAnAuthority,
            change: without(0x13)
        ),
        Change(
            testDescription: "no key usage",
            leaf: nil,
            intermediate: .intermediateIsNotAnAuthority,
            change: without(0x0f)
        ),
        Change(
            testDescription: "no extensions",
            leaf: .keyNotNamed(.leaf),
            intermediate: .intermediateIsNotAnAuthority
        ) { _ in [] },
    ]

    @Test(arguments: changes)
    func `is accepted by OpenSSL's strict procedure too`(change: Change) throws {
        let workshop = try Self.Keys(seed: 61)
        let leaf = try workshop.leaf.rewritten(signedBy: workshop.intermediateKey, change.change)
        try Self.compare(leaf, workshop.intermediate, workshop, expected: change.leaf)
        let intermediate = try workshop.intermediate.rewritten(
            signedBy: workshop.rootKey,
            change.change
        )
        try Self.compare(workshop.leaf, intermediate, workshop, expected: change.intermediate)
    }

    @Test func `has signatures whose two names agree and are not of SHA-1`() throws {
        let workshop = try Self.Keys(seed: 62)
        let good: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
        let digests: [UInt8] = [0x01, 0x03]
        let der = workshop.leaf.der
        let places = der.indices.filter { der[$0...].starts(with: good) }
        try #require(places.count == 2)
        for digest in digests {
            var mixed = der
            mixed[places[1] + 7] = digest
            let leaf = try Certificate(der: mixed)
            try Self.compare(
                leaf,
                workshop.intermediate,
                workshop,
                expected: .signatureAlgorithm(.leaf)
            )
        }
        // ecdsa-with-SHA1 is 1.2.840.10045.4.1, a byte shorter.
        let old = try workshop.resigned(digest: "sha1")
        #expect(!old.isSigned(by: workshop.intermediateKey.publicKey))
        let newer = try workshop.resigned(digest: "sha384")
        #expect(newer.isSigned(by: workshop.intermediateKey.publicKey))
    }

    /// A flipped bit anywhere is refused, whatever it does to the certificate.
    @Test func `is refused with any bit changed`() throws {
        let workshop = try Self.Keys(seed: 63)
        let anchor = try TrustAnchor(root: workshop.root)
        for certificate in [workshop.leaf, workshop.intermediate] {
            for place in certificate.der.indices {
                var changed = certificate.der
                changed[place] ^= 1 << (place % 8)
                guard let other = try? Certificate(der: changed) else { continue }
                let isLeaf = certificate == workshop.leaf
                #expect(throws: ChainFailure.self, "byte \(place)") {
                    try anchor.validate(
                        leaf: isLeaf ? other : workshop.leaf,
                        intermediate: isLeaf ? workshop.intermediate : other,
                        at: TokenWorkshop.now
                    )
                }
            }
        }
    }
}

extension ChainOracleTests {
    /// A chain with every private key.
    struct Keys {
        let rootKey, intermediateKey: PrivateKey
        let root, intermediate, leaf: Certificate
        let folder = ScratchFolder()

        init(seed: UInt64) throws {
            let world = World.simulated(seed: seed, startingAt: TokenWorkshop.now)
            rootKey = try PrivateKey(on: .p384, from: world.randomness)
            intermediateKey = try TokenWorkshop.key(from: world)
            let authority = try CertificateAuthority(
                root: TokenWorkshop.template("TEST root", isAuthority: true),
                key: rootKey,
                randomness: world.randomness
            )
            let between = try CertificateAuthority(
                TokenWorkshop.template("TEST intermediate", isAuthority: true),
                key: intermediateKey,
                under: authority,
                randomness: world.randomness
            )
            root = authority.certificate
            intermediate = between.certificate
            leaf = try between.issue(
                TokenWorkshop.template("TEST leaf"),
                for: TokenWorkshop.key(from: world).publicKey,
                randomness: world.randomness
            )
        }

        /// A certificate that OpenSSL signs with the intermediate's key.
        func resigned(digest: String) throws -> Certificate {
            let pem = Data(intermediateKey.pem.revealedText().utf8)
            try pem.write(to: folder.url.appending(path: "key.pem"))
            let text = try Program.openSSL.run([
                "req", "-x509", "-new", "-key", folder.path("key.pem"), "-subj", "/CN=TEST",
                "-\(digest)",
            ])
            return try Certificate(pem: text.text)
        }
    }

    static func compare(
        _ leaf: Certificate,
        _ intermediate: Certificate,
        _ keys: Keys,
        expected: ChainFailure?
    ) throws {
        let anchor = try TrustAnchor(root: keys.root)
        let verdict = Result<Void, any Error> {
            try anchor.validate(leaf: leaf, intermediate: intermediate, at: TokenWorkshop.now)
        }
        switch verdict {
        case .success: #expect(expected == nil)
        case .failure(let failure): #expect(failure as? ChainFailure == expected)
        }
        let names = ["root", "intermediate", "leaf"]
        for (name, certificate) in zip(names, [keys.root, intermediate, leaf]) {
            try Data(certificate.pem.utf8).write(to: keys.folder.url.appending(path: name))
        }
        let answer = try Program.openSSL.run([
            "verify", "-x509_strict", "-attime", "\(TokenWorkshop.now.seconds)",
            "-trusted", keys.folder.path("root"), "-untrusted", keys.folder.path("intermediate"),
            keys.folder.path("leaf"),
        ])
        // Name constraints and the like are judged by OpenSSL and refused by us, so this goes one way.
        if expected == nil { #expect(answer.isSuccess, "\(answer.complaint)") }
    }
}

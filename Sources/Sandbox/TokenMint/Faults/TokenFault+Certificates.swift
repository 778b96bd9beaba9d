internal import ASN1
internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken

extension TokenFault {
    /// Certificates that do not lead to the root, or are not meant for tokens.
    static let certificates: [TokenFault] = bags + chains + markers + environments

    private static let bags: [TokenFault] = [
        bag("no-certificates", "no certificate goes along", count: 0) { $0.certificates = [] },
        bag("one-certificate", "the intermediate does not go along", count: 1) {
            $0.certificates.removeLast()
        },
        TokenFault(
            "three-certificates",
            "the root goes along with leaf and intermediate",
            .refuse(.signature)
        ) { draft in
            let root = draft.mint.root.der
            try draft.sign { $0.certificates.append(root) }
            return .signature(.form(.certificateCount(3)))
        },
    ]

    private static let chains: [TokenFault] = [
        TokenFault("other-root", "signed under another root", .refuse(.chain)) { draft in
            try draft.sign(as: draft.rival())
            return .chain(.anotherRoot)
        },
        TokenFault(
            "impostor-root",
            "signed under another root of the same name",
            .refuse(.chain)
        ) { draft in
            try draft.sign(as: draft.rival(rootName: TestAuthorities.usualRootName))
            return .anotherTestRoot
        },
        TokenFault(
            "impostor-leaf",
            "the leaf names the intermediate as issuer and has another key's signature",
            .refuse(.chain)
        ) { draft in
            let rival = try draft.rival()
            let mixed = TokenSigner(
                certificate: rival.certificate,
                intermediate: draft.mint.signer.intermediate,
                key: rival.key
            )
            try draft.sign(as: mixed)
            return .chain(.leafNotSignedByIntermediate)
        },
        TokenFault(
            "unknown-critical-extension",
            "the leaf has an unknown critical extension",
            .refuse(.chain)
        ) { draft in
            let signer = try draft.signer(marked: AppleExtension.applicationIntegration) {
                try $0.rewritten(signedBy: $1) { $0 + [Certificate.unknownCriticalExtension] }
            }
            try draft.sign(as: signer)
            return .chain(.unknownCriticalExtension(.leaf))
        },
        TokenFault("leaf-may-not-sign", "the leaf's key usage lacks signatures", .refuse(.chain)) {
            draft in
            try draft.sign(as: draft.signer { $0.keyUsage = .keyAgreement })
            return .chain(.leafMayNotSign)
        },
        TokenFault(
            "expired-leaf",
            "the leaf had ended ten seconds before the token was signed",
            .refuse(.chain)
        ) { draft in
            let end = draft.moment(-10)
            try draft.sign(as: draft.signer { $0.notAfter = end })
            return .chain(.expired(.leaf, notAfter: end))
        },
        TokenFault(
            "leaf-not-yet-valid",
            "the leaf begins ten seconds after the token was signed",
            .refuse(.chain)
        ) { draft in
            let start = draft.moment(10)
            try draft.sign(as: draft.signer { $0.notBefore = start })
            return .chain(.notYetValid(.leaf, notBefore: start))
        },
    ]

    private static let markers: [TokenFault] = [
        TokenFault(
            "no-leaf-marker",
            "the leaf lacks the marker 1.2.840.113635.100.6.29",
            .refuse(.markers)
        ) { draft in
            let signer = try draft.signer { template in
                template.extensions.removeAll { $0.identifier == AppleExtension.tokenSigner }
            }
            try draft.sign(as: signer)
            return .markers(.leaf)
        },
        TokenFault(
            "no-intermediate-marker",
            "the intermediate lacks the marker 1.2.840.113635.100.6.2.14",
            .refuse(.markers)
        ) { draft in
            try draft.sign(as: draft.signer(marked: nil) { leaf, _ in leaf })
            return .markers(.intermediate)
        },
    ]

    private static let environments: [TokenFault] = [
        TokenFault(
            "sandbox-signer",
            "signed by a signer that bears the name of Apple's sandbox, at a verifier of real payments",
            .refuse(.environment)
        ) { draft in
            let name = draft.mint.signer.certificate.subject[.commonName] ?? ""
            let signer = try draft.signer {
                $0.subject = DistinguishedName([
                    .commonName: name.replacing("-TEST", with: "-SANDBOX")
                ])
            }
            try draft.sign(as: signer)
            return .environment(.sandboxSigner)
        }
    ]

    private static func bag(
        _ name: String,
        _ explanation: String,
        count: Int,
        _ change: @escaping @Sendable (inout SignatureRecipe) -> Void
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.signature)) { draft in
            try draft.sign(change)
            return .signature(.form(.certificateCount(count)))
        }
    }
}

extension TokenDraft {
    /// The mint's signer under another intermediate of the genuine root, and its leaf rewritten
    /// with the intermediate's key.
    fileprivate func signer(
        marked marker: ASN1ObjectIdentifier?,
        rewriting rewrite: (Certificate, PrivateKey) throws -> Certificate
    ) throws -> TokenSigner {
        let opening = mint.authorities.opening
        var template = TestAuthorities.template(
            "Quince TEST Application Integration CA - G3",
            years: 15,
            from: opening
        )
        template.extensions =
            marker.map { [.init(identifier: $0, value: ASN1Encoding.null)] } ?? []
        let key = try PrivateKey(on: .p256, from: randomness)
        let authority = try CertificateAuthority(
            template,
            key: key,
            under: mint.authorities.rootAuthority,
            randomness: randomness
        )
        let leaf = try authority.issue(
            TestAuthorities.signerTemplate(
                mint.signer.certificate.subject[.commonName] ?? "",
                from: opening
            ),
            for: mint.signer.key.publicKey,
            randomness: randomness
        )
        return TokenSigner(
            certificate: try rewrite(leaf, key),
            intermediate: authority.certificate,
            key: mint.signer.key
        )
    }
}

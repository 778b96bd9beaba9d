internal import ASN1
internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

extension TokenFault {
    /// Intermediates that may not certify, and leaves that they did not certify.
    static let authorities: [TokenFault] = places + permissions + keyIdentifiers + markerPlaces

    private static let places: [TokenFault] = [
        TokenFault(
            "leaf-under-root",
            "the root itself issued the leaf; the genuine intermediate goes along",
            .refuse(.chain),
            because: "the leaf must be certified by the intermediate"
        ) { draft in
            let leaf = try draft.leafUnderRoot()
            let intermediate = draft.mint.signer.intermediate.der
            try draft.sign {
                $0.certificates = [leaf.der, intermediate]
                $0.signerName = leaf.issuerAndSerialNumber
            }
            return .chain(.leafNotSignedByIntermediate)
        },
        TokenFault(
            "root-as-intermediate",
            "the root itself issued the leaf and goes along in the intermediate's place",
            .refuse(.chain),
            because:
                "the root has neither the intermediate's marker nor its issuer's key identifier"
        ) { draft in
            let leaf = try draft.leafUnderRoot()
            let root = draft.mint.root.der
            try draft.sign {
                $0.certificates = [leaf.der, root]
                $0.signerName = leaf.issuerAndSerialNumber
            }
            return .chain(.keyNotNamed(.intermediate))
        },
        TokenFault(
            "expired-intermediate",
            "the intermediate had ended ten seconds before the token was signed",
            .refuse(.chain)
        ) { draft in
            let (start, end) = (draft.mint.signer.intermediate.notBefore, draft.moment(-10))
            let validity = try draft.validity(from: start, to: end)
            try draft.sign(intermediate: { $0.validity = validity })
            return .chain(.expired(.intermediate, notAfter: end))
        },
        TokenFault(
            "intermediate-not-yet-valid",
            "the intermediate begins ten seconds after the token was signed",
            .refuse(.chain)
        ) { draft in
            let (start, end) = (draft.moment(10), draft.mint.signer.intermediate.notAfter)
            let validity = try draft.validity(from: start, to: end)
            try draft.sign(intermediate: { $0.validity = validity })
            return .chain(.notYetValid(.intermediate, notBefore: start))
        },
    ]

    private static let permissions: [TokenFault] = [
        permission(
            "intermediate-not-an-authority",
            "the intermediate's basic constraints say that it is no authority",
            because: "RFC 5280 § 6.1.4 (k): cA must be true"
        ) {
            $0.replace(
                ObjectIdentifiers.basicConstraints,
                isCritical: true,
                value: ASN1Encoding.sequence([])
            )
        },
        permission(
            "no-basic-constraints",
            "the intermediate has no basic constraints",
            because: "RFC 5280 § 6.1.4 (k): they must be there and cA be true"
        ) { $0.remove(ObjectIdentifiers.basicConstraints) },
        permission(
            "intermediate-may-not-certify",
            "the intermediate's key usage allows signatures, not signing certificates",
            because: "RFC 5280 § 6.1.4 (n): keyCertSign must be set"
        ) {
            $0.replace(
                ObjectIdentifiers.keyUsage,
                isCritical: true,
                value: ASN1Encoding.element(.bitString, [7, 0x80])
            )
        },
    ]

    private static func permission(
        _ name: String,
        _ explanation: String,
        because reason: String,
        _ change: @escaping @Sendable (inout CertificateRecipe) -> Void
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.chain), because: reason) { draft in
            try draft.sign(intermediate: change)
            return .chain(.intermediateIsNotAnAuthority)
        }
    }

    private static let keyIdentifiers: [TokenFault] = [
        TokenFault(
            "intermediate-without-key-identifier",
            "the intermediate does not name its key",
            .refuse(.chain),
            because: "RFC 5280 § 4.2.1.2: every authority's certificate must"
        ) { draft in
            try draft.sign(intermediate: { $0.remove(ObjectIdentifiers.subjectKeyIdentifier) })
            return .chain(.keyNotNamed(.intermediate))
        },
        TokenFault(
            "leaf-without-authority-key",
            "the leaf does not name its issuer's key",
            .refuse(.chain),
            because: "RFC 5280 § 4.2.1.1: every certificate under a root must"
        ) { draft in
            try draft.sign(leaf: { $0.remove(ObjectIdentifiers.authorityKeyIdentifier) })
            return .chain(.keyNotNamed(.leaf))
        },
        TokenFault(
            "wrong-authority-key",
            "the leaf names another key than the intermediate's as its issuer's",
            .refuse(.chain),
            because: "the two contradict each other; openssl verify refuses it, too"
        ) { draft in
            let identifier = ASN1Encoding.element(
                .primitiveContext(0),
                draft.randomness.bytes(SHA1.digestLength)
            )
            try draft.sign(leaf: {
                $0.replace(
                    ObjectIdentifiers.authorityKeyIdentifier,
                    isCritical: false,
                    value: ASN1Encoding.sequence([identifier])
                )
            })
            return .chain(.leafNotSignedByIntermediate)
        },
    ]

    private static let markerPlaces: [TokenFault] = [
        marked(
            "markers-swapped",
            "leaf and intermediate have each other's marker",
            leaf: [AppleExtension.applicationIntegration],
            intermediate: [AppleExtension.tokenSigner],
            .leaf
        ),
        marked(
            "both-markers-on-leaf",
            "the leaf has both markers, and the intermediate none",
            leaf: [AppleExtension.tokenSigner, AppleExtension.applicationIntegration],
            intermediate: [],
            .intermediate
        ),
        marked(
            "both-markers-on-intermediate",
            "the intermediate has both markers, and the leaf none",
            leaf: [],
            intermediate: [AppleExtension.tokenSigner, AppleExtension.applicationIntegration],
            .leaf
        ),
    ]

    private static func marked(
        _ name: String,
        _ explanation: String,
        leaf: [ASN1ObjectIdentifier],
        intermediate: [ASN1ObjectIdentifier],
        _ missing: TokenRefusal.MarkerProblem
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.markers)) { draft in
            try draft.sign(
                leaf: { $0.mark(with: leaf, insteadOf: AppleExtension.tokenSigner) },
                intermediate: {
                    $0.mark(with: intermediate, insteadOf: AppleExtension.applicationIntegration)
                }
            )
            return .markers(missing)
        }
    }
}

extension CertificateRecipe {
    fileprivate mutating func mark(
        with markers: [ASN1ObjectIdentifier],
        insteadOf former: ASN1ObjectIdentifier
    ) {
        remove(former)
        extensions += markers.map { Self.extensionElement($0, value: ASN1Encoding.null) }
    }
}

extension TokenDraft {
    /// Signs with certificates of which some fields are changed, each signed by the authority above it.
    mutating func sign(
        leaf changeLeaf: (inout CertificateRecipe) throws -> Void = { _ in },
        intermediate changeIntermediate: (inout CertificateRecipe) throws -> Void = { _ in }
    ) throws {
        var leaf = try CertificateRecipe(mint.signer.certificate)
        var intermediate = try CertificateRecipe(mint.signer.intermediate)
        try changeLeaf(&leaf)
        try changeIntermediate(&intermediate)
        let certificates = [
            try leaf.signed(by: mint.authorities.integrationAuthority),
            try intermediate.signed(by: mint.authorities.rootAuthority),
        ]
        try sign { $0.certificates = certificates }
    }

    /// A certificate's validity in DER.
    func validity(from start: UnixTime, to end: UnixTime) throws -> [UInt8] {
        ASN1Encoding.sequence([try ASN1TimeText(start).element, try ASN1TimeText(end).element])
    }

    /// The signer's certificate as the root itself would issue it.
    fileprivate func leafUnderRoot() throws -> Certificate {
        let rootAuthority = mint.authorities.rootAuthority
        let template = TestAuthorities.signerTemplate(
            mint.signer.certificate.subject[.commonName] ?? "",
            from: mint.authorities.opening
        )
        return try rootAuthority.issue(
            template,
            for: mint.signer.key.publicKey,
            randomness: randomness
        )
    }
}

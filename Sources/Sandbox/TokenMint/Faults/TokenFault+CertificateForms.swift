internal import ASN1
internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

extension TokenFault {
    /// Certificates of the right places whose encoding, algorithm or key is not acceptable, or unusual.
    static let certificateForms: [TokenFault] = repetitions + names + validities + algorithms

    private static let repetitions: [TokenFault] = [
        repeated(
            "marker-repeated",
            "the leaf has its marker twice",
            AppleExtension.tokenSigner,
            .repeatedExtension(.leaf)
        ),
        repeated(
            "key-usage-repeated",
            "the leaf has its key usage twice",
            ObjectIdentifiers.keyUsage,
            .malformed(.leaf)
        ),
    ]

    private static func repeated(
        _ name: String,
        _ explanation: String,
        _ identifier: ASN1ObjectIdentifier,
        _ failure: ChainFailure
    ) -> TokenFault {
        TokenFault(
            name,
            explanation,
            .refuse(.chain),
            because: "RFC 5280 § 4.2: an extension stands in a certificate at most once"
        ) { draft in
            try draft.sign(leaf: { $0.extensions.append(try $0.extensionElement(identifier)) })
            return .chain(failure)
        }
    }

    private static let names: [TokenFault] = [
        TokenFault(
            "two-attributes-in-one-name-part",
            "in the leaf's name, two attributes stand in one set (CN=…+OU=…)",
            .accept,
            because:
                "X.501 and RFC 5280 § 4.1.2.4 allow it, and the leaf's name is compared with none"
        ) { draft in
            try draft.sign(leaf: { $0.subject = try joiningFirstParts(of: $0.subject) })
            return nil
        }
    ]

    /// A name whose first two attributes stand in one set.
    private static func joiningFirstParts(of name: [UInt8]) throws -> [UInt8] {
        var cursor = ASN1Cursor(name)
        try cursor.enter(.sequence)
        var attributes: [[UInt8]] = []
        while !cursor.isAtEnd {
            try cursor.enter(.set)
            attributes.append(Array(name[try cursor.take(.sequence).whole]))
            try cursor.leave()
        }
        let parts = [Array(attributes.prefix(2))] + attributes.dropFirst(2).map { [$0] }
        return ASN1Encoding.sequence(parts.map(ASN1Encoding.setOf))
    }

    private static let validities: [TokenFault] = [
        TokenFault(
            "generalized-validity",
            "the leaf's validity has four digits for the year, as only times after 2049 should",
            .accept,
            because: "RFC 5280 § 4.1.2.5: applications must process both forms"
        ) { draft in
            let leaf = draft.mint.signer.certificate
            let times = try [leaf.notBefore, leaf.notAfter]
                .map { try ASN1TimeText($0).generalized.element }
            try draft.sign(leaf: { $0.validity = ASN1Encoding.sequence(times) })
            return nil
        },
        TokenFault(
            "no-well-defined-end",
            "the leaf ends at 99991231235959Z",
            .accept,
            because: "RFC 5280 § 4.1.2.5: so a certificate says that it has no well-defined end"
        ) { draft in
            let start = try ASN1TimeText(draft.mint.signer.certificate.notBefore).element
            let end = ASN1Encoding.element(.generalizedTime, Array("99991231235959Z".utf8))
            try draft.sign(leaf: { $0.validity = ASN1Encoding.sequence([start, end]) })
            return nil
        },
        TokenFault(
            "validity-without-seconds",
            "the leaf's validity has no seconds",
            .refuse(.signature),
            because: "RFC 5280 § 4.1.2.5: times have seconds; one without is no certificate's"
        ) { draft in
            let leaf = draft.mint.signer.certificate
            let times = try [leaf.notBefore, leaf.notAfter]
                .map { moment in
                    let time = try ASN1TimeText(moment)
                    return ASN1Encoding.element(time.tag, time.text.dropLast(3) + [0x5a])
                }
            try draft.sign(leaf: { $0.validity = ASN1Encoding.sequence(times) })
            return .signature(.certificate(.notACertificate))
        },
    ]

    private static let sha1 = "SHA-1 is broken; Apple's certificates are signed over SHA-256"
    private static let shortKey = "RSA keys below 2048 bits are within reach of an attacker"

    private static let algorithms: [TokenFault] = [
        TokenFault(
            "sha1-signed-leaf",
            "the intermediate signed the leaf over SHA-1",
            .refuse(.chain),
            because: sha1
        ) { draft in
            let authority = draft.mint.authorities.integrationAuthority
            let leaf = try CertificateRecipe(draft.mint.signer.certificate)
                .signedWithSHA1(by: authority)
            try draft.sign { $0.certificates[0] = leaf }
            return .chain(.signatureAlgorithm(.leaf))
        },
        TokenFault(
            "sha1-signed-intermediate",
            "the root signed the intermediate over SHA-1",
            .refuse(.chain),
            because: sha1
        ) { draft in
            let intermediate = try CertificateRecipe(draft.mint.signer.intermediate)
                .signedWithSHA1(by: draft.mint.authorities.rootAuthority)
            try draft.sign { $0.certificates[1] = intermediate }
            return .chain(.signatureAlgorithm(.intermediate))
        },
        TokenFault(
            "rsa-1024-leaf",
            "the leaf's key is RSA of 1024 bits",
            .refuse(.chain),
            of: [.rsaV1],
            because: shortKey
        ) { draft in
            try draft.sign(as: draft.signer(with: RSAPrivateKey(bits: 1024)))
            return .chain(.weakKey(.leaf, bits: 1_024))
        },
        TokenFault(
            "rsa-1024-intermediate",
            "the intermediate's key is RSA of 1024 bits",
            .refuse(.chain),
            because: shortKey
        ) { draft in
            let key = try RSAPrivateKey(bits: 1024)
            var intermediate = try CertificateRecipe(draft.mint.signer.intermediate)
            intermediate.publicKeyInfo = key.publicKey.publicKeyInfo
            let leaf = try CertificateRecipe(draft.mint.signer.certificate)
            let certificates = [
                try leaf.signed(by: key),
                try intermediate.signed(by: draft.mint.authorities.rootAuthority),
            ]
            try draft.sign { $0.certificates = certificates }
            return .chain(.weakKey(.intermediate, bits: 1_024))
        },
    ]
}

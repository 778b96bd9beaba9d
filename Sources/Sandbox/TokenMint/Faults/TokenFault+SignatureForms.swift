internal import ASN1
internal import Certificates
internal import PaymentToken
internal import World

extension TokenFault {
    /// Signatures by the genuine signer that are not of the form in which Apple signs tokens.
    static let signatureForms: [TokenFault] = [
        form("no-signer", "there is no signer", .signerCount(0)) { $0.signerCount = 0 },
        form("two-signers", "two signers signed", .signerCount(2)) { $0.signerCount = 2 },
        form("sha1-digest", "the digest is SHA-1", .digestAlgorithm) {
            $0.digest = ObjectIdentifiers.sha1
        },
        form("no-message-digest", "the content's digest is not there", missing(.messageDigest)) {
            $0.hasMessageDigest = false
        },
        form("no-content-type", "the content's type is not there", missing(.contentType)) {
            $0.contentType = nil
        },
        form(
            "wrong-content-type",
            "the content's type is not data",
            .invalidAttribute(.contentType)
        ) {
            $0.contentType = ObjectIdentifiers.signedData
        },
        form("no-signing-time", "the signing time is not there", missing(.signingTime)) {
            $0.signingTime = nil
        },
        form(
            "two-signing-times",
            "the signing time stands there twice",
            .repeatedAttribute(.signingTime)
        ) { recipe in
            let time = recipe.signingTime?.advanced(bySeconds: 1).flatMap(ASN1Time.element) ?? []
            recipe.furtherAttributes = [.signingTime(time)]
        },
        form(
            "wrong-protection",
            "the algorithm protection names another signature algorithm",
            .invalidAttribute(.algorithmProtection)
        ) {
            $0.protectedAlgorithm = ObjectIdentifiers.ecdsaWithSHA384
        },
        form(
            "unsigned-attribute",
            "an attribute that is not signed",
            .unsignedAttributes
        ) {
            let attribute = ASN1Encoding.sequence([
                ASN1Encoding.objectIdentifier(ObjectIdentifiers.unknownExtension),
                ASN1Encoding.element(.set, ASN1Encoding.null),
            ])
            $0.unsignedAttributes = ASN1Encoding.element(.context(1), attribute)
        },
        TokenFault(
            "attached-content",
            "the signature carries the content that it is over",
            .refuse(.signature)
        ) { draft in
            let content = ASN1Encoding.element(.octetString, draft.parts.signedContent)
            try draft.sign { $0.attachedContent = ASN1Encoding.element(.context(0), content) }
            return .signature(.form(.attachedContent))
        },
        TokenFault(
            "trailing-bytes",
            "two zero bytes follow the signature",
            .refuse(.signature)
        ) { draft in
            let end = draft.parts.signature.count
            draft.parts.signature += [0, 0]
            return .signature(.form(.malformed(.trailingBytes(offset: end))))
        },
        TokenFault(
            "truncated-signature",
            "the signature lacks its last 100 bytes",
            .refuse(.signature)
        ) { draft in
            draft.parts.signature.removeLast(100)
            return .signature(.form(.malformed(.truncated)))
        },
    ]

    private static func missing(_ attribute: SignedDataFailure.Attribute) -> SignedDataFailure {
        .missingAttribute(attribute)
    }

    private static func form(
        _ name: String,
        _ explanation: String,
        _ failure: SignedDataFailure,
        _ change: @escaping @Sendable (inout SignatureRecipe) throws -> Void
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.signature)) { draft in
            try draft.sign(change)
            return .signature(.form(failure))
        }
    }
}

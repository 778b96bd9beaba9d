internal import ASN1
public import Certificates
public import Cryptography

extension Certificate {
    /// This certificate with its list of extensions rewritten and signed anew by a key.
    ///
    /// It makes what an authority here refuses to issue, for tokens that are to be refused.
    public func rewritten(
        signedBy key: PrivateKey,
        _ change: ([[UInt8]]) -> [[UInt8]]
    ) throws -> Certificate {
        var cursor = ASN1Cursor(der)
        try cursor.enter(.sequence)
        let body = try cursor.take(.sequence).content
        let algorithm = Array(der[try cursor.take(.sequence).whole])
        var fields = ASN1Cursor(der, in: body)
        let tags: [ASN1Tag] = [
            .context(0), .integer, .sequence, .sequence, .sequence, .sequence, .sequence,
        ]
        let head = try tags.flatMap { tag in der[try fields.take(tag).whole] }
        var extensions: [[UInt8]] = []
        try fields.enter(.context(3))
        try fields.enter(.sequence)
        while !fields.isAtEnd { extensions.append(Array(der[try fields.take(.sequence).whole])) }
        let list = ASN1Encoding.sequence(change(extensions))
        let changed = ASN1Encoding.element(
            .sequence,
            head + ASN1Encoding.element(.context(3), list)
        )
        let signature = try key.signature(overSHA256: SHA256.digest(changed))
        return try Certificate(
            der: ASN1Encoding.sequence([
                changed, algorithm, ASN1Encoding.element(.bitString, [0] + signature),
            ])
        )
    }

    /// A critical extension that nobody understands, in DER.
    public static let unknownCriticalExtension = ASN1Encoding.sequence([
        ASN1Encoding.objectIdentifier(ObjectIdentifiers.unknownExtension),
        [0x01, 0x01, 0xff],
        ASN1Encoding.element(.octetString, ASN1Encoding.null),
    ])
}

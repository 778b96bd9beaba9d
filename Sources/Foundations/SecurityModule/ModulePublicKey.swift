internal import ASN1
internal import CPKCS11
internal import Cryptography

/// Reads the public key of a session's private key from the token.
enum ModulePublicKey {
    /// The public key; nil if the token does not hold it.
    static func read(of session: ModuleSession) throws(SecurityModuleFailure) -> PublicKey? {
        guard let type = session.attribute(CKA_KEY_TYPE, of: session.key) else {
            throw .keyOfAnotherKind
        }
        let number = type.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }
        switch number {
        case CKK_EC: return try ellipticCurve(session)
        case CKK_RSA: return try rsa(session)
        default: throw .keyOfAnotherKind
        }
    }

    private static func ellipticCurve(
        _ session: ModuleSession
    ) throws(SecurityModuleFailure) -> PublicKey? {
        guard session.attribute(CKA_EC_PARAMS, of: session.key) == p256 else {
            throw .keyOfAnotherKind
        }
        for object in [session.key] + companions(session) {
            guard let value = session.attribute(CKA_EC_POINT, of: object) else { continue }
            // The standard requires an OCTET STRING; some modules omit its tag and length.
            let isWrapped = value.starts(with: [0x04, 0x41]) && value.count == 67
            let point = isWrapped ? value.dropFirst(2) : value[...]
            if let key = try? PublicKey(uncompressedPoint: point, on: .p256) { return key }
        }
        return nil
    }

    private static func rsa(
        _ session: ModuleSession
    ) throws(SecurityModuleFailure) -> PublicKey? {
        for object in [session.key] + companions(session) {
            guard let modulus = session.attribute(CKA_MODULUS, of: object),
                let exponent = session.attribute(CKA_PUBLIC_EXPONENT, of: object),
                !modulus.isEmpty, !exponent.isEmpty
            else { continue }
            let numbers = ASN1Encoding.sequence(
                [modulus, exponent].map(ASN1Encoding.integer(unsigned:))
            )
            let algorithm = ASN1Encoding.sequence([
                ASN1Encoding.objectIdentifier(rsaEncryption), ASN1Encoding.null,
            ])
            let info = ASN1Encoding.sequence([
                algorithm, ASN1Encoding.element(.bitString, [0] + numbers),
            ])
            if let key = try? PublicKey(publicKeyInfo: info) { return key }
        }
        return nil
    }

    /// The modulus of an RSA key without leading zeros; empty for any other key.
    static func modulus(of key: PublicKey) -> [UInt8] {
        guard case .rsa = key.kind else { return [] }
        do throws(ASN1Failure) {
            var cursor = ASN1Cursor(key.publicKeyInfo)
            try cursor.enter(.sequence)
            _ = try cursor.take(.sequence)
            let bits = try cursor.take(.bitString).content
            cursor = ASN1Cursor(cursor.bytes, in: bits.dropFirst())
            try cursor.enter(.sequence)
            return Array(cursor.bytes[try cursor.take(.integer).content].drop { $0 == 0 })
        } catch { return [] }
    }

    /// The public keys of the token that have the private key's identifier.
    private static func companions(_ session: ModuleSession) -> [CK_OBJECT_HANDLE] {
        guard let id = session.attribute(CKA_ID, of: session.key), !id.isEmpty else { return [] }
        let template = AttributeTemplate([
            .number(CKA_CLASS, CKO_PUBLIC_KEY), .bytes(CKA_ID, id),
        ])
        return (try? session.objects(template)) ?? []
    }

    private static let p256 = ASN1Encoding.objectIdentifier(
        ASN1ObjectIdentifier(1, 2, 840, 10_045, 3, 1, 7)
    )

    private static let rsaEncryption = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 1)
}

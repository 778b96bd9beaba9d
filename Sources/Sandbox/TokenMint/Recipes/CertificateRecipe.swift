internal import ASN1
public import Certificates
public import Cryptography

/// The fields of a certificate, each of which can be changed before it is signed again.
///
/// It makes certificates that no authority here issues, for tokens that must be refused. Every field is
/// the DER of its element.
///
/// - Source: RFC 5280 § 4.1.
public struct CertificateRecipe: Sendable {
    /// The version, tagged `[0]`.
    public var version: [UInt8]
    /// The serial number.
    public var serialNumber: [UInt8]
    /// The algorithm of the signature, which stands in the signed part and again beside the signature.
    public var algorithm: [UInt8]
    /// Who signed it.
    public var issuer: [UInt8]
    /// From when until when it is valid.
    public var validity: [UInt8]
    /// The owner.
    public var subject: [UInt8]
    /// The owner's key, a SubjectPublicKeyInfo.
    public var publicKeyInfo: [UInt8]
    /// The extensions in their order.
    public var extensions: [[UInt8]]

    /// The fields of a certificate.
    public init(_ certificate: Certificate) throws {
        let der = certificate.der
        var cursor = ASN1Cursor(der)
        try cursor.enter(.sequence)
        try cursor.enter(.sequence)
        func take(_ tag: ASN1Tag) throws(ASN1Failure) -> [UInt8] {
            Array(der[try cursor.take(tag).whole])
        }
        version = try take(.context(0))
        serialNumber = try take(.integer)
        algorithm = try take(.sequence)
        issuer = try take(.sequence)
        validity = try take(.sequence)
        subject = try take(.sequence)
        publicKeyInfo = try take(.sequence)
        extensions = []
        try cursor.enter(.context(3))
        try cursor.enter(.sequence)
        while !cursor.isAtEnd { extensions.append(try take(.sequence)) }
    }

    /// The certificate with these fields, signed by a key over SHA-256, in DER.
    public func signed(by key: any SigningKey) throws -> [UInt8] {
        var recipe = self
        if case .rsa = key.publicKey.kind {
            recipe.algorithm = ASN1Encoding.sequence([
                ASN1Encoding.objectIdentifier(ObjectIdentifiers.rsaWithSHA256), ASN1Encoding.null,
            ])
        }
        return try recipe.signed { try key.signature(overSHA256: SHA256.digest($0)) }
    }

    /// The certificate with these fields, signed by ECDSA over SHA-1, in DER.
    ///
    /// ECDSA reads a digest as a number, so one of 20 bytes is signed as one of 32 that begins with zeros.
    public func signedWithSHA1(by key: any SigningKey) throws -> [UInt8] {
        var recipe = self
        recipe.algorithm = ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(ObjectIdentifiers.ecdsaWithSHA1)
        ])
        return try recipe.signed { signedPart in
            let zeros = [UInt8](repeating: 0, count: SHA256.digestLength - SHA1.digestLength)
            return try key.signature(overSHA256: zeros + SHA1.digest(signedPart))
        }
    }

    private func signed(by sign: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
        let signedPart = ASN1Encoding.sequence([
            version, serialNumber, algorithm, issuer, validity, subject, publicKeyInfo,
            ASN1Encoding.element(.context(3), ASN1Encoding.sequence(extensions)),
        ])
        let signature = [0] + (try sign(signedPart))
        return ASN1Encoding.sequence([
            signedPart, algorithm, ASN1Encoding.element(.bitString, signature),
        ])
    }

    /// Which extension an element is.
    static func identifier(of extensionElement: [UInt8]) -> ASN1ObjectIdentifier? {
        var cursor = ASN1Cursor(extensionElement)
        do {
            try cursor.enter(.sequence)
            return ASN1ObjectIdentifier(
                content: Array(extensionElement[try cursor.take(.objectIdentifier).content])
            )
        } catch { return nil }
    }

    /// The extension of an identifier, which must be there.
    func extensionElement(_ identifier: ASN1ObjectIdentifier) throws -> [UInt8] {
        guard let found = extensions.first(where: { Self.identifier(of: $0) == identifier }) else {
            throw NotMade("the certificate has no \(identifier)")
        }
        return found
    }

    /// Leaves an extension out.
    mutating func remove(_ identifier: ASN1ObjectIdentifier) {
        extensions.removeAll { Self.identifier(of: $0) == identifier }
    }

    /// Puts an extension in the place of the one with its identifier.
    mutating func replace(
        _ identifier: ASN1ObjectIdentifier,
        isCritical: Bool,
        value: [UInt8]
    ) {
        let element = Self.extensionElement(identifier, isCritical: isCritical, value: value)
        extensions = extensions.map { Self.identifier(of: $0) == identifier ? element : $0 }
    }

    /// An extension that is not critical unless asked for, in DER.
    static func extensionElement(
        _ identifier: ASN1ObjectIdentifier,
        isCritical: Bool = false,
        value: [UInt8]
    ) -> [UInt8] {
        ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(identifier),
            isCritical ? [0x01, 0x01, 0xff] : [],
            ASN1Encoding.element(.octetString, value),
        ])
    }
}

extension Certificate {
    /// This certificate with its list of extensions rewritten and signed anew by a key.
    public func rewritten(
        signedBy key: PrivateKey,
        _ change: ([[UInt8]]) -> [[UInt8]]
    ) throws -> Certificate {
        var recipe = try CertificateRecipe(self)
        recipe.extensions = change(recipe.extensions)
        return try Certificate(der: recipe.signed(by: key))
    }

    /// A critical extension of an identifier that no verifier knows, in DER.
    public static let unknownCriticalExtension = CertificateRecipe.extensionElement(
        ObjectIdentifiers.unknownExtension,
        isCritical: true,
        value: ASN1Encoding.null
    )
}

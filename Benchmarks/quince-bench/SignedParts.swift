internal import ASN1
internal import Certificates
internal import Cryptography
internal import PaymentToken

/// The signed parts of a token, found for the floor, which reads no format.
struct SignedParts {
    /// Key material, data and transaction identifier.
    let content: [UInt8]
    /// The signed attributes under the tag of a SET.
    let attributes: [UInt8]
    /// The signature in DER.
    let signature: [UInt8]

    init(_ token: SealedPaymentToken) throws {
        let signed = try SignedData(token.signature)
        content = token.signedContent
        attributes = try Self.attributes(in: signed.bytes)
        signature = signed.signature
        // The floor takes the content's digest from the end of the attributes.
        guard SHA256.digest(attributes) == signed.attributesDigest,
            attributes.suffix(SHA256.digestLength) == signed.messageDigest[...]
        else { throw BenchmarkFailure.tokensCannotBeMade }
    }

    private static func attributes(in signedData: [UInt8]) throws -> [UInt8] {
        var cursor = ASN1Cursor(signedData)
        try cursor.enter(.sequence)
        _ = try cursor.take(.objectIdentifier)
        try cursor.enter(.context(0))
        try cursor.enter(.sequence)
        _ = try cursor.take(.integer)
        _ = try cursor.take(.set)
        try cursor.enter(.sequence)
        _ = try cursor.take(.objectIdentifier)
        try cursor.leave()
        try cursor.enter(.context(0))
        while !cursor.isAtEnd { _ = try cursor.take(.sequence) }
        try cursor.leave()
        try cursor.enter(.set)
        try cursor.enter(.sequence)
        _ = try cursor.take(.integer)
        _ = try cursor.take(.sequence)
        _ = try cursor.take(.sequence)
        let element = signedData[try cursor.take(.context(0)).whole]
        return [ASN1Tag.set.byte] + element.dropFirst()
    }
}

/// The signed parts of a certificate.
struct CertificateParts {
    let signedPart: [UInt8]
    let signature: [UInt8]

    init(_ certificate: Certificate) throws {
        var cursor = ASN1Cursor(certificate.der)
        try cursor.enter(.sequence)
        signedPart = Array(certificate.der[try cursor.take(.sequence).whole])
        _ = try cursor.take(.sequence)
        // The first byte of a BIT STRING counts the bits that are not used.
        signature = Array(certificate.der[try cursor.take(.bitString).content].dropFirst())
    }
}

extension PublicKey {
    /// The key as an uncompressed point.
    var uncompressedPoint: [UInt8] {
        guard case .ellipticCurve(let curve) = kind else { return [] }
        return Array(publicKeyInfo.dropFirst(curve.publicKeyInfoPrefix.count))
    }
}

internal import ASN1
internal import World

/// Where the parts of a certificate stand that libcrypto shows only in its own types.
struct CertificateOutline {
    let issuerAndSerialNumber: [UInt8]
    let notBefore: UnixTime
    let notAfter: UnixTime
    let publicKeyInfo: Range<Int>
    /// The range of the signed part.
    let signedPart: Range<Int>
    /// How it is signed, as the signed part says and as the signature's own part says.
    let algorithms: (signed: Range<Int>, unsigned: Range<Int>)
    /// The content of the BIT STRING that is the signature.
    let signature: Range<Int>

    init(_ der: [UInt8]) throws(ASN1Failure) {
        var cursor = ASN1Cursor(der)
        let whole = try cursor.take(.sequence)
        try cursor.finish()
        cursor = ASN1Cursor(der, in: whole.content)
        let body = try cursor.take(.sequence)
        let algorithm = try cursor.take(.sequence).whole
        signature = try cursor.take(.bitString).content
        try cursor.finish()
        signedPart = body.whole
        cursor = ASN1Cursor(der, in: body.content)
        if cursor.isNext(.context(0)) { _ = try cursor.take(.context(0)) }
        let serialNumber = try cursor.take(.integer)
        algorithms = (try cursor.take(.sequence).whole, algorithm)
        let issuer = try cursor.take(.sequence)
        issuerAndSerialNumber = Array(der[issuer.whole]) + Array(der[serialNumber.whole])
        try cursor.enter(.sequence)
        notBefore = try Self.time(&cursor)
        notAfter = try Self.time(&cursor)
        try cursor.leave()
        _ = try cursor.take(.sequence)
        publicKeyInfo = try cursor.take(.sequence).whole
    }

    private static func time(_ cursor: inout ASN1Cursor) throws(ASN1Failure) -> UnixTime {
        let (content, time) = try ASN1Time.take(from: &cursor)
        guard let time else { throw .invalidContent(offset: content.lowerBound) }
        return time
    }
}

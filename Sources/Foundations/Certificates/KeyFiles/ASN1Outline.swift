internal import ASN1
internal import Bytes

/// The kind of a DER element, found out from its first elements alone.
enum ASN1Outline {
    case privateKey(KeyFileForm)
    case certificate
    case pkcs12
    case companion(KeyFileFailure.Companion)

    static let sequenceByte: UInt8 = 0x30

    /// Looks at the first elements; nil if they are those of nothing that is known here.
    init?(_ der: [UInt8]) {
        var cursor = ASN1Cursor(der)
        do throws(ASN1Failure) {
            try cursor.enter(.sequence)
            guard let found = try Self.found(&cursor) else { return nil }
            self = found
        } catch { return nil }
    }

    private static func found(_ cursor: inout ASN1Cursor) throws(ASN1Failure) -> ASN1Outline? {
        if cursor.isNext(.integer) {
            let version = Array(cursor.bytes[try cursor.take(.integer).content])
            if cursor.isNext(.octetString) { return .privateKey(.ellipticCurveKey) }
            if cursor.isNext(.integer) { return .privateKey(.rsaKey) }
            return version == [3] ? .pkcs12 : .privateKey(.pkcs8)
        }
        if cursor.isNext(.objectIdentifier) {
            let identifier = try cursor.takeIdentifierBytes()
            let isSigned = identifier == CMSIdentifiers.signedData.content[...]
            return isSigned ? .companion(.pkcs7) : nil
        }
        // Certificates, requests, public keys and protected keys all begin with two sequences.
        var inner = cursor
        _ = try cursor.take(.sequence)
        if cursor.isNext(.octetString) { return .privateKey(.encryptedPKCS8) }
        if cursor.isNext(.bitString) { return .companion(.publicKey) }
        try inner.enter(.sequence)
        if inner.isNext(.context(0)) { return .certificate }
        _ = try inner.take(.integer)
        _ = try inner.take(.sequence)
        _ = try inner.take(.sequence)
        // After two sequences a request has its attributes, and a certificate its validity.
        return inner.isNext(.context(0)) ? .companion(.signingRequest) : .certificate
    }
}

extension Secret {
    /// Passes the bytes as an array, which is overwritten afterwards and must not be copied.
    func withClearedArray<Result>(
        _ body: ([UInt8]) throws(KeyFileFailure) -> Result
    ) throws(KeyFileFailure) -> Result {
        var copy = withBytes { [UInt8](copying: $0) }
        defer { copy.clear() }
        return try body(copy)
    }
}

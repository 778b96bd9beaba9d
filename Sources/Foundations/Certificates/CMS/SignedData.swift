internal import ASN1
internal import Bytes
public import Cryptography
public import World

/// A detached signature of one signer with a leaf and an intermediate certificate: parsed,
/// nothing trusted.
///
/// Read in one pass over the bytes, BER's indefinite lengths included, without building a tree.
/// Certificates are found, not parsed. Unsigned attributes and more than one signer are refused.
///
/// - Source: RFC 5652 § 5; the form is that of Apple's payment tokens,
///   Documentation/Reference/PaymentTokenFormat.md.
public struct SignedData: Hashable, Sendable {
    /// How a signer signs.
    public enum SignatureAlgorithm: Hashable, Sendable {
        /// ECDSA over SHA-256.
        case ecdsaWithSHA256
        /// RSA PKCS #1 v1.5 over SHA-256.
        case rsaWithSHA256
    }

    /// The whole structure as it came.
    public let bytes: [UInt8]
    /// Where the two certificates stand together.
    public let certificates: Range<Int>
    /// Where each of the two certificates stands.
    public let eachCertificate: [Range<Int>]
    /// The signer's issuer and serial number, as ``Certificate/issuerAndSerialNumber`` has them.
    public let signer: [UInt8]
    /// How the signer signed.
    public let algorithm: SignatureAlgorithm
    /// The signature.
    public let signature: [UInt8]
    /// The digest of the content, as the signer says.
    public let messageDigest: [UInt8]
    /// When the signer says that it signed.
    public let signingTime: UnixTime
    /// SHA-256 of the signed attributes, which is what the signature is over.
    public let attributesDigest: [UInt8]

    /// Reads signed data.
    ///
    /// - Throws: ``SignedDataFailure``.
    public init(_ bytes: [UInt8]) throws(SignedDataFailure) {
        do {
            try self.init(reading: bytes)
        } catch let failure as SignedDataFailure {
            throw failure
        } catch let failure as ASN1Failure {
            throw .malformed(failure)
        } catch {
            throw .notSignedData
        }
    }

    /// Whether the owner of a key signed this content.
    public func isSigned(by key: PublicKey, contentDigest: [UInt8]) -> Bool {
        let isRSA = if case .rsa = key.kind { true } else { false }
        return isRSA == (algorithm == .rsaWithSHA256)
            && constantTimeEqual(messageDigest, contentDigest)
            && key.isValidSignature(signature, forSHA256: attributesDigest)
    }

    private init(reading bytes: [UInt8]) throws {
        var cursor = ASN1Cursor(bytes)
        try cursor.enter(.sequence)
        guard try cursor.takeIdentifierBytes() == CMSIdentifiers.signedData.content[...] else {
            throw SignedDataFailure.notSignedData
        }
        try cursor.enter(.context(0))
        try cursor.enter(.sequence)
        try cursor.expectVersion1()
        try cursor.enter(.set)
        guard try cursor.takeAlgorithm() == CMSIdentifiers.sha256.content[...], cursor.isAtEnd
        else {
            throw SignedDataFailure.digestAlgorithm
        }
        try cursor.leave()
        try cursor.enter(.sequence)
        guard try cursor.takeIdentifierBytes() == CMSIdentifiers.data.content[...] else {
            throw SignedDataFailure.notSignedData
        }
        guard cursor.isAtEnd else { throw SignedDataFailure.attachedContent }
        try cursor.leave()
        eachCertificate = try cursor.takeCertificates()
        certificates = eachCertificate[0].lowerBound..<eachCertificate[1].upperBound
        try cursor.enter(.set)
        let signerInfo = try SignerInfo(&cursor)
        var signerCount = 1
        while !cursor.isAtEnd {
            _ = try cursor.take(.sequence)
            signerCount += 1
        }
        guard signerCount == 1 else { throw SignedDataFailure.signerCount(signerCount) }
        for _ in 0..<4 { try cursor.leave() }
        try cursor.finish()
        self.bytes = bytes
        signer = signerInfo.identifier
        algorithm = signerInfo.algorithm
        signature = signerInfo.signature
        messageDigest = signerInfo.attributes.messageDigest
        signingTime = signerInfo.attributes.signingTime
        attributesDigest = signerInfo.attributesDigest
    }
}

extension ASN1Cursor {
    fileprivate mutating func takeCertificates() throws -> [Range<Int>] {
        guard isNext(.context(0)) else { throw SignedDataFailure.certificateCount(0) }
        var found: [Range<Int>] = []
        try enter(.context(0))
        while !isAtEnd { found.append(try take(.sequence).whole) }
        try leave()
        guard found.count == 2 else { throw SignedDataFailure.certificateCount(found.count) }
        guard isNext(.set) else { throw SignedDataFailure.notSignedData }
        return found
    }
}

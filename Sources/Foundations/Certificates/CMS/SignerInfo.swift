internal import ASN1
internal import Cryptography
internal import World

/// The part of signed data that one signer wrote.
///
/// - Source: RFC 5652 § 5.3.
struct SignerInfo {
    let identifier: [UInt8]
    let algorithm: SignedData.SignatureAlgorithm
    let attributes: SignedAttributes
    let attributesDigest: [UInt8]
    let signature: [UInt8]

    init(_ cursor: inout ASN1Cursor) throws {
        guard !cursor.isAtEnd else { throw SignedDataFailure.signerCount(0) }
        try cursor.enter(.sequence)
        try cursor.expectVersion1()
        identifier = Array(cursor.bytes[try cursor.take(.sequence).content])
        guard try cursor.takeAlgorithm() == CMSIdentifiers.sha256.content[...] else {
            throw SignedDataFailure.digestAlgorithm
        }
        guard cursor.isNext(.context(0)) else {
            throw SignedDataFailure.missingAttribute(.messageDigest)
        }
        let attributesElement = try cursor.take(.context(0))
        algorithm = try SignedData.SignatureAlgorithm(try cursor.takeAlgorithm())
        signature = Array(cursor.bytes[try cursor.take(.octetString).content])
        guard !cursor.isNext(.context(1)) else { throw SignedDataFailure.unsignedAttributes }
        try cursor.leave()
        attributes = try SignedAttributes(
            cursor.bytes,
            in: attributesElement.content,
            signedWith: algorithm
        )
        // RFC 5652 § 5.4: what is signed bears the tag of a SET OF, not the implicit one.
        var hasher = SHA256Hasher()
        hasher.update([ASN1Tag.set.byte])
        let afterTag = (attributesElement.whole.lowerBound + 1)..<attributesElement.whole.upperBound
        hasher.update(cursor.bytes.span.extracting(afterTag))
        attributesDigest = hasher.finalize()
    }
}

/// The attributes that the signature is over.
///
/// - Source: RFC 5652 § 11; RFC 6211 for the algorithm protection, which tokens before 2017 lack.
struct SignedAttributes {
    let messageDigest: [UInt8]
    let signingTime: UnixTime

    init(
        _ bytes: [UInt8],
        in range: Range<Int>,
        signedWith algorithm: SignedData.SignatureAlgorithm
    ) throws {
        var values = AttributeValues()
        var cursor = ASN1Cursor(bytes, in: range)
        while !cursor.isAtEnd {
            try cursor.enter(.sequence)
            let identifier = try cursor.takeIdentifierBytes()
            let value = try cursor.take(.set).content
            try cursor.leave()
            guard let attribute = Self.attribute(identifier) else { continue }
            guard values[attribute] == nil else {
                throw SignedDataFailure.repeatedAttribute(attribute)
            }
            values[attribute] = value
        }
        try cursor.finish()
        guard let contentType = values[.contentType] else {
            throw SignedDataFailure.missingAttribute(.contentType)
        }
        try Self.requireData(bytes, in: contentType)
        guard let digest = values[.messageDigest] else {
            throw SignedDataFailure.missingAttribute(.messageDigest)
        }
        messageDigest = try Self.digest(bytes, in: digest)
        guard let time = values[.signingTime] else {
            throw SignedDataFailure.missingAttribute(.signingTime)
        }
        signingTime = try Self.time(bytes, in: time)
        if let protection = values[.algorithmProtection] {
            try Self.requireSameAlgorithms(bytes, in: protection, as: algorithm)
        }
    }

    private static func attribute(_ identifier: ArraySlice<UInt8>) -> SignedDataFailure.Attribute? {
        switch identifier {
        case CMSIdentifiers.contentType.content[...]: .contentType
        case CMSIdentifiers.messageDigest.content[...]: .messageDigest
        case CMSIdentifiers.signingTime.content[...]: .signingTime
        case CMSIdentifiers.algorithmProtection.content[...]: .algorithmProtection
        default: nil
        }
    }

    private static func requireData(_ bytes: [UInt8], in range: Range<Int>) throws {
        var cursor = ASN1Cursor(bytes, in: range)
        guard try cursor.takeIdentifierBytes() == CMSIdentifiers.data.content[...] else {
            throw SignedDataFailure.invalidAttribute(.contentType)
        }
        guard cursor.isAtEnd else { throw SignedDataFailure.repeatedAttribute(.contentType) }
    }

    private static func digest(_ bytes: [UInt8], in range: Range<Int>) throws -> [UInt8] {
        var cursor = ASN1Cursor(bytes, in: range)
        let content = try cursor.take(.octetString).content
        guard content.count == SHA256.digestLength else {
            throw SignedDataFailure.invalidAttribute(.messageDigest)
        }
        guard cursor.isAtEnd else { throw SignedDataFailure.repeatedAttribute(.messageDigest) }
        return Array(bytes[content])
    }

    private static func time(_ bytes: [UInt8], in range: Range<Int>) throws -> UnixTime {
        var cursor = ASN1Cursor(bytes, in: range)
        let time = try ASN1Time.take(from: &cursor).time
        guard cursor.isAtEnd else { throw SignedDataFailure.repeatedAttribute(.signingTime) }
        guard let time else { throw SignedDataFailure.invalidAttribute(.signingTime) }
        return time
    }

    private static func requireSameAlgorithms(
        _ bytes: [UInt8],
        in range: Range<Int>,
        as algorithm: SignedData.SignatureAlgorithm
    ) throws {
        var cursor = ASN1Cursor(bytes, in: range)
        try cursor.enter(.sequence)
        let isDigestSame = try cursor.takeAlgorithm() == CMSIdentifiers.sha256.content[...]
        try cursor.enter(.context(1))
        let identifier = try cursor.takeIdentifierBytes()
        if cursor.isNext(.null) { _ = try cursor.take(.null) }
        try cursor.leave()
        try cursor.leave()
        guard isDigestSame, (try? SignedData.SignatureAlgorithm(identifier)) == algorithm else {
            throw SignedDataFailure.invalidAttribute(.algorithmProtection)
        }
        guard cursor.isAtEnd else {
            throw SignedDataFailure.repeatedAttribute(.algorithmProtection)
        }
    }
}

/// Where the values of the attributes that are looked at stand.
private struct AttributeValues {
    private var contentType: Range<Int>?
    private var messageDigest: Range<Int>?
    private var signingTime: Range<Int>?
    private var algorithmProtection: Range<Int>?

    subscript(attribute: SignedDataFailure.Attribute) -> Range<Int>? {
        get {
            switch attribute {
            case .contentType: contentType
            case .messageDigest: messageDigest
            case .signingTime: signingTime
            case .algorithmProtection: algorithmProtection
            }
        }
        set {
            switch attribute {
            case .contentType: contentType = newValue
            case .messageDigest: messageDigest = newValue
            case .signingTime: signingTime = newValue
            case .algorithmProtection: algorithmProtection = newValue
            }
        }
    }
}

extension SignedData.SignatureAlgorithm {
    fileprivate init(_ identifier: ArraySlice<UInt8>) throws {
        switch identifier {
        case CMSIdentifiers.ecdsaWithSHA256.content[...]: self = .ecdsaWithSHA256
        case CMSIdentifiers.rsaWithSHA256.content[...], CMSIdentifiers.rsaEncryption.content[...]:
            self = .rsaWithSHA256
        default: throw SignedDataFailure.signatureAlgorithm
        }
    }
}

extension ASN1Cursor {
    /// Takes an object identifier, as its bytes: no copy is made.
    mutating func takeIdentifierBytes() throws(ASN1Failure) -> ArraySlice<UInt8> {
        bytes[try take(.objectIdentifier).content]
    }

    /// Parameters may be absent or NULL: Apple's signatures had the one until 2022 and have the
    /// other since.
    mutating func takeAlgorithm() throws(ASN1Failure) -> ArraySlice<UInt8> {
        try enter(.sequence)
        let identifier = try takeIdentifierBytes()
        if isNext(.null) {
            let content = try take(.null).content
            guard content.isEmpty else { throw .invalidContent(offset: content.lowerBound) }
        }
        try leave()
        return identifier
    }

    mutating func expectVersion1() throws {
        guard bytes[try take(.integer).content] == [1] else {
            throw SignedDataFailure.notSignedData
        }
    }
}

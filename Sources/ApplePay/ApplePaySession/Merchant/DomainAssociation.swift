internal import Bytes
internal import JSON

/// The file by which a domain shows that it belongs to a merchant.
///
/// It is the hexadecimal form of a JSON object with four members. A merchant serves it as it came.
///
/// - Source: Apple, *Configuring your environment* and *Preparing merchant domains for
///   verification*, for the path, status 200 and no redirect. The content is measured on published
///   files.
public struct DomainAssociation: Hashable, Sendable {
    /// Where the file is, below `https://DOMAIN`.
    public static let path = "/.well-known/apple-developer-merchantid-domain-association"
    /// The longest file that is read. Units: bytes. Published files have about 9,100.
    public static let longest = 65_536

    /// The SHA-256 of the merchant's or the platform's identifier.
    public let merchant: MerchantReference
    /// When the file was made. Units: milliseconds since 1970.
    public let createdOn: Int64
    /// The CMS signature of ``signedContent``.
    public let signature: [UInt8]

    /// The file's content.
    public init(merchant: MerchantReference, createdOn: Int64, signature: [UInt8]) {
        (self.merchant, self.createdOn, self.signature) = (merchant, createdOn, signature)
    }

    /// The signed content: the merchant's digest, the time and the version as texts, without
    /// anything between them.
    ///
    /// - Source: measured on a published file of 2019: its signature contains the digest of these bytes.
    public static func signedContent(merchant: MerchantReference, createdOn: Int64) -> [UInt8] {
        Array("\(merchant.digest)\(createdOn)1".utf8)
    }

    /// The signed content of this file.
    public var signedContent: [UInt8] {
        Self.signedContent(merchant: merchant, createdOn: createdOn)
    }

    /// The file: upper-case hexadecimal without a line end.
    public var file: [UInt8] {
        let object = JSONOutput.object([
            "pspId": .string(merchant.digest), "version": .integer(1),
            "createdOn": .integer(createdOn), "signature": .string(Hexadecimal.encode(signature)),
        ])
        return Array(Hexadecimal.encode(object.compactBytes).uppercased().utf8)
    }

    /// Reads a file; nil where it is not one. White space at its ends is ignored. Nothing is said
    /// about the signature.
    public init?(file: [UInt8]) {
        guard let json = try? Hexadecimal.decode(Self.trimmed(file).span),
            let root = try? JSONDocument(json).root, root.member("version")?.integer == 1,
            let merchant = root.member("pspId")?.string, MerchantReference.isDigest(merchant),
            let createdOn = root.member("createdOn")?.integer,
            let signature = root.member("signature")?.string,
            let bytes = try? Hexadecimal.decode(signature)
        else { return nil }
        self.init(merchant: MerchantReference(merchant), createdOn: createdOn, signature: bytes)
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
        let start = bytes.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) } ?? start.startIndex - 1
        return start.isEmpty ? [] : Array(start[...end])
    }
}

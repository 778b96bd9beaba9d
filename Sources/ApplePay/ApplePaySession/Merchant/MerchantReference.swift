internal import Bytes
internal import Cryptography

/// Who a merchant is, by the SHA-256 of its identifier.
///
/// Sessions and certificates contain this digest. In a request, the gateway takes the identifier and
/// the digest in hexadecimal: samples that read the digest out of their certificate send that.
///
/// - Source: Apple's merchant certificates, extension 1.2.840.113635.100.6.32; ApplePayJSSample sends
///   the digest.
public struct MerchantReference: Hashable, Sendable {
    /// The digest in 64 hexadecimal digits, upper case.
    public let digest: String

    /// The reference of an identifier, or of a digest in hexadecimal.
    public init(_ text: String) {
        digest = Self.isDigest(text) ? text.uppercased() : Self.digest(of: text)
    }

    /// The reference of an identifier, which is never taken for a digest.
    public init(identifier: String) { digest = Self.digest(of: identifier) }

    private static func digest(of identifier: String) -> String {
        Hexadecimal.encode(SHA256.digest(identifier)).uppercased()
    }

    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 2 * SHA256.digestLength && (try? Hexadecimal.decode(text)) != nil
    }
}

extension MerchantReference: CustomStringConvertible {
    /// The digest.
    public var description: String { digest }
}

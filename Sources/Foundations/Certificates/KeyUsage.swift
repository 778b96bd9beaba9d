/// The permitted uses of a certified key; the bits are libcrypto's `KU_` values.
///
/// - Source: RFC 5280 § 4.2.1.3.
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// The bits as libcrypto numbers them: the first octet of the BIT STRING.
    public let rawValue: UInt32

    /// A usage by its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Signing anything but certificates and revocation lists.
    public static let digitalSignature = KeyUsage(rawValue: 0x80)
    /// Enciphering keys.
    public static let keyEncipherment = KeyUsage(rawValue: 0x20)
    /// Agreeing on keys.
    public static let keyAgreement = KeyUsage(rawValue: 0x08)
    /// Signing certificates.
    public static let certificateSigning = KeyUsage(rawValue: 0x04)
    /// Signing revocation lists.
    public static let revocationListSigning = KeyUsage(rawValue: 0x02)

    /// The names that libcrypto's configuration language has for the bits.
    var configuration: String {
        let names: [(KeyUsage, String)] = [
            (.digitalSignature, "digitalSignature"),
            (.keyEncipherment, "keyEncipherment"),
            (.keyAgreement, "keyAgreement"),
            (.certificateSigning, "keyCertSign"),
            (.revocationListSigning, "cRLSign"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ",")
    }
}

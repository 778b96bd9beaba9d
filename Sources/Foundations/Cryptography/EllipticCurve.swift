internal import COpenSSL

/// The curves that Apple Pay's certificates and tokens use.
///
/// - Source: FIPS 186-4 § D.1.2; RFC 5480 for the object identifiers.
public enum EllipticCurve: String, Hashable, Sendable {
    /// NIST P-256, for tokens, merchants and signers.
    case p256 = "P-256"
    /// NIST P-384, for the root.
    case p384 = "P-384"

    /// The number of bytes of a scalar or a coordinate.
    public var coordinateLength: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        }
    }

    var numericIdentifier: Int32 {
        switch self {
        case .p256: NID_X9_62_prime256v1
        case .p384: NID_secp384r1
        }
    }

    /// The bytes of a DER SubjectPublicKeyInfo before the uncompressed point.
    ///
    /// They are fixed for a named curve, so a key is recognized by comparing them, without a
    /// general parser.
    public var publicKeyInfoPrefix: [UInt8] {
        switch self {
        case .p256: Self.p256Prefix
        case .p384: Self.p384Prefix
        }
    }

    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    private static let p384Prefix: [UInt8] = [
        0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05,
        0x2b, 0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00,
    ]

    /// Whether bytes have the form of a SubjectPublicKeyInfo on this curve with an uncompressed
    /// point. The point itself is not checked.
    func hasPublicKeyInfoForm(_ info: [UInt8]) -> Bool {
        let prefix = publicKeyInfoPrefix
        return info.count == prefix.count + 1 + 2 * coordinateLength && info.starts(with: prefix)
            && info[prefix.count] == 4
    }
}

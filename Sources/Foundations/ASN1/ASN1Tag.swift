/// The identifier byte of an element. Tags above 30 take more bytes; nothing here has one.
///
/// - Source: ITU-T X.690 § 8.1.2.
public struct ASN1Tag: Hashable, Sendable {
    /// The identifier byte.
    public let byte: UInt8

    private init(_ byte: UInt8) { self.byte = byte }

    /// INTEGER.
    public static let integer = ASN1Tag(0x02)
    /// BIT STRING.
    public static let bitString = ASN1Tag(0x03)
    /// OCTET STRING, not in parts.
    public static let octetString = ASN1Tag(0x04)
    /// NULL.
    public static let null = ASN1Tag(0x05)
    /// OBJECT IDENTIFIER.
    public static let objectIdentifier = ASN1Tag(0x06)
    /// UTF8String.
    public static let utf8String = ASN1Tag(0x0c)
    /// IA5String.
    public static let ia5String = ASN1Tag(0x16)
    /// UTCTime.
    public static let utcTime = ASN1Tag(0x17)
    /// GeneralizedTime.
    public static let generalizedTime = ASN1Tag(0x18)
    /// SEQUENCE and SEQUENCE OF.
    public static let sequence = ASN1Tag(0x30)
    /// SET and SET OF.
    public static let set = ASN1Tag(0x31)

    /// A primitive element tagged `[number]`.
    public static func primitiveContext(_ number: UInt8) -> ASN1Tag {
        ASN1Tag(0x80 | number & 0x1f)
    }

    /// A constructed element tagged `[number]`.
    public static func context(_ number: UInt8) -> ASN1Tag { ASN1Tag(0xa0 | number & 0x1f) }
}

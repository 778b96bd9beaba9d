/// Writes elements in DER, and constructed ones in BER's indefinite form where that is asked for.
///
/// - Source: ITU-T X.690 § 8 and § 10.
public enum ASN1Encoding {
    /// One element with a definite length.
    public static func element(_ tag: ASN1Tag, _ content: [UInt8]) -> [UInt8] {
        var encoded = [tag.byte]
        if content.count < 0x80 {
            encoded.append(UInt8(content.count))
        } else {
            var digits: [UInt8] = []
            var rest = content.count
            while rest > 0 {
                digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            encoded.append(0x80 | UInt8(digits.count))
            encoded += digits
        }
        return encoded + content
    }

    /// One constructed element with an indefinite length.
    public static func indefinite(_ tag: ASN1Tag, _ parts: [[UInt8]]) -> [UInt8] {
        [tag.byte, 0x80] + parts.joined() + [0, 0]
    }

    /// A SEQUENCE of elements.
    public static func sequence(_ parts: [[UInt8]]) -> [UInt8] {
        element(.sequence, Array(parts.joined()))
    }

    /// A SET OF elements, in the order that DER prescribes.
    public static func setOf(_ parts: [[UInt8]]) -> [UInt8] {
        element(.set, Array(parts.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
    }

    /// An OBJECT IDENTIFIER.
    public static func objectIdentifier(_ identifier: ASN1ObjectIdentifier) -> [UInt8] {
        element(.objectIdentifier, identifier.content)
    }

    /// A small, non-negative INTEGER.
    public static func integer(_ value: UInt8) -> [UInt8] {
        element(.integer, value < 0x80 ? [value] : [0, value])
    }

    /// NULL.
    public static let null: [UInt8] = [0x05, 0x00]
}

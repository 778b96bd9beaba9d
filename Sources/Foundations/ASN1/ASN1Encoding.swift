/// Writes elements in DER, and constructed ones in BER's indefinite form where that is asked for.
///
/// - Source: ITU-T X.690 § 8 and § 10.
public enum ASN1Encoding {
    /// One element with a definite length.
    public static func element(_ tag: ASN1Tag, _ content: [UInt8]) -> [UInt8] {
        element(tag, [content])
    }

    /// One constructed element with an indefinite length.
    public static func indefinite(_ tag: ASN1Tag, _ parts: [[UInt8]]) -> [UInt8] {
        joined([[tag.byte, 0x80]], parts, [[0, 0]])
    }

    /// A SEQUENCE of elements.
    public static func sequence(_ parts: [[UInt8]]) -> [UInt8] { element(.sequence, parts) }

    /// A SET OF elements, in the order that DER prescribes.
    public static func setOf(_ parts: [[UInt8]]) -> [UInt8] {
        element(.set, parts.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// An OBJECT IDENTIFIER.
    public static func objectIdentifier(_ identifier: ASN1ObjectIdentifier) -> [UInt8] {
        element(.objectIdentifier, identifier.content)
    }

    /// A small, non-negative INTEGER.
    public static func integer(_ value: UInt8) -> [UInt8] {
        integer(unsigned: [value])
    }

    /// A non-negative INTEGER of any size, from its digits of 256, the most significant first.
    public static func integer(unsigned digits: [UInt8]) -> [UInt8] {
        let digits = digits.drop { $0 == 0 }
        let isWithoutSign = digits.first.map { $0 < 0x80 } ?? false
        return element(.integer, isWithoutSign ? Array(digits) : [0] + digits)
    }

    private static func element(_ tag: ASN1Tag, _ parts: [[UInt8]]) -> [UInt8] {
        let length = parts.reduce(0) { $0 + $1.count }
        var head = [tag.byte]
        if length < 0x80 {
            head.append(UInt8(length))
        } else {
            let count = (Int.bitWidth - length.leadingZeroBitCount + 7) / 8
            head.append(0x80 | UInt8(count))
            for index in (0..<count).reversed() {
                head.append(UInt8(truncatingIfNeeded: length >> (8 * index)))
            }
        }
        return joined([head], parts, [])
    }

    /// A loop, because flattening a sequence of sequences takes many times longer.
    private static func joined(_ groups: [[UInt8]]...) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(groups.reduce(0) { $1.reduce($0) { $0 + $1.count } })
        for group in groups { for part in group { bytes += part } }
        return bytes
    }

    /// NULL.
    public static let null: [UInt8] = [0x05, 0x00]
}

/// The classes of bytes that HTTP's grammar names.
///
/// - Source: RFC 9110 § 5.6.2 (token), RFC 9110 § 5.5 (field values), RFC 3986 § 3 (URI).
enum HTTPCharacters {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")

    private struct ByteSet {
        private var low: (UInt64, UInt64) = (0, 0)

        init(_ text: StaticString...) {
            for part in text {
                for byte in part.description.utf8 {
                    if byte < 64 { low.0 |= 1 << byte } else { low.1 |= 1 << (byte & 63) }
                }
            }
        }

        func contains(_ byte: UInt8) -> Bool {
            switch byte {
            case 0..<64: low.0 >> byte & 1 == 1
            case 64..<128: low.1 >> (byte & 63) & 1 == 1
            default: false
            }
        }
    }

    private static let token = ByteSet("!#$%&'*+-.^_`|~", digits, letters)
    // RFC 3986: pchar and "/"; percent signs are checked with the two digits after them.
    private static let path = ByteSet("/-._~!$&'()*+,;=:@%", digits, letters)
    // Browsers send these without an escape (the URL Standard's query percent-encode set).
    private static let query = ByteSet("/?-._~!$&'()*+,;=:@%[]{}|^`\\", digits, letters)
    private static let hostName = ByteSet("-._~", digits, letters)
    private static let addressLiteral = ByteSet(":.", digits, "abcdefABCDEF")

    private static let digits: StaticString = "0123456789"
    private static let letters: StaticString =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(token.contains)
    }

    static func isPath(_ byte: UInt8) -> Bool { path.contains(byte) }
    static func isQuery(_ byte: UInt8) -> Bool { query.contains(byte) }
    static func isHostName(_ byte: UInt8) -> Bool { hostName.contains(byte) }
    static func isAddressLiteral(_ byte: UInt8) -> Bool { addressLiteral.contains(byte) }

    /// Whether a byte may be in a field value: a visible character, a space, a tab, or a byte of
    /// another character set.
    static func isFieldValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7f || byte == tab
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// Whether two texts are equal, with letters of ASCII in either case.
    static func areEqualIgnoringCase(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && left.utf8.elementsEqual(right.utf8) { $0 == $1 || lowercased($0) == lowercased($1) }
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }
}

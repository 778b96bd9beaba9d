/// A part of a path between slashes.
public enum PathSegment {
    /// The part with everything percent-encoded but unreserved characters, so that it is one segment
    /// whatever it contains.
    ///
    /// - Source: RFC 3986 § 2.1, 2.3.
    public static func encoded(_ part: String) -> String {
        var text = ""
        for byte in part.utf8 {
            let isUnreserved =
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
                || (0x61...0x7a).contains(byte) || [0x2d, 0x2e, 0x5f, 0x7e].contains(byte)
            if isUnreserved {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}

internal import HTTPMessages

extension HTTPServerRequest {
    /// The token of `Authorization: Bearer`; nil where there is none, several, another scheme, or text that
    /// is no token.
    ///
    /// - Source: RFC 6750 § 2.1; RFC 9110 § 11.4, one or more spaces before the token.
    public var bearerToken: Substring? {
        let values = head.fields.values(of: .authorization)
        guard values.count == 1 else { return nil }
        let words = values[0].text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bearer",
            let end = words[1].utf8.lastIndex(where: { $0 != UInt8(ascii: "=") }),
            words[1].utf8[...end].allSatisfy(Self.isTokenCharacter)
        else { return nil }
        return words[1]
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "-._~+/".utf8.contains(byte)
        }
    }
}

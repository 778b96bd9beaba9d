/// The rule for a text that a page gives as a URL.
enum PageURL {
    /// Whether a browser's `URL` accepts the text.
    ///
    /// An IP address is not read, and an international name is not looked up in IDNA's tables.
    ///
    /// - Source: the WHATWG URL standard, section 4.4, with no base URL.
    static func isValid(_ text: String) -> Bool {
        let isInside: (Unicode.Scalar) -> Bool = { $0.value > 0x20 }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: isInside),
            let last = scalars.lastIndex(where: isInside)
        else { return false }
        let line = String(scalars[first...last].filter { !["\t", "\n", "\r"].contains($0) })
        guard let parts = line.wholeMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*):(.*)/) else {
            return false
        }
        // Other schemes may have any text, and `file` no host.
        guard ["http", "https", "ws", "wss", "ftp"].contains(parts.1.lowercased()) else {
            return true
        }
        let authority = parts.2.drop { $0 == "/" || $0 == "\\" }.prefix { !"/\\?#".contains($0) }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard let ends = place.wholeMatch(of: /(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::([0-9]*))?/),
            ends.2.map({ $0.isEmpty || UInt16($0) != nil }) ?? true
        else { return false }
        return ends.1.hasPrefix("[") || isHost(ends.1)
    }

    private static func isHost(_ text: Substring) -> Bool {
        let pieces = text.split(separator: "%", omittingEmptySubsequences: false)
        let escaped = pieces.dropFirst()
            .map { $0.count < 2 ? nil : UInt8($0.prefix(2), radix: 16) }
        let plain = pieces.enumerated().map {
            $0.offset == 0 ? $0.element : $0.element.dropFirst(2)
        }
        return escaped.allSatisfy { byte in byte.map { isAllowed(UInt32($0)) } ?? false }
            && plain.joined().unicodeScalars.allSatisfy { isAllowed($0.value) }
    }

    /// The host's forbidden code points, without those that end it.
    private static func isAllowed(_ scalar: UInt32) -> Bool {
        scalar > 0x20 && scalar != 0x7f
            && !"#/:<>?@[\\]^|%".unicodeScalars.contains { $0.value == scalar }
    }
}

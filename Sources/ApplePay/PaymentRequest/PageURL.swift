import Foundation

/// The rule for a text that a page gives as a URL.
enum PageURL {
    /// Whether a browser's `URL` accepts the text.
    ///
    /// An IP address is not read, and an international name is not looked up in IDNA's tables.
    ///
    /// - Source: the WHATWG URL standard, section 4.4, with no base URL.
    static func isValid(_ text: String) -> Bool {
        let spaces = CharacterSet(charactersIn: "\0"..." ")
        let line = text.trimmingCharacters(in: spaces).filter { !"\t\n\r\r\n".contains($0) }
        guard let colon = line.firstIndex(of: ":") else { return false }
        let scheme = line[..<colon].lowercased()
        guard scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil else { return false }
        // Other schemes may have any text, and `file` no host.
        guard ["http", "https", "ws", "wss", "ftp"].contains(scheme) else { return true }
        let authority = line[line.index(after: colon)...]
            .drop { $0 == "/" || $0 == "\\" }
            .prefix { !"/\\?#".contains($0) }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard let parts = place.wholeMatch(of: /(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::([0-9]*))?/),
            parts.2.map({ $0.isEmpty || UInt16($0) != nil }) ?? true,
            let host = parts.1.removingPercentEncoding
        else { return false }
        return host.hasPrefix("[")
            || !host.unicodeScalars.contains {
                $0.value <= 0x20 || $0 == "\u{7f}" || "#/:<>?@[\\]^|%".unicodeScalars.contains($0)
            }
    }
}

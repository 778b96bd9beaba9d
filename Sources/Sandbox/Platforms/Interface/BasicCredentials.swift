internal import Bytes
internal import HTTPMessages
internal import HTTPServer

extension HTTPServerRequest {
    /// The name and the password of Basic authentication, with a colon between them; nil where there are none.
    ///
    /// - Source: RFC 7617.
    var basicCredentials: [UInt8]? {
        let words = head.fields[.authorization]?.text.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == "basic" else { return nil }
        return try? Base64.decode(String(words[1]))
    }
}

import HTTPMessages

/// The requests that a parser finds in the bytes of a connection, with the pieces of each body joined.
struct HTTPStream: Hashable {
    struct Request: Hashable {
        var head: HTTPRequestHead
        var body: [UInt8] = []
        /// Nil until the end of the request was found.
        var trailer: HTTPFields?
    }

    var requests: [Request] = []
    var refusal: HTTPRequestRefusal?

    init(_ pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) {
        var parser = HTTPRequestParser(limits: limits)
        for piece in pieces {
            parser.append(piece)
            do throws(HTTPRequestRefusal) {
                while let part = try parser.next() { take(part) }
            } catch {
                refusal = error
                return
            }
        }
    }

    init(_ text: String, limits: HTTPLimits = HTTPLimits()) {
        self.init([Array(text.utf8)], limits: limits)
    }

    /// The requests that are complete.
    var complete: [Request] { requests.filter { $0.trailer != nil } }

    private mutating func take(_ part: HTTPRequestPart) {
        switch part {
        case .head(let head): requests.append(Request(head: head))
        case .body(let piece): requests[requests.count - 1].body += piece
        case .end(let trailer): requests[requests.count - 1].trailer = trailer
        }
    }
}

/// Requests that must be refused, with the status: the least that a strict server refuses.
///
/// - Source: RFC 9112 and RFC 9110, in the sections that the names give.
enum HostileRequests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
        let refusal: HTTPRequestRefusal
        let status: Int

        init(_ name: String, _ text: String, _ refusal: HTTPRequestRefusal, _ status: Int) {
            (description, bytes) = (name, Array(text.utf8))
            (self.refusal, self.status) = (refusal, status)
        }
    }

    private static func get(_ fields: String) -> String {
        "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    private static func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
    }

    private static func chunks(_ body: String) -> String {
        post("Transfer-Encoding: chunked\r\n", body)
    }

    static let all = lines + hosts + fieldLines + lengths + chunked

    static let lines: [Case] = [
        Case("no version", "GET /\r\n\r\n", .requestLineMalformed, 400),
        Case("two spaces", "GET  / HTTP/1.1\r\n", .requestLineMalformed, 400),
        Case("a tab", "GET\t/\tHTTP/1.1\r\n", .requestLineMalformed, 400),
        Case("a space at the end", "GET / HTTP/1.1 \r\n", .requestLineMalformed, 400),
        Case("a space at the start", " GET / HTTP/1.1\r\n", .requestLineMalformed, 400),
        Case("a method that is no token", "G(T / HTTP/1.1\r\n", .requestLineMalformed, 400),
        Case("a TLS greeting", "\u{16}\u{3}\u{1}\u{0}\r\n", .controlCharacter, 400),
        Case("a lower-case version", "GET / http/1.1\r\n", .requestLineMalformed, 400),
        Case("HTTP/2", "PRI * HTTP/2.0\r\n", .versionNotSupported, 505),
        Case("HTTP/0.9", "GET / HTTP/0.9\r\n", .versionNotSupported, 505),
        Case("version 1.10", "GET / HTTP/1.10\r\n", .requestLineMalformed, 400),
        Case("a bare line feed", "GET / HTTP/1.1\nHost: a\n\n", .bareLineFeed, 400),
        Case("a bare carriage return", "GET / HTTP/1.1\rHost: a\r\n", .controlCharacter, 400),
        Case("a NUL", "GET /\0 HTTP/1.1\r\n", .controlCharacter, 400),
        Case("two empty lines", "\r\n\r\nGET / HTTP/1.1\r\n", .emptyLines, 400),
        Case(
            "a long request line",
            "GET /\(String(repeating: "a", count: 8_192))",
            .requestLineTooLong,
            414
        ),
        Case("CONNECT", "CONNECT a:443 HTTP/1.1\r\n", .connectNotSupported, 501),
        Case("an authority", "GET a:443 HTTP/1.1\r\n", .targetMalformed, 400),
        Case("an asterisk with GET", "GET * HTTP/1.1\r\n", .targetMalformed, 400),
        Case("a relative path", "GET a HTTP/1.1\r\n", .targetMalformed, 400),
        Case("a fragment", "GET /a#b HTTP/1.1\r\n", .targetMalformed, 400),
        Case("another scheme", "GET ftp://a/ HTTP/1.1\r\n", .targetMalformed, 400),
        Case("user information", "GET http://u@a/ HTTP/1.1\r\n", .hostMalformed, 400),
        Case("bytes above 127", "GET /é HTTP/1.1\r\n", .targetMalformed, 400),
        Case("half an escape", "GET /%4 HTTP/1.1\r\n", .percentEncodingMalformed, 400),
        Case("an escape of no digits", "GET /%zz HTTP/1.1\r\n", .percentEncodingMalformed, 400),
        Case("an escaped NUL", "GET /%00 HTTP/1.1\r\n", .percentEncodingMalformed, 400),
        Case("an escaped line end", "GET /%0d%0a HTTP/1.1\r\n", .percentEncodingMalformed, 400),
        Case("an overlong escape", "GET /%c0%af HTTP/1.1\r\n", .targetNotText, 400),
        Case("dots", "GET /a/../b HTTP/1.1\r\n", .dotSegment, 400),
        Case("escaped dots", "GET /a/%2e%2E/b HTTP/1.1\r\n", .dotSegment, 400),
    ]

    static let hosts: [Case] = [
        Case("no host", "GET / HTTP/1.1\r\n\r\n", .hostMissing, 400),
        Case("two hosts", get("Host: a\r\n"), .severalHosts, 400),
        Case(
            "two hosts in HTTP/1.0",
            "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
            .severalHosts,
            400
        ),
        Case("an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", .hostMalformed, 400),
        Case("a host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .hostMalformed, 400),
        Case("a host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .hostMalformed, 400),
        Case("a host list", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .hostMalformed, 400),
        Case("a port too large", "GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", .hostMalformed, 400),
        Case("an open bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", .hostMalformed, 400),
    ]

    static let fieldLines: [Case] = [
        Case("a space before the colon", get("A : b\r\n"), .spaceBeforeColon, 400),
        Case("a tab before the colon", get("A\t: b\r\n"), .spaceBeforeColon, 400),
        Case("a folded line", get("A: b\r\n c\r\n"), .foldedField, 400),
        Case("a folded first line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", .foldedField, 400),
        Case("no colon", get("A\r\n"), .fieldMalformed, 400),
        Case("no name", get(": b\r\n"), .fieldMalformed, 400),
        Case("a name that is no token", get("A(: b\r\n"), .fieldMalformed, 400),
        Case("a NUL in a value", get("A: b\0c\r\n"), .controlCharacter, 400),
        Case("a carriage return in a value", get("A: b\rc\r\n"), .controlCharacter, 400),
        Case("DEL in a value", get("A: b\u{7f}\r\n"), .controlCharacter, 400),
        Case("a line feed between fields", get("A: b\nB: c\r\n"), .bareLineFeed, 400),
        Case(
            "a long header",
            get("A: \(String(repeating: "b", count: 70_000))\r\n"),
            .headerTooLarge,
            431
        ),
        Case(
            "many fields",
            get(String(repeating: "A: b\r\n", count: 100)),
            .tooManyFields,
            431
        ),
        Case("an unknown expectation", get("Expect: a\r\n"), .expectationNotSupported, 417),
    ]

    static let lengths: [Case] = [
        Case(
            "both lengths",
            post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
            .twoLengths,
            400
        ),
        Case(
            "both lengths, the other way round",
            post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
            .twoLengths,
            400
        ),
        Case(
            "two lengths",
            post("Content-Length: 5\r\nContent-Length: 5\r\n"),
            .severalContentLengths,
            400
        ),
        Case("a list of lengths", post("Content-Length: 5, 5\r\n"), .contentLengthMalformed, 400),
        Case("a signed length", post("Content-Length: +5\r\n"), .contentLengthMalformed, 400),
        Case("a negative length", post("Content-Length: -5\r\n"), .contentLengthMalformed, 400),
        Case(
            "a length in two words",
            post("Content-Length: 5 5\r\n"),
            .contentLengthMalformed,
            400
        ),
        Case("an empty length", post("Content-Length:\r\n"), .contentLengthMalformed, 400),
        Case("a hexadecimal length", post("Content-Length: 0x5\r\n"), .contentLengthMalformed, 400),
        Case(
            "a length of 30 digits",
            post("Content-Length: \(String(repeating: "9", count: 30))\r\n"),
            .bodyTooLarge,
            413
        ),
        Case("a body of 3 MB", post("Content-Length: 3000000\r\n"), .bodyTooLarge, 413),
        Case(
            "an unknown coding",
            post("Transfer-Encoding: xchunked\r\n"),
            .transferCodingNotSupported,
            501
        ),
        Case(
            "gzip, chunked",
            post("Transfer-Encoding: gzip, chunked\r\n"),
            .transferCodingNotSupported,
            501
        ),
        Case(
            "chunked, gzip",
            post("Transfer-Encoding: chunked, gzip\r\n"),
            .transferEncodingMalformed,
            400
        ),
        Case(
            "chunked twice",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
            .transferEncodingMalformed,
            400
        ),
        Case(
            "a coding with a parameter",
            post("Transfer-Encoding: chunked;a=b\r\n"),
            .transferEncodingMalformed,
            400
        ),
        Case(
            "a vertical tab before the coding",
            post("Transfer-Encoding: \u{b}chunked\r\n"),
            .controlCharacter,
            400
        ),
        Case(
            "chunked in HTTP/1.0",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            .transferEncodingInHTTP10,
            400
        ),
    ]

    static let chunked: [Case] = [
        Case("no size", chunks("\r\n"), .chunkSizeMalformed, 400),
        Case("a signed size", chunks("+5\r\nhello\r\n"), .chunkSizeMalformed, 400),
        Case("a size with a prefix", chunks("0x5\r\nhello\r\n"), .chunkSizeMalformed, 400),
        Case("a space before the size", chunks(" 5\r\nhello\r\n"), .chunkSizeMalformed, 400),
        Case("a space after the size", chunks("5 \r\nhello\r\n"), .chunkSizeMalformed, 400),
        Case("a size of 2^64 + 5", chunks("10000000000000005\r\n"), .chunkSizeMalformed, 400),
        Case("a chunk too large", chunks("fffffffffff\r\n"), .bodyTooLarge, 413),
        Case("chunks too large together", chunks("5\r\nhello\r\nffffc\r\n"), .bodyTooLarge, 413),
        Case("a chunk without its end", chunks("5\r\nhello0\r\n\r\n"), .chunkNotEnded, 400),
        Case(
            "a chunk that ends with a line feed",
            chunks("5\r\nhello\n0\r\n"),
            .chunkNotEnded,
            400
        ),
        Case("a size that ends with a line feed", chunks("5\nhello\r\n"), .bareLineFeed, 400),
        Case(
            "a long extension",
            chunks("5;\(String(repeating: "a", count: 300))\r\n"),
            .chunkExtensionTooLong,
            400
        ),
        Case(
            "many extensions",
            chunks(
                String(repeating: "1;\(String(repeating: "a", count: 200))\r\nb\r\n", count: 21)
            ),
            .chunkExtensionTooLong,
            400
        ),
        Case("a control character in an extension", chunks("5;a\0\r\n"), .controlCharacter, 400),
        Case(
            "a length in the trailer",
            chunks("0\r\nContent-Length: 5\r\n\r\n"),
            .trailerNotAllowed,
            400
        ),
        Case(
            "a long trailer",
            chunks("0\r\nA: \(String(repeating: "a", count: 5_000))\r\n\r\n"),
            .headerTooLarge,
            431
        ),
        Case("a folded trailer", chunks("0\r\nA: b\r\n c\r\n\r\n"), .foldedField, 400),
    ]
}

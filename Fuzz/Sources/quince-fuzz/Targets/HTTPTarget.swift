internal import HTTPMessages

extension FuzzTarget {
    /// A connection gives the same requests and the same refusal in whatever pieces its bytes come, and
    /// nothing that was read is outside the limits or the grammar. The first byte chooses the size of
    /// the pieces.
    static let http = FuzzTarget("http", seeds: { seeds.map { [7] + Array($0.utf8) } }) { input in
        guard let choice = input.first else { return }
        let bytes = Array(input.dropFirst())
        let whole = HTTPFound([bytes])
        let size = Int(choice % 16) + 1
        let pieces = stride(from: 0, to: bytes.count, by: size)
            .map { Array(bytes[$0..<min(bytes.count, $0 + size)]) }
        require(HTTPFound(pieces) == whole, "what is found depends on the pieces")
        for request in whole.requests { check(request) }
    }

    /// Small, so that inputs reach them.
    fileprivate static let limits: HTTPLimits = {
        var limits = HTTPLimits()
        (limits.requestLine, limits.header, limits.fields) = (64, 256, 8)
        (limits.body, limits.chunkLine, limits.chunkExtensions) = (64, 24, 40)
        limits.trailer = 48
        return limits
    }()

    private static func check(_ request: HTTPFound.Request) {
        let head = request.head
        require(request.body.count <= limits.body, "a body is longer than the limit")
        require(head.fields.all.count <= limits.fields, "there are more fields than the limit")
        require(head.host != nil || head.version == .http10, "a host is missing")
        require(head.fields.values(of: .host).count < 2, "there are two hosts")
        if case .length(let length) = head.framing {
            require(request.body.count <= length, "a body is longer than its length")
            require(request.isComplete == (request.body.count == length), "a body ends elsewhere")
            require(head.fields[.transferEncoding] == nil, "a coding is ignored")
        } else {
            require(head.fields[.contentLength] == nil, "a length is ignored")
        }
        for field in head.fields.all {
            require(HTTPFieldName(field.name.text) != nil, "a name is not a token")
            require(HTTPFieldValue(field.value.text) != nil, "a value is not one")
        }
        for segment in head.target.segments {
            require(segment != ".." && segment != ".", "a path leaves its folder")
            require(!segment.utf8.contains(0), "a path has a NUL")
        }
        _ = try? head.target.queryItems()
        let encoder = HTTPResponseEncoder(to: head, keepsConnection: true)
        let written = encoder.head(.ok, head.fields, .known(0))
        let lines = written.count { $0 == UInt8(ascii: "\n") }
        require(lines <= head.fields.all.count + 4, "a value begins another line")
    }

    private static let seeds = [
        "GET /a/%62?c=d+e HTTP/1.1\r\nHost: a:80\r\nA: b, c\r\n\r\n",
        "GET http://b/c HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.1\r\nHost:[::1]\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
        """
        POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nA: b\r\n\r\n\
        OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n
        """,
    ]
}

/// The requests that a parser finds in the bytes of a connection, with the pieces of each body joined.
private struct HTTPFound: Equatable {
    struct Request: Equatable {
        var head: HTTPRequestHead
        var body: [UInt8] = []
        var isComplete = false
        var trailer = HTTPFields()
    }

    var requests: [Request] = []
    var refusal: HTTPRequestRefusal?

    init(_ pieces: [[UInt8]]) {
        var parser = HTTPRequestParser(limits: FuzzTarget.limits)
        for piece in pieces {
            parser.append(piece)
            do {
                while let part = try parser.next() { take(part) }
            } catch {
                refusal = error
                return
            }
        }
    }

    private mutating func take(_ part: HTTPRequestPart) {
        switch part {
        case .head(let head): requests.append(Request(head: head))
        case .body(let piece): requests[requests.count - 1].body += piece
        case .end(let trailer):
            requests[requests.count - 1].trailer = trailer
            requests[requests.count - 1].isComplete = true
        }
    }
}

/// The version of a message. A later version 1.x is treated as 1.1.
///
/// - Source: RFC 9110 § 2.5.
public enum HTTPVersion: Hashable, Sendable {
    /// HTTP/1.0.
    case http10
    /// HTTP/1.1.
    case http11
}

/// How a request's body is framed.
///
/// - Source: RFC 9112 § 6.3.
public enum HTTPBodyFraming: Hashable, Sendable {
    /// A body of this many bytes; 0 for none.
    case length(Int)
    /// Chunks, each with its length.
    case chunked
}

/// A request without its body.
public struct HTTPRequestHead: Hashable, Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The target.
    public let target: HTTPRequestTarget
    /// The version.
    public let version: HTTPVersion
    /// The host that is asked: that of an absolute target, or else of the field `Host`. Nil only in
    /// HTTP/1.0.
    public let host: HTTPHost?
    /// The header.
    public let fields: HTTPFields
    /// How the body is framed.
    public let framing: HTTPBodyFraming
    /// Whether the client waits for status 100 before it sends the body.
    public let expectsContinue: Bool
    /// Whether the client may send another request on the same connection.
    public let keepsConnection: Bool
}

extension HTTPRequestHead {
    /// Checks a header as a whole.
    ///
    /// - Parameters:
    ///   - line: The request line.
    ///   - fields: The header.
    /// - Throws: ``HTTPRequestRefusal``.
    init(
        _ line: HTTPRequestLine,
        fields: HTTPFields
    ) throws(HTTPRequestRefusal) {
        method = line.method
        target = line.target
        version = line.version
        self.fields = fields
        let named = try Self.host(in: fields, version: line.version)
        host = line.host ?? named
        framing = try Self.framing(of: fields, version: line.version)
        switch fields[.expect] {
        case nil: expectsContinue = false
        case let value? where HTTPCharacters.areEqualIgnoringCase(value.text, "100-continue"):
            expectsContinue = line.version == .http11 && framing != .length(0)
        default: throw .expectationNotSupported
        }
        let closes = fields.hasToken("close", in: .connection)
        keepsConnection =
            line.version == .http11
            ? !closes : !closes && fields.hasToken("keep-alive", in: .connection)
    }

    private static func host(
        in fields: HTTPFields,
        version: HTTPVersion
    ) throws(HTTPRequestRefusal) -> HTTPHost? {
        guard fields.count(of: .host) < 2 else { throw .severalHosts }
        guard let value = fields[.host] else {
            guard version == .http10 else { throw .hostMissing }
            return nil
        }
        guard let host = HTTPHost(value.text) else { throw .hostMalformed }
        return host
    }

    private static func framing(
        of fields: HTTPFields,
        version: HTTPVersion
    ) throws(HTTPRequestRefusal) -> HTTPBodyFraming {
        let lengths = fields.values(of: .contentLength)
        let codings = fields.values(of: .transferEncoding)
        guard codings.isEmpty else {
            guard lengths.isEmpty else { throw .twoLengths }
            guard version == .http11 else { throw .transferEncodingInHTTP10 }
            try requireChunked(codings)
            return .chunked
        }
        guard lengths.count < 2 else { throw .severalContentLengths }
        guard let length = lengths.first else { return .length(0) }
        guard !length.text.isEmpty, length.text.utf8.allSatisfy(HTTPCharacters.isDigit) else {
            throw .contentLengthMalformed
        }
        // Digits that do not fit are a length above every limit.
        guard let count = Int(length.text) else { throw .bodyTooLarge }
        return .length(count)
    }

    private static func requireChunked(
        _ values: [HTTPFieldValue]
    ) throws(HTTPRequestRefusal) {
        var codings: [String] = []
        for value in values {
            for part in value.text.utf8.split(
                separator: UInt8(ascii: ","),
                omittingEmptySubsequences: false
            ) {
                let coding = HTTPCharacters.trimmed(ArraySlice(part))
                guard HTTPCharacters.isToken(coding) else { throw .transferEncodingMalformed }
                codings.append(
                    String(decoding: coding.map(HTTPCharacters.lowercased), as: UTF8.self)
                )
            }
        }
        let chunked = codings.count { $0 == "chunked" }
        guard chunked == 0 || chunked == 1 && codings.last == "chunked" else {
            throw .transferEncodingMalformed
        }
        guard codings == ["chunked"] else { throw .transferCodingNotSupported }
    }
}

/// The first line of a request.
struct HTTPRequestLine {
    let method: HTTPMethod
    let target: HTTPRequestTarget
    let version: HTTPVersion
    /// The host of an absolute target.
    let host: HTTPHost?

    /// Reads `METHOD SP TARGET SP VERSION`.
    ///
    /// - Source: RFC 9112 § 3.
    init(_ line: ArraySlice<UInt8>) throws(HTTPRequestRefusal) {
        guard let afterMethod = line.firstIndex(of: HTTPCharacters.space) else {
            throw .requestLineMalformed
        }
        let rest = line[(afterMethod + 1)...]
        guard let afterTarget = rest.firstIndex(of: HTTPCharacters.space),
            HTTPCharacters.isToken(line[..<afterMethod])
        else { throw .requestLineMalformed }
        version = try Self.version(line[(afterTarget + 1)...])
        method = HTTPMethod(valid: String(decoding: line[..<afterMethod], as: UTF8.self))
        guard method != .connect else { throw .connectNotSupported }
        let target = rest[..<afterTarget]
        if target.first == UInt8(ascii: "/") {
            host = nil
            self.target = try HTTPRequestTarget(target)
        } else if target.elementsEqual("*".utf8), method == .options {
            host = nil
            self.target = .asterisk
        } else {
            (host, self.target) = try Self.absolute(target, method)
        }
    }

    private static func version(
        _ bytes: ArraySlice<UInt8>
    ) throws(HTTPRequestRefusal) -> HTTPVersion {
        let prefix = "HTTP/".utf8
        let digits = bytes.dropFirst(prefix.count)
        guard bytes.starts(with: prefix), digits.count == 3, let major = digits.first,
            let minor = digits.last, HTTPCharacters.isDigit(major), HTTPCharacters.isDigit(minor),
            digits.dropFirst().first == UInt8(ascii: ".")
        else { throw .requestLineMalformed }
        guard major == UInt8(ascii: "1") else { throw .versionNotSupported }
        return minor == UInt8(ascii: "0") ? .http10 : .http11
    }

    /// Reads an absolute URI, which clients of proxies send and every server must take.
    ///
    /// - Source: RFC 9112 § 3.2.2. User information is not allowed (RFC 9110 § 4.2.4).
    private static func absolute(
        _ bytes: ArraySlice<UInt8>,
        _ method: HTTPMethod
    ) throws(HTTPRequestRefusal) -> (HTTPHost, HTTPRequestTarget) {
        let lowercased = bytes.prefix(8).map(HTTPCharacters.lowercased)
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { lowercased.starts(with: $0.utf8) }) else {
            throw .targetMalformed
        }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        guard let host = HTTPHost(rest[..<(end ?? rest.endIndex)]) else { throw .hostMalformed }
        let target = rest[(end ?? rest.endIndex)...]
        if target.isEmpty, method == .options { return (host, .asterisk) }
        let startsWithSlash = target.first == UInt8(ascii: "/")
        let path = startsWithSlash ? target : ArraySlice("/".utf8 + target)
        return (host, try HTTPRequestTarget(path))
    }
}

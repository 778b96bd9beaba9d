/// The target of a request: a path and a query.
///
/// - Source: RFC 9112 § 3.2, RFC 3986 § 3.3 and § 3.4.
public struct HTTPRequestTarget: Hashable, Sendable {
    /// The path as it was sent, percent-encoded; `*` for `OPTIONS *`.
    public let path: String
    /// The query as it was sent, without the question mark; nil where there is none.
    public let query: String?
    /// The parts of the path between slashes, decoded. `/` has none, `/a/` has `a` and an empty one.
    ///
    /// A segment is never `.` or `..`. It may hold a slash that was percent-encoded.
    public let segments: [String]

    /// A name and a value of a query.
    public struct QueryItem: Hashable, Sendable {
        /// The name, decoded.
        public let name: String
        /// The value, decoded; empty where there is no equals sign.
        public let value: String
    }

    /// The whole server: `OPTIONS *`.
    static let asterisk = HTTPRequestTarget(path: "*", query: nil, segments: [])

    private init(path: String, query: String?, segments: [String]) {
        (self.path, self.query, self.segments) = (path, query, segments)
    }

    /// Reads a path and a query.
    init(_ bytes: ArraySlice<UInt8>) throws(HTTPRequestRefusal) {
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        let path = bytes[..<(mark ?? bytes.endIndex)]
        guard path.first == UInt8(ascii: "/"), path.allSatisfy(HTTPCharacters.isPath) else {
            throw .targetMalformed
        }
        self.path = String(decoding: path, as: UTF8.self)
        segments = try Self.segments(of: path)
        guard let mark else {
            query = nil
            return
        }
        let query = bytes[(mark + 1)...]
        guard query.allSatisfy(HTTPCharacters.isQuery) else { throw .targetMalformed }
        self.query = String(decoding: query, as: UTF8.self)
    }

    private static func segments(
        of path: ArraySlice<UInt8>
    ) throws(HTTPRequestRefusal) -> [String] {
        guard path.count > 1 else { return [] }
        var segments: [String] = []
        segments.reserveCapacity(path.count { $0 == UInt8(ascii: "/") })
        var rest = path
        while rest.popFirst() != nil {
            let part = rest.prefix { $0 != UInt8(ascii: "/") }
            let segment = try decoded(part, plusIsSpace: false)
            guard segment != ".", segment != ".." else { throw .dotSegment }
            segments.append(segment)
            rest = rest[part.endIndex...]
        }
        return segments
    }

    /// The query as names and values, in order; empty where there is none.
    ///
    /// - Throws: As ``formItems(of:)``.
    public func queryItems() throws(HTTPRequestRefusal) -> [QueryItem] {
        guard let query else { return [] }
        return try Self.formItems(of: Array(query.utf8))
    }

    /// The names and values of a form, in order, as queries and bodies have them.
    ///
    /// - Source: the URL Standard, `application/x-www-form-urlencoded`: `&` separates, `+` is a space.
    /// - Throws: ``HTTPRequestRefusal/percentEncodingMalformed`` or
    ///   ``HTTPRequestRefusal/targetNotText``.
    public static func formItems(of form: [UInt8]) throws(HTTPRequestRefusal) -> [QueryItem] {
        var items: [QueryItem] = []
        for part in form.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            items.append(
                QueryItem(
                    name: try Self.decoded(part[..<equals], plusIsSpace: true),
                    value: try Self.decoded(part[equals...].dropFirst(), plusIsSpace: true)
                )
            )
        }
        return items
    }

    private static func decoded(
        _ bytes: ArraySlice<UInt8>,
        plusIsSpace: Bool
    ) throws(HTTPRequestRefusal) -> String {
        let percent = UInt8(ascii: "%")
        let plus = UInt8(ascii: "+")
        guard bytes.contains(where: { $0 == percent || plusIsSpace && $0 == plus }) else {
            return try text(bytes)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == percent else {
                decoded.append(plusIsSpace && byte == plus ? HTTPCharacters.space : byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(HTTPCharacters.hexadecimalDigit),
                let low = rest.popFirst().flatMap(HTTPCharacters.hexadecimalDigit),
                plusIsSpace || HTTPCharacters.isFieldValue(high << 4 | low), high << 4 | low != 0
            else { throw .percentEncodingMalformed }
            decoded.append(high << 4 | low)
        }
        return try text(decoded[...])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(HTTPRequestRefusal) -> String {
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw .targetNotText
        }
        return text
    }
}

/// The host and port that a request names.
///
/// - Source: RFC 9110 § 7.2, RFC 3986 § 3.2; of the characters of a name, those that names in use have.
public struct HTTPHost: Hashable, Sendable {
    /// The name or address in lower case; an IPv6 address without its brackets.
    public let name: String
    /// The port; nil where none is named.
    public let port: UInt16?

    /// Reads a host with or without a port; nil for any other text.
    public init?(_ text: String) { self.init(text.utf8[...]) }

    init?<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) where Bytes.SubSequence == Bytes {
        var name = bytes
        var rest = bytes[bytes.endIndex...]
        let isLiteral = bytes.first == UInt8(ascii: "[")
        if isLiteral {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = bytes[..<end].dropFirst()
            rest = bytes[end...].dropFirst()
        } else if let colon = bytes.firstIndex(of: HTTPCharacters.colon) {
            name = bytes[..<colon]
            rest = bytes[colon...]
        }
        let isAllowed = isLiteral ? HTTPCharacters.isAddressLiteral : HTTPCharacters.isHostName
        guard (1...255).contains(name.count), name.allSatisfy(isAllowed),
            !isLiteral || name.contains(HTTPCharacters.colon)
        else { return nil }
        if let colon = rest.first {
            let digits = rest.dropFirst()
            guard colon == HTTPCharacters.colon, digits.count <= 5,
                digits.allSatisfy(HTTPCharacters.isDigit)
            else { return nil }
            let port = UInt16(String(decoding: digits, as: UTF8.self))
            guard digits.isEmpty || port != nil else { return nil }
            self.port = port
        } else {
            port = nil
        }
        let isLowercase = name.allSatisfy { HTTPCharacters.lowercased($0) == $0 }
        self.name =
            isLowercase
            ? String(decoding: name, as: UTF8.self)
            : String(decoding: name.map(HTTPCharacters.lowercased), as: UTF8.self)
    }
}

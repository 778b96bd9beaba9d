internal import Bytes
internal import Cryptography
public import HTTPMessages
public import World

/// Content that does not change, with the version by which clients keep a copy.
///
/// - Source: RFC 9110 § 8.8 (validators) and § 13 (conditional requests).
public struct HTTPStaticContent: Sendable {
    private let body: [UInt8]
    private let fields: HTTPFields
    private let entityTag: String
    private let lastModified: UnixTime?

    /// Content.
    ///
    /// - Parameters:
    ///   - body: The bytes. Their SHA-256 is the entity tag.
    ///   - type: What `Content-Type` says.
    ///   - lastModified: When it was changed; nil where that is not known.
    ///   - cacheControl: What `Cache-Control` says: by default, that a copy is checked before each use.
    public init(
        _ body: [UInt8],
        type: HTTPFieldValue,
        lastModified: UnixTime? = nil,
        cacheControl: HTTPFieldValue = "no-cache"
    ) {
        self.body = body
        self.lastModified = lastModified
        entityTag = "\"\(Hexadecimal.encode(Array(SHA256.digest(body).prefix(16))))\""
        var fields: HTTPFields = [.contentType: type, .cacheControl: cacheControl]
        fields[.entityTag] = HTTPFieldValue(entityTag)
        fields[.lastModified] = lastModified.flatMap(HTTPDate.text)
        self.fields = fields
    }

    /// The content, or status 304 where the client's copy is of this version.
    public func response(to head: HTTPRequestHead) -> HTTPResponse {
        guard head.method == .get || head.method == .head, isKnown(head.fields) else {
            return HTTPResponse(.ok, fields: fields, body: body)
        }
        var fields = fields
        fields[.contentType] = nil
        return HTTPResponse(.notModified, fields: fields)
    }

    private func isKnown(_ request: HTTPFields) -> Bool {
        // RFC 9110 § 13.1.3: a date counts only without entity tags.
        let tags = request.tokens(of: .ifNoneMatch)
        if !tags.isEmpty {
            return tags.contains { tag in
                tag == "*" || (tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag) == entityTag
            }
        }
        guard let lastModified, let text = request[.ifModifiedSince]?.text,
            let time = HTTPDate.time(of: text)
        else { return false }
        return lastModified <= time
    }
}

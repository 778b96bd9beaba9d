internal import HTTPMessages
internal import HTTPServer

/// Which pages may ask for sessions from a browser.
///
/// - Source: WHATWG Fetch, § 3.2 HTTP CORS protocol.
struct OriginRules: Sendable {
    private static let origin: HTTPFieldName = "Origin"

    let origins: Set<String>

    init(_ origins: [String]) { self.origins = Set(origins) }

    /// The caller of a request for a session that comes from a page of the shop; nil for any other.
    func page(_ request: HTTPServerRequest) -> HTTPCaller? {
        guard request.head.method == .post, let origin = origin(of: request.head),
            request.head.fields.values(of: .authorization).isEmpty,
            let start = origin.firstRange(of: "://")?.upperBound
        else { return nil }
        let host = origin[start...].prefix { $0 != ":" }
        return HTTPCaller(identifier: String(host), role: SessionRoutes.page)
    }

    /// The answer to a browser that asks before it posts; nil for any other request.
    func preflight(_ request: HTTPServerRequest) -> HTTPResponse? {
        guard request.head.method == .options, origin(of: request.head) != nil,
            request.head.fields["Access-Control-Request-Method"]?.text == "POST"
        else { return nil }
        return HTTPResponse(
            .noContent,
            fields: [
                "Access-Control-Allow-Methods": "POST",
                "Access-Control-Allow-Headers": "content-type",
                "Access-Control-Max-Age": "600",
            ]
        )
    }

    /// Adds what a browser needs to show the answer to the page.
    func add(to fields: inout HTTPFields, for head: HTTPRequestHead) {
        // Nothing is added for others, so that an unauthorized caller does not learn that the path exists.
        guard let origin = origin(of: head) else { return }
        fields["Vary"] = "Origin"
        fields["Access-Control-Allow-Origin"] = HTTPFieldValue(origin)
    }

    private func origin(of head: HTTPRequestHead) -> String? {
        let values = head.fields.values(of: Self.origin)
        guard head.target.path == SessionRoutes.path, values.count == 1,
            origins.contains(values[0].text)
        else { return nil }
        return values[0].text
    }
}

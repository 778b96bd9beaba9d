public import HTTPMessages

/// The files of a folder of `Web`, as a server answers with them.
///
/// The folder `wallet` is at `/`: `wallet/sheet.css` is `/sheet.css`, and `wallet/index.html` is `/`.
public struct PageFolder: Sendable {
    private let contents: [String: HTTPStaticContent]
    private let fields: HTTPFields

    /// The files of a folder.
    ///
    /// - Parameters:
    ///   - name: The folder's name.
    ///   - names: The files that are meant; nil for all of them.
    ///   - policy: What pages may load and who may frame them, for `Content-Security-Policy`.
    ///   - additions: What is added to the end of a file, by its name.
    ///   - replacements: Texts of its HTML pages, and what stands in their place.
    public init(
        _ name: String,
        only names: Set<String>? = nil,
        policy: HTTPFieldValue,
        adding additions: [String: String] = [:],
        replacing replacements: [String: String] = [:]
    ) {
        var contents: [String: HTTPStaticContent] = [:]
        for file in PageFile.all where file.path.hasPrefix("\(name)/") {
            let name = String(file.path.dropFirst(name.count + 1))
            guard names?.contains(name) ?? true else { continue }
            var bytes = file.bytes
            if name.hasSuffix(".html"), !replacements.isEmpty {
                var text = String(decoding: bytes, as: UTF8.self)
                for (old, new) in replacements { text = text.replacing(old, with: new) }
                bytes = Array(text.utf8)
            }
            contents[name] = HTTPStaticContent(
                bytes + (additions[name] ?? "").utf8,
                type: Self.type(of: name)
            )
        }
        self.contents = contents
        fields = [
            "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        ]
    }

    /// The file that a request asks for; nil where it asks for none.
    public func response(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let (head, segments) = (request.head, request.head.target.segments)
        guard head.method == .get || head.method == .head, segments.count < 2 else { return nil }
        let name = segments.first.flatMap { $0.isEmpty ? nil : $0 } ?? "index.html"
        guard let content = contents[name] else { return nil }
        var response = content.response(to: head)
        for field in fields.all { response.fields[field.name] = field.value }
        return .complete(response)
    }

    private static func type(of name: String) -> HTTPFieldValue {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}

internal import HTTPMessages
public import JSON
public import World

/// A JSON object in the body of a request, which has the form that its operation demands.
public struct RequestObject: Sendable {
    /// The object itself; nil for one without members.
    public let value: JSONValue?

    /// An object without members.
    static let empty = RequestObject(value: nil)

    private init(value: JSONValue?) { self.value = value }

    /// Reads a body and checks it.
    ///
    /// - Throws: A problem of status 400 or 415.
    init(_ request: HTTPServerRequest, _ schema: APISchema) throws(HTTPProblem) {
        if request.body.isEmpty, schema.takesEmptyObject {
            value = nil
            return
        }
        let type = request.head.fields[.contentType]?.text ?? "application/json"
        let essence = type.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard essence == schema.mediaType else {
            throw HTTPProblem(
                .unsupportedMediaType,
                HTTPProblemCode.notJSON,
                "the body is \(type.debugDescription); send \(schema.mediaType)"
            )
        }
        if case .form = schema {
            value = nil
            return
        }
        let document: JSONDocument
        do throws(JSONFailure) {
            document = try JSONDocument(request.body)
        } catch {
            throw HTTPProblem(
                .badRequest,
                HTTPProblemCode.notJSON,
                "the body is not JSON: \(error.explanation)"
            )
        }
        try schema.check(document.root)
        value = document.root
    }

    /// A member, or nil where there is none.
    public func member(_ name: String) -> JSONValue? {
        value?.member(name)
    }

    /// The text of a member, or nil where there is none.
    public func text(_ name: String) -> String? { member(name)?.string }

    /// The text of a member that the schema requires.
    ///
    /// - Throws: A problem of status 400 where the schema does not require it and it is missing.
    public func required(_ name: String) throws(HTTPProblem) -> String {
        guard let text = text(name) else {
            throw HTTPProblem(.badRequest, HTTPProblemCode.memberMissing, "\"\(name)\" is missing")
        }
        return text
    }

    /// The object of a member, or nil where there is none.
    public func object(_ name: String) -> RequestObject? { member(name).map(RequestObject.init) }

    /// The objects of a member that is a list; none where there is none.
    public func objects(_ name: String) -> [RequestObject] {
        member(name)?.elements?.map(RequestObject.init) ?? []
    }

    /// The case that a member's word names, or nil where there is none.
    ///
    /// - Throws: A problem of status 400 for another word.
    public func choice<Choice: RawRepresentable<String>>(
        _ name: String
    ) throws(HTTPProblem) -> Choice? {
        try text(name).map { text throws(HTTPProblem) in
            guard let choice = Choice(rawValue: text) else {
                throw HTTPProblem(
                    .badRequest,
                    HTTPProblemCode.memberWrong,
                    "\"\(name)\" is none of its words"
                )
            }
            return choice
        }
    }

    /// The whole number of a member, or nil where there is none.
    public func integer(_ name: String) -> Int64? { member(name)?.integer }

    /// The truth value of a member, or nil where there is none.
    public func bool(_ name: String) -> Bool? { member(name)?.bool }

    /// The time of a member, or nil where there is none.
    public func time(_ name: String) -> UnixTime? { text(name).flatMap { UnixTime(iso8601: $0) } }

    /// The texts of a member, or nil where there is none.
    public func texts(_ name: String) -> [String]? { member(name)?.elements?.compactMap(\.string) }
}

/// The method of a request, such as `GET`. Names are compared with case.
///
/// - Source: RFC 9110 § 9.
public struct HTTPMethod: Hashable, Sendable {
    /// The method's name.
    public let name: String

    /// A method; nil where the name is not a token.
    public init?(_ name: String) {
        guard HTTPCharacters.isToken(name.utf8) else { return nil }
        self.name = name
    }

    init(valid name: String) { self.name = name }

    /// `GET`: the content of a resource.
    public static let get = HTTPMethod(valid: "GET")
    /// `HEAD`: the fields of `GET` without the content.
    public static let head = HTTPMethod(valid: "HEAD")
    /// `POST`: processes the content.
    public static let post = HTTPMethod(valid: "POST")
    /// `PUT`: replaces a resource.
    public static let put = HTTPMethod(valid: "PUT")
    /// `PATCH`: changes a resource (RFC 5789).
    public static let patch = HTTPMethod(valid: "PATCH")
    /// `DELETE`: removes a resource.
    public static let delete = HTTPMethod(valid: "DELETE")
    /// `OPTIONS`: which methods there are.
    public static let options = HTTPMethod(valid: "OPTIONS")
    /// `CONNECT`: a tunnel, which only proxies make.
    public static let connect = HTTPMethod(valid: "CONNECT")
}

extension HTTPMethod: CustomStringConvertible {
    /// The method's name.
    public var description: String { name }
}

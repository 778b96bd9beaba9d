/// A value of a page that does not have the type that Apple Pay JS gives it. A browser throws
/// `TypeError`.
///
/// - Source: Web IDL, § 3.2, JavaScript type mapping; WebKit's `ApplePay*.idl` for the types.
public struct PageTypeError: Error, Hashable, Sendable {
    /// Where it stands, such as `total.amount`.
    public let path: String
    /// The problem, such as `is missing`.
    public let problem: String

    init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }
}

extension PageTypeError: CustomStringConvertible {
    /// The place and what is wrong there.
    public var description: String { "\"\(path)\" \(problem)" }
}

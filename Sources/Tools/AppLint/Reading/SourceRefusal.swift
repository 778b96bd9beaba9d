/// Why a source cannot be checked.
public enum SourceRefusal: Error, Hashable, Sendable {
    /// It has zero bytes, so it is no text or is UTF-16.
    case notText
    /// It has more tokens than the limit.
    case tooManyTokens(limit: Int)

    /// The remedy for the user.
    public var remedy: String {
        switch self {
        case .notText: "save the file as UTF-8"
        case .tooManyTokens: "split the file, or leave it out"
        }
    }
}

extension SourceRefusal: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .notText: "not UTF-8 text: it contains zero bytes"
        case .tooManyTokens(let limit): "more than \(limit) tokens"
        }
    }
}

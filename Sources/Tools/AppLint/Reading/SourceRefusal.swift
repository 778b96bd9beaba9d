/// Why a source cannot be judged.
public enum SourceRefusal: Error, Hashable, Sendable {
    /// It holds zero bytes: it is no text, or text of two bytes a character.
    case notText
    /// It has more words than anybody writes into one file.
    case tooManyWords(limit: Int)

    /// What to do about it.
    public var remedy: String {
        switch self {
        case .notText: "save it as text in UTF-8"
        case .tooManyWords: "split it, or leave it out"
        }
    }
}

extension SourceRefusal: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .notText: "not text in UTF-8: it holds zero bytes"
        case .tooManyWords(let limit): "more than \(limit) words"
        }
    }
}

internal import Bytes
public import JSON

/// Why a value is not a merchant session.
public enum MerchantSessionProblem: Error, Hashable, Sendable {
    /// The text is not JSON.
    case notJSON(JSONFailure)
    /// It is a JSON string, where the page has to pass the object.
    case stringInsteadOfObject
    /// It is neither an object nor a string.
    case notAnObject
    /// It is the gateway's refusal, with a `statusMessage`.
    case refusal
    /// A field is missing.
    case missing(String)
    /// A field is of another JSON type.
    case type(String)
    /// A field does not have its format.
    case format(String)
}

extension MerchantSessionProblem: CustomStringConvertible {
    /// The problem and its remedy, in one line.
    public var description: String {
        switch self {
        case .notJSON(let failure): "the session is not JSON: \(failure.explanation)"
        case .stringInsteadOfObject:
            "the session is a JSON string; pass the object: JSON.parse the text that your server"
                + " sends before completeMerchantValidation"
        case .notAnObject: "the session is not a JSON object"
        case .refusal:
            "this is the gateway's refusal and no session; your server must check the status of"
                + " the gateway's response"
        case .missing(let name): "the session's field \"\(name)\" is missing; pass every field on"
        case .type(let name): "the session's field \"\(name)\" is of another type"
        case .format(let name): "the session's field \"\(name)\" does not have its format"
        }
    }
}

/// Reads the members of a session.
struct SessionFields {
    private let object: JSONValue

    init(_ object: JSONValue) { self.object = object }

    func integer(_ name: String) throws(MerchantSessionProblem) -> Int64 {
        guard let value = try integerIfPresent(name) else { throw .missing(name) }
        return value
    }

    func integerIfPresent(_ name: String) throws(MerchantSessionProblem) -> Int64? {
        guard let value = object.member(name) else { return nil }
        guard let integer = value.integer else { throw .type(name) }
        return integer
    }

    func text(
        _ name: String,
        _ isFormatted: (String) -> Bool
    ) throws(MerchantSessionProblem) -> String {
        guard let text = try textIfPresent(name, isFormatted) else {
            throw .missing(name)
        }
        return text
    }

    func textIfPresent(
        _ name: String,
        _ isFormatted: (String) -> Bool
    ) throws(MerchantSessionProblem) -> String? {
        guard let value = object.member(name) else { return nil }
        guard let text = value.string else { throw .type(name) }
        guard isFormatted(text) else { throw .format(name) }
        return text
    }

    /// Hexadecimal, in lower case as Apple writes it.
    func bytes(_ name: String) throws(MerchantSessionProblem) -> [UInt8] {
        let text = try text(name) { !$0.isEmpty && $0 == $0.lowercased() }
        do { return try Hexadecimal.decode(text) } catch { throw .format(name) }
    }
}

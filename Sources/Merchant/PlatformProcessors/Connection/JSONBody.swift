internal import Bytes
internal import JSON

/// The parameters of a request, as a JSON object.
struct JSONBody: Sendable {
    private var members: [UInt8] = []

    /// The object.
    var bytes: [UInt8] { Array("{".utf8) + members + Array("}".utf8) }

    /// Adds a member; nothing where the value is nil.
    mutating func add(_ name: String, _ value: JSONOutput?) {
        if let value { add(name, value.compactBytes) }
    }

    /// Adds a text; nothing where it is nil.
    mutating func add(_ name: String, _ text: String?) { add(name, text.map(JSONOutput.string)) }

    /// Adds an object.
    mutating func add(_ name: String, _ object: JSONBody) { add(name, object.bytes) }

    /// Adds a secret of letters, digits and the other characters of Base64, which is never a string.
    mutating func add(_ name: String, secret: Secret) {
        let quote = UInt8(ascii: "\"")
        add(name, [quote] + secret.withBytes { [UInt8](copying: $0) } + [quote])
    }

    private mutating func add(_ name: String, _ value: [UInt8]) {
        if !members.isEmpty { members.append(UInt8(ascii: ",")) }
        members += JSONOutput.string(name).compactBytes
        members.append(UInt8(ascii: ":"))
        members += value
    }
}

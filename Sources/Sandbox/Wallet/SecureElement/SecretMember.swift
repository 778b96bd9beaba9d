internal import Bytes
internal import JSON

/// A member of a JSON object with secrets: its name, and its value in pieces, which are secrets from
/// beginning to end.
struct SecretMember {
    let name: StaticString
    let value: [Secret]

    init(_ name: StaticString, _ value: [Secret]) {
        (self.name, self.value) = (name, value)
    }

    /// A member that is not secret.
    init(_ name: StaticString, _ value: JSONOutput) {
        self.init(name, [Secret(text: value.compact)])
    }

    /// A string that needs no escapes: digits, or Base64.
    init(_ name: StaticString, _ string: Secret) {
        let quotationMark = Secret(text: "\"")
        self.init(name, [quotationMark, string, quotationMark])
    }
}

extension Secret {
    /// A JSON object.
    convenience init(objectOf members: [SecretMember]) {
        var text = [Secret(text: "{")]
        for (index, member) in members.enumerated() {
            text.append(Secret(text: (index > 0 ? "," : "") + "\"\(member.name)\":"))
            text += member.value
        }
        self.init(joining: text + [Secret(text: "}")])
    }

    /// A text that is not secret, among members that are.
    convenience init(text: String) { self.init(copying: Array(text.utf8)) }
}

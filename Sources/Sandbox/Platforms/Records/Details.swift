package import JSON
internal import Storage

/// Values of a dialect that belong to a record, by name: a JSON object in the database.
package struct Details: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var members: [JSONMember] = []

    /// Values by name.
    package init(dictionaryLiteral elements: (String, JSONOutput)...) {
        for (name, value) in elements { self[name] = value }
    }

    init(_ row: Row) throws(StorageFailure) {
        guard let document = try? JSONDocument(Array(try row.text("details").utf8)),
            case .object(let members) = JSONOutput(document.root)
        else { throw .columnUnreadable("details") }
        self.members = members
    }

    /// The value with a name; nil where there is none.
    package subscript(name: String) -> JSONOutput? {
        get { members.first { $0.name == name }?.value }
        set {
            members.removeAll { $0.name == name }
            if let newValue { members.append(JSONMember(name: name, value: newValue)) }
        }
    }

    /// The text with a name; nil where there is none.
    package func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }

    var stored: StoredValue { .text(JSONOutput.object(members).compact) }
}

internal import JSON
internal import PaymentToken

extension FuzzTarget {
    /// A text that is read, written and read again has the same values.
    static let json = FuzzTarget(
        "json",
        seeds: { [Array(TestTokens.shared.token.json.compact.utf8), TestTokens.shared.payload] }
    ) { input in
        guard let document = try? JSONDocument(input) else { return }
        let text = written(document.root)
        let again = (try? JSONDocument(Array(text.utf8))).map { written($0.root) }
        require(again == text, "what was read and written is not read again")
    }

    private static func written(_ value: JSONValue) -> String {
        if let text = value.string { return JSONOutput.string(text).compact }
        if let text = value.numberText { return text }
        if let truth = value.bool { return truth ? "true" : "false" }
        if let elements = value.elements {
            return "[\(elements.map(written).joined(separator: ","))]"
        }
        guard value.isObject else {
            require(value.isNull, "a value of no kind")
            return "null"
        }
        let members = value.members
        require(members.isEmpty == value.isEmptyObject, "members that are not there")
        return "{\(members.map { written($0.name, $0.value) }.joined(separator: ","))}"
    }

    private static func written(_ name: String, _ value: JSONValue) -> String {
        "\(JSONOutput.string(name).compact):\(written(value))"
    }
}

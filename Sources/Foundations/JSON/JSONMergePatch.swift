extension JSONValue {
    /// The value, to be written again.
    public var output: JSONOutput {
        if let string { return .string(string) }
        if let numberText { return .number(numberText) }
        if let bool { return .bool(bool) }
        if let elements { return .array(elements.map(\.output)) }
        guard isObject else { return .null }
        return .object(members.map { JSONMember(name: $0.name, value: $0.value.output) })
    }

    /// A value changed by this one: members that are `null` here are removed, others are set.
    ///
    /// - Parameter target: The value that is changed; nil for none.
    /// - Returns: The changed value.
    /// - Source: RFC 7396, *JSON Merge Patch*, § 2.
    public func merged(into target: JSONValue?) -> JSONOutput {
        guard isObject else { return output }
        var result = (target?.members ?? []).map {
            JSONMember(name: $0.name, value: $0.value.output)
        }
        for (name, value) in members {
            let place = result.firstIndex { $0.name == name }
            if value.isNull {
                if let place { result.remove(at: place) }
                continue
            }
            let member = JSONMember(name: name, value: value.merged(into: target?.member(name)))
            if let place { result[place] = member } else { result.append(member) }
        }
        return .object(result)
    }
}

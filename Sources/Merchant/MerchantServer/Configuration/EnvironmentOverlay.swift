internal import JSON

/// The members of the configuration that variables of the environment replace.
struct EnvironmentOverlay {
    /// The prefix of such variables.
    static let prefix = "QUINCE_SERVER_"

    private let variables: [String: String]

    init(_ environment: [String: String]) {
        variables = environment.filter { $0.key.hasPrefix(Self.prefix) }
    }

    /// A value with the members that variables replace.
    func applied(to value: JSONValue, _ form: ConfigurationForm) -> JSONOutput {
        applied(to: value, form, at: []) ?? JSONOutput(value)
    }

    /// A problem for each variable that names no member.
    func unknown(_ form: ConfigurationForm) -> [ConfigurationProblem] {
        let known = Set(Self.names(of: form, at: []))
        return variables.keys.filter { !known.contains($0) }.sorted().map {
            ConfigurationProblem($0, "there is no such member of the configuration")
        }
    }

    private func applied(
        to value: JSONValue?,
        _ form: ConfigurationForm,
        at path: [String]
    ) -> JSONOutput? {
        switch form {
        case .object(let members), .oneMember(let members):
            guard value?.isObject != false else { return value.map(JSONOutput.init) }
            var output: [JSONMember] = []
            for (name, value) in value?.members ?? []
            where !members.contains(where: { $0.name == name }) {
                output.append(JSONMember(name: name, value: JSONOutput(value)))
            }
            let replaced = Self.replaced(form, variables, at: path)
            for member in members where replaced == nil || replaced == member.name {
                let inner = value?.member(member.name)
                let applied = applied(to: inner, member.form, at: path + [member.name])
                if let applied { output.append(JSONMember(name: member.name, value: applied)) }
            }
            return value == nil && output.isEmpty ? nil : .object(output)
        case .list(.object, _): break
        case .list:
            guard let text = variables[Self.name(of: path)] else { break }
            return .array(text.split(separator: ",").map { .string(String($0)) })
        case .integer:
            guard let text = variables[Self.name(of: path)] else { break }
            return Int64(text).map { .integer($0) } ?? .string(text)
        case .text, .choice:
            guard let text = variables[Self.name(of: path)] else { break }
            return .string(text)
        }
        return value.map(JSONOutput.init)
    }

    /// The member that a variable chooses where an object has exactly one.
    private static func replaced(
        _ form: ConfigurationForm,
        _ variables: [String: String],
        at path: [String]
    ) -> String? {
        guard case .oneMember(let members) = form else { return nil }
        return members.first { variables[name(of: path + [$0.name])] != nil }?.name
    }

    private static func names(of form: ConfigurationForm, at path: [String]) -> [String] {
        switch form {
        case .object(let members), .oneMember(let members):
            members.flatMap { names(of: $0.form, at: path + [$0.name]) }
        case .list(.object, _): []
        default: [name(of: path)]
        }
    }

    /// The variable of a member: `QUINCE_SERVER_MERCHANT_DISPLAY_NAME` of `merchant.displayName`.
    private static func name(of path: [String]) -> String {
        prefix
            + path.map { part in
                part.reduce(into: "") { text, character in
                    if character.isUppercase { text += "_" }
                    text += character.uppercased()
                }
            }.joined(separator: "_")
    }
}

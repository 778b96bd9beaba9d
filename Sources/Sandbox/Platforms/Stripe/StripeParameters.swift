internal import HTTPMessages

/// The parameters of a request: names with brackets, such as `card[exp_month]`, and texts.
///
/// - Source: the bodies that Stripe's SDKs send; WHATWG URL Standard, § 5.1, for the percent-encoding.
struct StripeParameters: Sendable {
    /// A parameter; its path is the name with the words in brackets after it.
    struct Leaf: Hashable, Sendable {
        let path: [String]
        let value: String

        /// The path as it is written.
        var name: String { StripeParameters.name(path) }
    }

    static let depthLimit = 8
    static let countLimit = 1_000

    private(set) var leaves: [Leaf] = []

    /// Reads a query or a form; nil where it is none. Of a name that comes twice, the last one counts.
    init?(_ bytes: [UInt8]) {
        var places: [[String]: Int] = [:]
        guard let items = try? HTTPRequestTarget.formItems(of: bytes) else { return nil }
        for item in items {
            guard let path = Self.path(item.name) else { return nil }
            let leaf = Leaf(path: path, value: item.value)
            if path.last?.isEmpty == false, let place = places[path] {
                leaves[place] = leaf
            } else {
                places[path] = leaves.count
                leaves.append(leaf)
            }
            guard leaves.count <= Self.countLimit else { return nil }
        }
    }

    /// Splits `a[b][c]` into its words; nil for another form.
    static func path(_ name: String) -> [String]? {
        guard let bracket = name.firstIndex(of: "[") else {
            return name.isEmpty || name.contains("]") ? nil : [name]
        }
        var path = [String(name[..<bracket])]
        guard bracket != name.startIndex, name.hasSuffix("]"), !path[0].contains("]") else {
            return nil
        }
        let inside = name[name.index(after: bracket)...].dropLast()
        for word in inside.split(separator: "][", omittingEmptySubsequences: false) {
            guard !word.contains("["), !word.contains("]") else { return nil }
            path.append(String(word))
        }
        return path.count <= depthLimit ? path : nil
    }

    /// The parameters of an operation, which may all have `expand`.
    static func form(_ names: String) -> [[String]] {
        (names + " expand[*]").split(separator: " ").compactMap { path(String($0)) }
    }

    static func name(_ path: [String]) -> String {
        (path.first ?? "") + path.dropFirst().map { "[\($0)]" }.joined()
    }

    /// A text by its path; nil where it is missing.
    func text(_ path: String...) -> String? { text(at: path) }

    /// A text by its path; nil where it is missing.
    func text(at path: [String]) -> String? { leaves.last { $0.path == path }?.value }

    /// The parameters under a name, by the word in brackets.
    func members(_ name: String) -> [(name: String, value: String)] {
        leaves.filter { $0.path.count == 2 && $0.path[0] == name }
            .map { (name: $0.path[1], value: $0.value) }
    }

    /// Whether there are parameters under a path.
    func has(_ path: String...) -> Bool { leaves.contains { $0.path.starts(with: path) } }

    /// The elements of a list.
    func list(_ name: String) -> [String] { members(name).map(\.value) }

    /// A text with all parameters, the same for the same parameters in any order.
    var canonical: String {
        leaves.map { "\($0.name.utf8.count) \($0.name)=\($0.value.utf8.count) \($0.value)" }
            .sorted().joined()
    }

    /// The first parameter that a form does not have. In the form `*` stands for any word, and `**` for any words.
    func unknown(_ form: [[String]]) -> Leaf? {
        leaves.first { leaf in
            !form.contains { pattern in
                guard pattern.last != "**" else {
                    return leaf.path.starts(with: pattern.dropLast())
                }
                return pattern.count == leaf.path.count
                    && zip(pattern, leaf.path).allSatisfy { $0 == "*" || $0 == $1 }
            }
        }
    }
}

// Values of a form.
extension StripeParameters {
    func required(_ path: String...) throws(PlatformFailure) -> String { try required(at: path) }

    func required(at path: [String]) throws(PlatformFailure) -> String {
        let name = Self.name(path)
        guard let text = text(at: path) else { throw StripeError.missing(name).failure }
        guard !text.isEmpty else { throw StripeError.empty(name).failure }
        return text
    }

    func integer(_ name: String) throws(PlatformFailure) -> Int64? {
        guard let text = text(name) else { return nil }
        return try Self.integer(text, name)
    }

    static func integer(_ text: String, _ name: String) throws(PlatformFailure) -> Int64 {
        guard let value = Int64(text), !text.hasPrefix("+") else {
            throw StripeError.invalid(
                name,
                "Invalid integer: \(text)",
                code: "parameter_invalid_integer"
            )
            .failure
        }
        return value
    }

    func flag(_ name: String) throws(PlatformFailure) -> Bool {
        switch text(name) {
        case nil, "false": false
        case "true": true
        case .some(let text):
            throw StripeError.invalid(name, "Invalid boolean: \(text)").failure
        }
    }

    func choice(_ name: String, of words: [String]) throws(PlatformFailure) -> String? {
        guard let text = text(name) else { return nil }
        guard words.contains(text) else {
            let list = words.dropLast().joined(separator: ", ")
            throw StripeError.invalid(
                name,
                "Invalid \(name): must be one of \(list), or \(words.last ?? "")"
            )
            .failure
        }
        return text
    }
}

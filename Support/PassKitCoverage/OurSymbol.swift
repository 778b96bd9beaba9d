internal import JSON

/// A symbol that our module declares, from the compiler's symbol graph.
struct OurSymbol {
    /// The compiler's unique identifier (USR).
    let identifier: String
    /// Its qualified name, such as `PKPaymentRequest.merchantIdentifier`.
    let path: String
    /// The compiler's kind, such as `swift.type.method`.
    let kind: String
    /// Its access level; apps can use `open` and `public`.
    let access: String
    /// The type of a property or of a function.
    let type: String?
    /// The first sentence or line of its documentation comment.
    let summary: String?
    /// Whether it is a designated initializer.
    let isConvenience: Bool
    /// Whether it is an initializer that every subclass has, and a metatype can therefore call.
    let isRequired: Bool

    init(
        _ path: String,
        _ kind: String,
        type: String? = nil,
        access: String = "open",
        isConvenience: Bool = false,
        isRequired: Bool = false,
        identifier: String? = nil,
        summary: String? = nil
    ) {
        self.path = path
        self.kind = kind
        self.type = type
        self.access = access
        self.isConvenience = isConvenience
        self.isRequired = isRequired
        self.identifier = identifier ?? "\(path) \(type ?? "")"
        self.summary = summary
    }

    /// Reads one symbol of a graph; nil if no app can use it on any system.
    init?(_ value: JSONValue, in file: String) throws(CoverageFailure) {
        guard let identifier = value.member("identifier")?.member("precise")?.string,
            let path = value.member("pathComponents")?.elements?.compactMap(\.string),
            let kind = value.member("kind")?.member("identifier")?.string,
            let access = value.member("accessLevel")?.string
        else { throw .unexpected(file: file, place: "a symbol without a name") }
        let isUnavailable = value.member("availability")?.elements?
            .contains { $0.member("isUnconditionallyUnavailable")?.bool == true }
        if isUnavailable == true { return nil }
        let fragments = Self.fragments(value)
        self.init(
            path.joined(separator: "."),
            kind,
            type: Self.type(of: value, fragments, kind: kind, name: path.last ?? ""),
            access: access,
            isConvenience: fragments.contains { $0.kind == "keyword" && $0.text == "convenience" },
            isRequired: fragments.contains { $0.kind == "keyword" && $0.text == "required" },
            identifier: identifier,
            summary: Self.summary(value)
        )
    }

    /// Whether it comes from a protocol extension.
    var isSynthesized: Bool { identifier.contains("::SYNTHESIZED::") }

    /// The compiler's identifier of its declaration, which may be in a protocol extension.
    var declaration: String {
        identifier.firstRange(of: "::SYNTHESIZED::")
            .map { String(identifier[..<$0.lowerBound]) } ?? identifier
    }

    /// Whether an app can use it.
    var isForApps: Bool { access == "open" || access == "public" }

    /// Whether it is an initializer that a subclass must implement to inherit the others.
    var isDesignated: Bool { kind == "swift.init" && !isConvenience }

    private typealias Fragment = (kind: String, text: String)

    private static func fragments(
        _ value: JSONValue?,
        _ name: String = "declarationFragments"
    ) -> [Fragment] {
        (value?.member(name)?.elements ?? [])
            .map { ($0.member("kind")?.string ?? "", $0.member("spelling")?.string ?? "") }
    }

    private static func text(_ fragments: some Sequence<Fragment>) -> String {
        fragments.map(\.text).joined()
    }

    private static func type(
        of value: JSONValue,
        _ fragments: [Fragment],
        kind: String,
        name: String
    ) -> String? {
        switch kind {
        case "swift.property", "swift.type.property", "swift.var":
            let declaration = text(fragments)
            guard let colon = declaration.firstRange(of: "\(name): ") else { return nil }
            let isLet = fragments.contains { $0.kind == "keyword" && $0.text == "let" }
            return declaration[colon.upperBound...] + (isLet ? " { get }" : "")
        case "swift.init", "swift.method", "swift.type.method", "swift.func":
            return functionType(of: value, fragments, isInit: kind == "swift.init")
        case "swift.typealias":
            let declaration = text(fragments)
            return declaration.firstRange(of: " = ").map { String(declaration[$0.upperBound...]) }
        default: return nil
        }
    }

    private static func functionType(
        of value: JSONValue,
        _ fragments: [Fragment],
        isInit: Bool
    ) -> String {
        let signature = value.member("functionSignature")
        let parameters = (signature?.member("parameters")?.elements ?? [])
            .map { parameter in
                let declaration = text(Self.fragments(parameter))
                let colon = declaration.firstRange(of: ": ")
                return String(declaration[(colon?.upperBound ?? declaration.startIndex)...])
            }
        var gives = text(Self.fragments(signature, "returns"))
        if isInit { gives = text(fragments).contains("init?") ? "Self?" : "Self" }
        var depth = 0
        var effects = ""
        for fragment in fragments {
            let isEffect = ["async", "throws"].contains(fragment.text)
            if isEffect, fragment.kind == "keyword", depth == 0 { effects += " \(fragment.text)" }
            for character in fragment.text { depth += character.nesting }
        }
        let takes = parameters.joined(separator: ", ")
        return "(\(takes))\(effects) -> \(gives.isEmpty ? "Void" : gives)"
    }

    private static func summary(_ value: JSONValue) -> String? {
        let lines = value.member("docComment")?.member("lines")?.elements?
            .compactMap { $0.member("text")?.string }
        var paragraph = (lines ?? []).prefix { !$0.isEmpty }.joined(separator: " ")
        // The row of the mission is of no use to readers of the page.
        if let start = paragraph.firstRange(of: " (mission ")?.lowerBound,
            let end = paragraph[start...].firstIndex(of: ")")
        {
            paragraph.removeSubrange(start...end)
        }
        return paragraph.isEmpty ? nil : paragraph
    }
}

extension Character {
    /// The change of bracket depth.
    fileprivate var nesting: Int { self == "(" ? 1 : self == ")" ? -1 : 0 }
}

extension String {
    /// The qualified name of the enclosing type, such as `PKItem` for `PKItem.init(label:)`.
    var enclosingPath: String? {
        let name = prefix { $0 != "(" }
        return name.lastIndex(of: ".").map { String(self[..<$0]) }
    }
}

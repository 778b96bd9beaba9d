extension LintRule {
    static let merchantIdentifier = LintRule(
        name: "merchant-identifier",
        sentence: "A literal is not a valid merchant identifier, or is a placeholder.",
        reason: """
            A merchant identifier begins with merchant. and must equal one that the app's \
            entitlement names. With any other the sheet fails on a device.
            """,
        remedy: "use an identifier that the entitlement "
            + "com.apple.developer.in-app-payments names, such as merchant.com.example",
        mission: ["3.11", "3.12", "14.9"],
        documentation:
            "https://developer.apple.com/documentation/passkit/pkpaymentrequest/merchantidentifier",
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            let literals = literals(unit)
            // An empty one may be a default that another replaces.
            return literals.filter { !$0.literal.text.isEmpty || literals.count == 1 }
                .compactMap { place, literal in
                    problem(literal.text).map { LintMark(place, $0) }
                }
        }
    )

    /// The literals that are assigned to something called merchantIdentifier.
    private static func literals(_ unit: SourceUnit) -> [(place: Int, literal: Token)] {
        var places = unit.assignments.filter { $0.path.last == "merchantIdentifier" }.map(\.value)
        places += unit.calls.flatMap { call in
            call.arguments.filter {
                ["merchantIdentifier", "setMerchantIdentifier"].contains($0.label)
            }
            .map(\.value)
        }
        places += unit.tokens.indices.compactMap { index in
            guard unit.tokens[index].isName("let"),
                unit.token(index + 1)?.isName("merchantIdentifier") == true
            else { return nil }
            return unit.declaration(of: "merchantIdentifier", at: index + 1)?.value
        }
        var seen: Set<Int> = []
        return places.compactMap { value in literal(value, unit) }
            .filter { seen.insert($0.place).inserted }
    }

    /// A literal, or the constant of this file that has it.
    private static func literal(
        _ value: Range<Int>,
        _ unit: SourceUnit
    ) -> (place: Int, literal: Token)? {
        if let own = text(value, unit) { return own }
        guard let name = unit.onlyName(in: value) else { return nil }
        if let macro = unit.macros[name] { return (value.lowerBound, macro) }
        guard let declaration = unit.declaration(of: name, at: value.lowerBound),
            declaration.isConstant || unit.language == .objectiveC, !declaration.value.isEmpty
        else { return nil }
        return text(declaration.value, unit)
    }

    private static func text(
        _ value: Range<Int>,
        _ unit: SourceUnit
    ) -> (place: Int, literal: Token)? {
        let start =
            unit.token(value.lowerBound)?.isMark("@") == true
            ? value.lowerBound + 1 : value.lowerBound
        guard value.upperBound == start + 1, let token = unit.token(start), token.kind == .text,
            !token.isInterpolated
        else { return nil }
        return (value.lowerBound, token)
    }

    private static func problem(_ text: String) -> String? {
        if text.isEmpty { return "the merchant identifier is empty" }
        let shown = "the merchant identifier \"\(text)\""
        let isPlain = text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains($0) && $0 != UInt8(ascii: "/")
        }
        guard isPlain else {
            return "\(shown) has characters other than letters, digits, hyphens and dots"
        }
        if !text.hasPrefix("merchant.") { return "\(shown) does not begin with merchant." }
        if text.hasSuffix(".") { return "\(shown) ends with a dot" }
        let parts = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        if parts.contains("") { return "\(shown) has two dots in a row" }
        return parts.contains { placeholders.contains(String($0)) }
            ? "\(shown) is a placeholder" : nil
    }

    private static let placeholders: Set<String> = [
        "your", "yourapp", "yourappname", "yourbundleid", "yourcompany", "yourcompanyname",
        "yourdomain", "yourdomainname", "yourid", "yourmerchantid", "yourmerchantidentifier",
        "yourname", "yourorganization", "your-app", "your-company", "your-domain",
        "your-merchant-id", "placeholder", "changeme", "xxx",
    ]
}

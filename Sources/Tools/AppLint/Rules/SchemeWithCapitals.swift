extension LintRule {
    static let schemeWithCapitals = LintRule(
        name: "scheme-with-capitals",
        sentence: "The scheme of a link in a web view is compared with a name that has capitals.",
        reason: "A web view reports schemes in lower case, so the comparison is never true.",
        remedy: "write the scheme in lower case, and compare it in lower case",
        mission: ["6.2", "6.6"],
        documentation: "https://developer.apple.com/documentation/foundation/url/scheme",
        subject: .source { unit in
            guard unit.tokens.contains(where: isOfWebView) else { return [] }
            return unit.language == .swift ? comparisons(unit) : messages(unit)
        }
    )

    private static func isOfWebView(_ token: Token) -> Bool {
        token.kind == .name
            && ["WebKit", "WKWebView", "UIWebView", "WKNavigationAction"].contains(token.text)
    }

    private static func comparisons(_ unit: SourceUnit) -> [LintMark] {
        unit.tokens.indices.compactMap { index in
            guard unit.tokens[index].isMark("==") || unit.tokens[index].isMark("!="),
                let name = capitals(index + 1, unit)
            else { return nil }
            var end = index - 1
            if unit.token(end)?.isMark(")") == true, unit.token(end - 1)?.isMark("(") == true,
                unit.token(end - 2)?.isName("lowercased") == true
            {
                end -= 4
            }
            while let token = unit.token(end), token.isMark("?") || token.isMark("!") { end -= 1 }
            guard unit.token(end)?.isName("scheme") == true,
                unit.token(end - 1)?.isMark(".") == true
            else { return nil }
            return LintMark(index + 1, "a web view never reports the scheme \(name)")
        }
    }

    private static func messages(_ unit: SourceUnit) -> [LintMark] {
        unit.calls.compactMap { call in
            guard call.name == "isEqualToString", let last = call.receiver.last,
                unit.tokens[last].isName("scheme"), let argument = call.arguments.first?.value,
                argument.count == 2, unit.tokens[argument.lowerBound].isMark("@"),
                let name = capitals(argument.lowerBound + 1, unit)
            else { return nil }
            return LintMark(argument.lowerBound, "a web view never reports the scheme \(name)")
        }
    }

    private static func capitals(_ place: Int, _ unit: SourceUnit) -> String? {
        guard let token = unit.token(place), token.kind == .text, !token.isInterpolated,
            token.text.utf8.contains(where: { (0x41...0x5a).contains($0) })
        else { return nil }
        return token.text
    }
}

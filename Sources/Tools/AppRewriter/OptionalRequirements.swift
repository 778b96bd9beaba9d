internal import AppLint

/// An optional method of a protocol of the app's.
struct OptionalRequirement {
    let name: String
    /// The index of `optional`.
    let keyword: Int
    /// The requirement without `optional`.
    let signature: Range<Int>
    /// The statements of its default, or nil if the method's result has no value for "not there".
    let defaultBody: String?
    /// The index of the brace that ends the protocol.
    let end: Int
    /// The protocol's name, behind its access modifier.
    let owner: String
}

extension AppFile {
    var optionalRequirements: [OptionalRequirement] {
        tokens.indices.flatMap { index -> [OptionalRequirement] in
            guard tokens[index].isName("protocol"), let name = unit.token(index + 1),
                let opening = tokens.indices.dropFirst(index).first(where: {
                    tokens[$0].isMark("{")
                }),
                let inside = unit.inside(opening)
            else { return [] }
            let isPublic = index > 0 && tokens[index - 1].isName("public")
            return inside.filter { tokens[$0].isName("optional") }.compactMap {
                requirement(
                    at: $0,
                    end: inside.upperBound,
                    owner: (isPublic ? "public extension " : "extension ") + name.text
                )
            }
        }
    }

    /// The names of variables whose declared type begins with a parenthesis, as that of an optional
    /// closure does.
    var closureNames: [String] {
        tokens.indices.compactMap { index in
            guard tokens[index].isName("var") || tokens[index].isName("let"),
                unit.token(index + 2)?.isMark(":") == true,
                unit.token(index + 3)?.isMark("(") == true
            else { return nil }
            return tokens[index + 1].text
        }
    }

    private func requirement(at keyword: Int, end: Int, owner: String) -> OptionalRequirement? {
        guard
            let function = (keyword + 1..<min(keyword + 4, end)).first(where: {
                tokens[$0].isName("func")
            }),
            let parameters = (function..<end).dropFirst(2).first(where: { tokens[$0].isMark("(") }),
            let inside = unit.inside(parameters)
        else { return nil }
        var index = inside.upperBound + 1
        while index < end, ["async", "throws"].contains(tokens[index].text) { index += 1 }
        let result = resultType(from: index, to: end)
        let body: String? =
            switch result.last.map({ tokens[$0].text }) {
            case nil, "Void": ""
            case ")" where result.count == 2: ""
            case "?": "nil"
            default: nil
            }
        return OptionalRequirement(
            name: tokens[function + 1].text,
            keyword: keyword,
            signature: keyword + 1..<(result.last ?? index - 1) + 1,
            defaultBody: body,
            end: end,
            owner: owner
        )
    }

    /// The tokens of a result type behind `->`; none without it.
    private func resultType(from mark: Int, to end: Int) -> Range<Int> {
        guard mark < end, tokens[mark].isMark("->") else { return mark..<mark }
        var index = unit.after(mark + 1)
        while index < end, !tokens[index].isMark(";"), !tokens[index].isMark("@") {
            let gap = bytes[tokens[index - 1].range.upperBound..<tokens[index].range.lowerBound]
            if gap.contains(UInt8(ascii: "\n")) { break }
            index = unit.after(index)
        }
        return mark + 1..<index
    }

    /// Gives each optional method a default in an extension, on the line that ends its protocol.
    var optionalRequirementEdits: [Edit] {
        let possible = optionalRequirements.filter { $0.defaultBody != nil }
        let keywords = possible.map { Edit(blanking: tokens[$0.keyword].range, of: self) }
        let extensions = Dictionary(grouping: possible, by: \.end).map { end, requirements in
            let defaults = requirements.map { "\(line($0.signature)) { \($0.defaultBody ?? "") }" }
            let text = "}; \(requirements[0].owner) { \(defaults.joined(separator: "; ")) }"
            return Edit(tokens[end].range, of: self, text)
        }
        return keywords + extensions
    }

    /// The text of some tokens on one line, without comments.
    private func line(_ range: Range<Int>) -> String {
        range.reduce(into: "") { line, index in
            if index > range.lowerBound,
                tokens[index].range.lowerBound > tokens[index - 1].range.upperBound
            {
                line += " "
            }
            line += text(tokens[index].range)
        }
    }
}

extension Rewriting {
    /// Removes the question mark of `delegate.method?(…)`: the method has a default.
    func optionalCallEdits(in file: AppFile) -> [Edit] {
        file.tokens.indices.compactMap { index in
            guard file.tokens[index].isMark("?"), file.reads(["?", "("], at: index),
                index > 1, optionalMethods.contains(file.tokens[index - 1].text),
                file.reads([".", file.tokens[index - 1].text], at: index - 2)
            else { return nil }
            return Edit(blanking: file.tokens[index].range, of: file)
        }
    }
}

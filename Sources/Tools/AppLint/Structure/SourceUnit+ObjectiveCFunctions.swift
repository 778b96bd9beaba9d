extension SourceUnit {
    /// The Objective-C methods and C functions with a body.
    func objectiveCFunctions() -> [FunctionText] {
        tokens.indices.compactMap { index in
            guard brackets.parent(of: index) == nil else { return nil }
            if tokens[index].isMark("-") || tokens[index].isMark("+") { return method(at: index) }
            return cFunction(at: index)
        }
    }

    private func method(at start: Int) -> FunctionText? {
        var index = start + 1
        if token(index)?.isMark("(") == true { index = after(index) }
        let nameIndex = index
        guard let name = token(nameIndex), name.kind == .name else { return nil }
        var parameters: [ParameterText] = []
        while let token = token(index), index < start + 400, !token.isMark("{") {
            if token.isMark(";") || token.isMark("}") { return nil }
            if token.kind == .name, self.token(index + 1)?.isMark(":") == true,
                let parameter = methodParameter(label: index)
            {
                parameters.append(parameter)
                index = parameter.index + 1
            } else {
                index = after(index)
            }
        }
        guard token(index)?.isMark("{") == true, let body = inside(index) else { return nil }
        return FunctionText(
            name: name.text,
            parameters: parameters,
            header: nameIndex,
            body: body
        )
    }

    private func methodParameter(label: Int) -> ParameterText? {
        var index = label + 2
        var type = index..<index
        if token(index)?.isMark("(") == true, let inside = inside(index) {
            type = inside
            index = inside.upperBound + 1
        }
        guard let name = token(index), name.kind == .name else { return nil }
        return ParameterText(label: tokens[label].text, name: name.text, index: index, type: type)
    }

    private func cFunction(at nameIndex: Int) -> FunctionText? {
        guard tokens[nameIndex].kind == .name, token(nameIndex + 1)?.isMark("(") == true,
            let before = token(nameIndex - 1), before.kind == .name || before.isMark("*"),
            !["if", "while", "for", "switch", "else", "return"].contains(tokens[nameIndex].text),
            let inside = inside(nameIndex + 1),
            token(inside.upperBound + 1)?.isMark("{") == true,
            let body = self.inside(inside.upperBound + 1)
        else { return nil }
        let parameters = pieces(of: inside).compactMap { piece -> ParameterText? in
            guard let index = piece.last, tokens[index].kind == .name, piece.count > 1
            else { return nil }
            return ParameterText(
                label: "",
                name: tokens[index].text,
                index: index,
                type: piece.lowerBound..<index
            )
        }
        return FunctionText(
            name: tokens[nameIndex].text,
            parameters: parameters,
            header: nameIndex,
            body: body
        )
    }
}

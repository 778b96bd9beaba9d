internal import AppLint

extension AppFile {
    /// Makes `os(iOS)` true in the conditions of `#if` and `#elseif`.
    var directiveEdits: [Edit] {
        tokens.filter { $0.kind == .directive }.compactMap { directive in
            let line = text(directive.range)
            let condition = line.replacing("os(iOS)", with: "os(Linux)")
            return condition == line ? nil : Edit(directive.range, of: self, condition)
        }
    }

    /// Imports modules that are here by their own name only, and none of Objective-C.
    var importEdits: [Edit] {
        tokens.indices.flatMap { index -> [Edit] in
            guard tokens[index].isName("import"), let module = unit.token(index + 1),
                module.kind == .name, module.line == tokens[index].line
            else { return [] }
            var end = index + 2
            while reads([".", unit.token(end + 1)?.text ?? ""], at: end) { end += 2 }
            switch module.text {
            case "ObjectiveC": return [Edit(blanking: bytes(of: index..<end), of: self)]
            case "OSLog": return [Edit(bytes(of: index + 1..<end), of: self, "os")]
            default:
                return end > index + 2
                    ? [Edit(blanking: bytes(of: index + 2..<end), of: self)] : []
            }
        }
    }

    /// Blanks `#Preview { … }`, which is a macro of Xcode's.
    var previewEdits: [Edit] {
        tokens.indices.compactMap { index in
            guard reads(["#", "Preview"], at: index) else { return nil }
            var end = index + 2
            if unit.token(end)?.isMark("(") == true { end = unit.after(end) }
            guard unit.token(end)?.isMark("{") == true else { return nil }
            return Edit(blanking: bytes(of: index..<unit.after(end)), of: self)
        }
    }
}

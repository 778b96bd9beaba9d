internal import AppLint

extension AppFile {
    /// The modules that have another name here.
    ///
    /// A target that depends on a module named UIKit makes `canImport(UIKit)` true for every package
    /// of its build, so the copies import the module that PassKit has in it.
    private static let modules = ["UIKit": "UIKitStubs", "OSLog": "os"]

    /// Makes `os(iOS)` and `canImport(UIKit)` true in the conditions of `#if` and `#elseif`.
    var directiveEdits: [Edit] {
        tokens.filter { $0.kind == .directive }.compactMap { directive in
            let line = text(directive.range)
            let condition = line.replacing("os(iOS)", with: "os(Linux)")
                .replacing("canImport(UIKit)", with: "canImport(UIKitStubs)")
            return condition == line ? nil : Edit(directive.range, of: self, condition)
        }
    }

    /// Imports whole modules, by the names that they have here, and none of Objective-C.
    var importEdits: [Edit] {
        tokens.indices.flatMap { index -> [Edit] in
            guard tokens[index].isName("import"), let first = unit.token(index + 1),
                first.kind == .name, first.line == tokens[index].line
            else { return [] }
            let kinds = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
            let module = index + (kinds.contains(first.text) ? 2 : 1)
            guard let name = unit.token(module)?.text else { return [] }
            var end = module + 1
            while reads([".", unit.token(end + 1)?.text ?? ""], at: end) { end += 2 }
            if name == "ObjectiveC" { return [Edit(blanking: bytes(of: index..<end), of: self)] }
            let renaming = Self.modules[name].map { Edit(tokens[module].range, of: self, $0) }
            let isWhole = module == index + 1 && end > module + 1
            let part = isWhole ? Edit(blanking: bytes(of: module + 1..<end), of: self) : nil
            return [renaming, part].compactMap(\.self)
        }
    }

    /// Blanks `#Preview { … }`, a macro of Xcode's, with the attributes before it.
    var previewEdits: [Edit] {
        tokens.indices.compactMap { index in
            guard reads(["#", "Preview"], at: index) else { return nil }
            var end = index + 2
            if unit.token(end)?.isMark("(") == true { end = unit.after(end) }
            guard unit.token(end)?.isMark("{") == true else { return nil }
            let start = attributesStart(before: index)
            return Edit(blanking: bytes(of: start..<unit.after(end)), of: self)
        }
    }

    /// Where the attributes directly before a token begin; the token's index without any.
    private func attributesStart(before index: Int) -> Int {
        var start = index
        while let last = unit.token(start - 1),
            let end = last.isMark(")") ? unit.brackets.partner(of: start - 1) : start,
            let name = unit.token(end - 1), name.kind == .name,
            reads(["@", name.text], at: end - 2)
        {
            start = end - 2
        }
        return start
    }
}

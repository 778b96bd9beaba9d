internal import AppLint

extension Rewriting {
    /// Makes `#selector(pay(_:))` a `Selector` with a closure that calls the method.
    func selectorEdits(in file: AppFile) -> [Edit] {
        file.tokens.indices.compactMap { index in
            guard file.reads(["#", "selector", "("], at: index),
                let inside = file.unit.inside(index + 2),
                let call = methodCall(inside, in: file)
            else { return nil }
            return Edit(file.bytes(of: index..<inside.upperBound + 1), of: file, call)
        }
    }

    /// The value for the method that some tokens name; nil for a property or a cast.
    private func methodCall(_ range: Range<Int>, in file: AppFile) -> String? {
        let names = Array(
            range.prefix { file.tokens[$0].kind == .name || file.reads(["."], at: $0) }
        )
        let path = names.map { file.tokens[$0] }.split { $0.isMark(".") }
            .flatMap { $0.map(\.text) }
            .drop { $0 == "self" || $0 == "Self" }
        guard let method = path.last else { return nil }
        let types = path.dropLast()
        guard
            let type = types.isEmpty
                ? file.typeName(around: range.lowerBound) : types.joined(separator: ".")
        else { return nil }

        let rest = range.dropFirst(names.count)
        let labels: [String]
        if let opening = rest.first {
            guard let written = file.labels(in: opening), rest.last == file.unit.after(opening) - 1
            else { return nil }
            labels = written
        } else {
            labels = self.labels(of: method, in: type)
        }
        guard labels.count <= 2 else { return nil }
        let parameters = ["sender", "event"].prefix(labels.count)
        let arguments = zip(labels, parameters).map { $0 == "_" ? $1 : "\($0): \($1)" }
        let name = method + (labels.isEmpty ? "" : "(\(labels.map { $0 + ":" }.joined()))")
        return "Selector(\"\(name)\", { (target: \(type)"
            + parameters.map { ", \($0)" }.joined()
            + ") in target.\(method)(\(arguments.joined(separator: ", "))) })"
    }
}

extension AppFile {
    /// The labels of a method's name, as in `(_:for:)`; nil if other tokens are in the parentheses.
    fileprivate func labels(in opening: Int) -> [String]? {
        guard tokens[opening].isMark("("), let inside = unit.inside(opening),
            inside.count.isMultiple(of: 2)
        else { return nil }
        let pairs = stride(from: inside.lowerBound, to: inside.upperBound, by: 2)
        guard pairs.allSatisfy({ tokens[$0].kind == .name && tokens[$0 + 1].isMark(":") })
        else { return nil }
        return pairs.map { tokens[$0].text }
    }
}

internal import AppLint

/// The files of one target, rewritten for a system without Objective-C's runtime.
///
/// A copy has the lines of its file, and `#sourceLocation` makes the compiler name the file itself.
/// Other code stays, and the compiler reports it.
struct Rewriting {
    let files: [AppFile]
    private let methods: [String: [Method]]
    /// The optional requirements that have a default here, without the names of closures.
    let optionalMethods: Set<String>

    /// A method that the files declare.
    private struct Method {
        let name: String
        /// The type or extension that it is declared in.
        let type: String?
        let labels: [String]

        init(_ function: FunctionText, type: String?) {
            (name, self.type) = (function.name, type)
            labels = function.parameters.map(\.label)
        }
    }

    /// The optional methods of delegates that Apple declares, as far as apps call them themselves.
    private static let optionalMethodsOfApple: Set<String> = [
        "paymentAuthorizationController", "paymentAuthorizationControllerWillAuthorizePayment",
        "paymentAuthorizationViewController",
        "paymentAuthorizationViewControllerWillAuthorizePayment", "presentationWindow",
    ]

    init(_ files: [AppFile]) {
        self.files = files
        let all = files.flatMap { file in
            file.unit.functions.map { Method($0, type: file.typeName(around: $0.header)) }
        }
        methods = Dictionary(grouping: all, by: \.name)
        optionalMethods = files.reduce(into: Self.optionalMethodsOfApple) { names, file in
            names.formUnion(file.optionalRequirements.filter { $0.defaultBody != nil }.map(\.name))
        }
        .subtracting(files.flatMap(\.closureNames))
    }

    /// The text that is compiled in place of a file.
    func text(of file: AppFile) -> String {
        let edits =
            file.attributeEdits + file.optionalRequirementEdits + file.directiveEdits
            + file.importEdits + file.previewEdits + selectorEdits(in: file)
            + optionalCallEdits(in: file)
        // The compiler numbers the lines that it shows by the copy. The directive takes the place of
        // a comment, if the file begins with one, so that these numbers are the file's too.
        let hasComment = file.bytes.starts(with: "//".utf8)
        let start = hasComment ? (file.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? -1) + 1 : 0
        var text = "#sourceLocation(file: \(quoted(file.path)), line: \(start == 0 ? 1 : 2))\n"
        var position = start
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where edit.range.lowerBound >= position {
            text += file.text(position..<edit.range.lowerBound) + edit.text
            position = edit.range.upperBound
        }
        return text + file.text(position..<file.bytes.count)
    }

    private func quoted(_ path: String) -> String {
        "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// The labels of a method's parameters; none for a method that these files do not declare.
    func labels(of method: String, in type: String) -> [String] {
        let declared = methods[method] ?? []
        return (declared.first { $0.type == type } ?? declared.first)?.labels ?? []
    }
}

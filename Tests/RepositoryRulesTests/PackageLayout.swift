/// The modules that Package.swift declares, read from its text.
struct PackageLayout: Sendable {
    struct Module: Sendable {
        let name: String
        let layer: String
        let dependencies: [String]
        let line: Int
    }

    /// The heights of the layers. Layers of one height may not import each other.
    static let heights = [
        "Foundations": 0, "ApplePay": 1, "Frameworks": 2, "Sandbox": 2, "Merchant": 2, "Tools": 3,
        "Testing": 3, "Benchmarks": 4,
    ]

    /// A library that other packages can depend on.
    struct Product: Sendable {
        let name: String
        let modules: [String]
        let line: Int
    }

    let modules: [Module]
    let products: [Product]
    /// The C libraries, which are modules without Swift.
    let libraries: [String]

    init(manifest: String) {
        modules =
            Self.calls(of: "module", in: manifest)
            .map { call in
                Module(
                    name: call.strings(after: "(").first ?? "",
                    layer: call.strings(after: "in:").first ?? "",
                    dependencies: call.list(after: "on:"),
                    line: call.line
                )
            }
            + Self.calls(of: "tool", in: manifest)
            .map { call in
                let folders = call.strings(after: "path:").first?.split(separator: "/") ?? []
                return Module(
                    name: call.strings(after: "(").first ?? "",
                    layer: folders.drop { $0 == "Sources" }.first.map(String.init) ?? "",
                    dependencies: call.list(after: "on:"),
                    line: call.line
                )
            }
        products = Self.calls(of: "library", in: manifest)
            .map { call in
                Product(
                    name: call.strings(after: "name:").first ?? "",
                    modules: Self.names(in: call.text(after: "targets:"), of: manifest),
                    line: call.line
                )
            }
        let written = Self.calls(of: "target", in: manifest)
            .filter { call in
                let path = call.strings(after: "path:").first ?? ""
                return path.hasPrefix("Sources/") && !path.contains("\\")
            }
        libraries = (Self.calls(of: "systemLibrary", in: manifest) + written)
            .compactMap { $0.strings(after: "name:").first }
    }

    func module(named name: String) -> Module? { modules.first { $0.name == name } }

    /// The module of a file.
    func module(of file: SourceFile) -> Module? {
        let parts = file.path.split(separator: "/")
        guard parts.count > 3, parts[0] == "Sources" else { return nil }
        return modules.first { $0.layer == parts[1] && $0.name == parts[2] }
    }

    /// The modules of Swift and the system that sources import.
    static let systemModules: Set<String> = [
        "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
        "Observation", "Synchronization",
        "Testing",
    ]

    /// Whether a name is that of a module or a C library.
    func declares(_ name: String) -> Bool {
        libraries.contains(name) || modules.contains { $0.name == name }
    }

    /// The literals of a sum of lists, some of which are constants of the manifest.
    private static func names(in sum: Substring, of manifest: String) -> [String] {
        let constants = sum.split { !$0.isPartOfName }
            .compactMap { manifest.firstRange(of: "\nlet \($0) =")?.upperBound }
        return Call.literals(in: sum)
            + constants.flatMap { start in
                let rest = manifest[start...]
                let end = rest.firstRange(of: "\nlet ")?.lowerBound ?? rest.endIndex
                return names(in: rest[..<end], of: manifest)
            }
    }

    /// A call in the manifest: everything between its parentheses.
    private struct Call {
        let text: Substring
        let line: Int

        /// The text after a label.
        func text(after label: String) -> Substring {
            text.firstRange(of: label).map { text[$0.upperBound...] } ?? ""
        }

        /// The string literals after a label.
        func strings(after label: String) -> [String] {
            guard
                let start = label == "(" ? text.startIndex : text.firstRange(of: label)?.upperBound
            else { return [] }
            return Self.literals(in: text[start...])
        }

        /// The string literals of the list after a label.
        func list(after label: String) -> [String] {
            guard let start = text.firstRange(of: label)?.upperBound,
                let end = text[start...].firstIndex(of: "]")
            else { return [] }
            return Self.literals(in: text[start..<end])
        }

        static func literals(in text: Substring) -> [String] {
            text.split(separator: "\"", omittingEmptySubsequences: false)
                .enumerated()
                .filter { !$0.offset.isMultiple(of: 2) }
                .map { String($0.element) }
        }
    }

    /// The calls whose first argument is a literal; the function's own declaration is not one.
    private static func calls(of function: String, in manifest: String) -> [Call] {
        var calls: [Call] = []
        var rest = manifest[...]
        while let found = rest.firstRange(of: function + "(") {
            rest = rest[found.upperBound...]
            let before = manifest[..<found.lowerBound]
            var depth = 1
            let end = rest.firstIndex { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            }
            guard let end, before.last?.isPartOfName != true, !before.hasSuffix("func ")
            else { continue }
            let line = before.count { $0 == "\n" } + 1
            calls.append(Call(text: rest[..<end], line: line))
        }
        return calls
    }
}

extension SourceFile {
    /// The modules that a file imports, with their lines.
    var imports: [(module: String, line: Int)] {
        codeLines.enumerated()
            .compactMap { index, line in
                let words = line.split(separator: " ")
                guard let position = words.firstIndex(of: "import"), position + 1 < words.count,
                    words[..<position].allSatisfy(Self.importModifiers.contains)
                else { return nil }
                let named = Self.importKinds.contains(words[position + 1]) ? 2 : 1
                guard position + named < words.count else { return nil }
                let module = words[position + named].split(separator: ".").first ?? ""
                return (String(module), index + 1)
            }
    }

    private static let importModifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "@testable", "@preconcurrency",
        "@unsafe", "@_exported", "@_spi",
    ]

    private static let importKinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "let", "var", "typealias",
    ]
}

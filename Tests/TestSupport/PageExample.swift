internal import Foundation

/// Swift that a page shows, compiled where it stands: between `// NAME: begin` and `// NAME: end`.
public struct PageExample: Sendable {
    /// The lines between the marks, at the page's margin.
    public let code: String

    /// The example of a name in a file of this repository.
    public init(_ name: String, in path: String) throws {
        let source = try Self.text(path)
        let parts = source.components(separatedBy: "// \(name): ")
        guard let part = parts.first(where: { $0.hasPrefix("begin\n") }) else {
            throw NoExample(name: name, path: path)
        }
        var lines = part.dropFirst("begin\n".count).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        lines.removeLast()
        let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        let indent = indents.min() ?? 0
        code = lines.map { $0.dropFirst(indent) + "\n" }.joined()
    }

    /// Whether a page shows the example at the end of a block.
    public func isShown(by page: String) throws -> Bool {
        let text = try Self.text(page)
        return !code.isEmpty && text.contains("\n\(code)```\n")
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    /// There is no example of this name.
    public struct NoExample: Error {
        /// The name that was looked for.
        public let name: String
        /// Where.
        public let path: String
    }
}

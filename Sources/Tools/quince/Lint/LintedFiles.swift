import AppLint
import CommandLineTool
import Files

/// The source files that a command names, and the key files beside them.
struct LintedFiles {
    /// A file, and whether the command names it and not its folder.
    struct Linted: Hashable {
        let path: String
        let isNamed: Bool
    }

    private(set) var sources: [Linted] = []
    private(set) var keyFiles: [Linted] = []
    /// The paths that could not be read.
    private(set) var failures: [FileFailure] = []

    /// Folders of dependencies and of build products.
    static let skipped: Set<String> = ["Carthage", "DerivedData", "node_modules", "Pods"]

    init(_ paths: [String]) throws(UsageProblem) {
        var seen: Set<String> = []
        for path in paths where seen.insert(path).inserted {
            try reporting(hint: "name a source file, or a folder of source files") {
                try addPath(path)
            }
        }
        guard !sources.isEmpty || keyFiles.contains(where: \.isNamed) || !failures.isEmpty else {
            throw UsageProblem(
                "\(paths.joined(separator: ", ")): no Swift or Objective-C file there",
                hint: "name the folder of the app's source"
            )
        }
    }

    private mutating func addPath(_ path: String) throws(FileFailure) {
        switch try FolderWalk.kind(of: path) {
        case .folder: try addFolder(path)
        case .file: _ = add(path, isNamed: true)
        case .other: throw FileFailure(path, .notAFile)
        }
    }

    private mutating func addFolder(_ folder: String) throws(FileFailure) {
        let walk = try FolderWalk(folder, passingOver: Self.skipped)
        failures += walk.failures
        for path in walk.paths { _ = add(path, isNamed: false) }
    }

    private mutating func add(_ path: String, isNamed: Bool) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let file = Linted(path: path, isNamed: isNamed)
        if SourceLanguage(fileName: name) != nil {
            sources.append(file)
        } else if AppLint.couldHoldKeys(fileName: name) {
            keyFiles.append(file)
        } else {
            return false
        }
        return true
    }
}

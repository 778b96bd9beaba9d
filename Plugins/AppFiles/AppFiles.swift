import Foundation
import PackagePlugin

/// Compiles files of an iOS app in a target of its own, without changing them.
///
/// The target's folder has a text file `AppFiles` with one path on each line, relative to the
/// package: a Swift file, or a folder, which stands for all Swift files in it.
@main
struct AppFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let list = target.directoryURL.appending(path: "AppFiles")
        guard let text = try? String(contentsOf: list, encoding: .utf8) else {
            throw AppFilesError(
                "'\(list.path)' cannot be read. Write the paths of the app's files there, one on each line, relative to the package."
            )
        }
        let paths = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        let files = try paths.flatMap { path in
            try swiftFiles(at: context.package.directoryURL.appending(path: path), path, list)
        }
        guard !files.isEmpty else { throw AppFilesError("'\(list.path)' names no Swift file.") }
        if let file = files.first(where: { file in files.count { $0 == file } > 1 }) {
            throw AppFilesError("'\(list.path)' names '\(file.path)' twice.")
        }

        // Not the file's own name: the compiler warns if two paths have one `#fileID`.
        let copies = files.enumerated().map { number, file in
            let name = file.deletingPathExtension().lastPathComponent
            return context.pluginWorkDirectoryURL.appending(path: "\(name)-copy-\(number).swift")
        }
        return [
            .buildCommand(
                displayName: "Rewriting the app's files for \(target.name)",
                executable: try context.tool(named: "AppRewriter").url,
                arguments: zip(files, copies).flatMap { [$0.path, $1.path] },
                inputFiles: files + [list],
                outputFiles: copies
            )
        ]
    }

    private func swiftFiles(at file: URL, _ path: String, _ list: URL) throws -> [URL] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) else {
            throw AppFilesError("'\(path)' does not exist. '\(list.path)' names it.")
        }
        guard isFolder.boolValue else { return [file] }
        let all = FileManager.default.enumerator(at: file, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .sorted { $0.path < $1.path }
    }
}

/// Why a target cannot be built from the app's files.
struct AppFilesError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

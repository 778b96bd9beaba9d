internal import Files
internal import Glibc

/// Paths in the repository.
enum CoveragePaths {
    static let symbols = "Tests/Vectors/PassKitSymbols"
    static let excuses = "Tests/Vectors/passkit-excuses.json"
    static let page = "Documentation/PassKitCoverage.md"
}

/// `PassKitCoverage [--check] USES GRAPH…`: run by `./dev coverage` in the root of the repository.
@main
enum CoverageTool {
    private static let usage = """
        usage: PassKitCoverage [--check] USES GRAPH…

          --check  write nothing; exit with status 1 where \(CoveragePaths.page) would change
          USES     what index-uses printed of the tests
          GRAPH    what swift symbolgraph-extract wrote of PassKit and of Contacts, down to what is
                   internal: it decides which initializers are inherited

        example: ./dev coverage
        """

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let options = arguments.filter { $0.hasPrefix("-") }
        let files = arguments.filter { !$0.hasPrefix("-") }
        guard options.isEmpty || options == ["--check"], files.count > 1 else {
            complain(usage)
            exit(2)
        }
        do throws(CoverageFailure) {
            let uses = try TestUses(file: files[0])
            let ours = try OurModules(graphs: Array(files[1...]))
            let list = try AppleList(folder: CoveragePaths.symbols, excuses: CoveragePaths.excuses)
            let comparison = Comparison(list, ours, uses)
            for problem in comparison.problems { complain("dev: \(problem)") }
            guard comparison.problems.isEmpty else { exit(1) }
            try settle(CoveragePage(comparison: comparison).text, isCheck: !options.isEmpty)
        } catch {
            complain("dev: \(error)")
            exit(2)
        }
    }

    private static func settle(_ page: String, isCheck: Bool) throws(CoverageFailure) {
        if !isCheck {
            do throws(FileFailure) { try Files.write(page, to: CoveragePaths.page) } catch {
                throw .file(error)
            }
        } else if try CoverageFiles.text(CoveragePaths.page) != page {
            complain("dev: \(CoveragePaths.page) is not what it would be now: run ./dev coverage")
            exit(1)
        }
    }

    /// A failure to write to standard error cannot be reported.
    private static func complain(_ line: String) { try? StandardStream.error.write(line) }
}

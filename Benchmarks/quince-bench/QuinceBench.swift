internal import Foundation

/// `quince-bench [--json] [--bar]`: what Quince does in a second, beside what libcrypto alone does.
@main
enum QuinceBench {
    private static let usage = """
        usage: quince-bench [--json] [--bar]

          --json  print a list of objects instead of a table
          --bar   exit with status 1 where token.open.ec.cached is below \(bar) of its floor

        Each figure is a median of slices that alternate with slices of the floor: the same
        arithmetic in a bare loop over libcrypto, hashing included, with every context reused and
        nothing read or written. Pin the process to one core.

        example: taskset --cpu-list 0 quince-bench --json
        """

    /// The part of the floor that opening a token must reach.
    private static let bar = 0.5

    static func main() {
        let arguments = Set(CommandLine.arguments.dropFirst())
        if arguments == ["--help"] {
            print(usage)
            return
        }
        guard arguments.isSubset(of: ["--json", "--bar"]) else {
            complain("unknown option\n\(usage)")
            exit(2)
        }
        do {
            let benchmarks = try TokenBenchmarks(seed: 1)
            try benchmarks.check()
            let opening = try benchmarks.openWithKnownChain()
            let measurements = [
                opening, try benchmarks.openWithNewChain(), try benchmarks.mintTokens(),
            ]
            print(
                arguments.contains("--json")
                    ? Report.json(measurements) : Report.table(measurements)
            )
            if arguments.contains("--bar"), opening.ratio < bar {
                complain("\(opening.name) is at \(opening.ratio) of its floor, below \(bar)")
                exit(1)
            }
        } catch {
            complain("nothing was measured: \(error)")
            exit(1)
        }
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("quince-bench: \(message)\n".utf8))
    }
}

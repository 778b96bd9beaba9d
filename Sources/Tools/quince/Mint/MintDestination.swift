import CommandLineTool
import Files

/// Where minted tokens and the TEST root go.
struct MintDestination {
    /// How the tokens lie there.
    enum Layout: Hashable {
        case folder
        case lines
        case standardOutput
    }

    let layout: Layout
    let path: String
    /// Where the root goes; nil where nobody said.
    let root: String?
    private let width: Int

    init(out: String?, root: String?, count: UInt64) {
        width = count == 1 ? 0 : String(count).utf8.count
        guard let out else {
            // A folder that is not there yet, so that what was minted earlier stays as it is.
            path = Files.unusedName("quince-mint")
            layout = .folder
            self.root = root ?? "\(path)/root.pem"
            return
        }
        path = out
        if out == Files.standardInput {
            layout = .standardOutput
            self.root = root
        } else if out.hasSuffix(Self.suffix) {
            layout = .lines
            self.root = root ?? "\(out.dropLast(Self.suffix.count)).root.pem"
        } else {
            layout = .folder
            self.root = root ?? "\(out)/root.pem"
        }
    }

    /// Refuses what could not be found again.
    func check() throws(UsageProblem) {
        guard !path.isEmpty else {
            throw UsageProblem("--out is empty", hint: "--out takes a folder, a FILE.ndjson or -")
        }
        guard let root else { return }
        guard root != Files.standardInput else {
            throw UsageProblem(
                "--root - is not a file",
                hint: "--root root.pem writes the TEST root"
            )
        }
        guard root != path, layout != .folder || root != file(of: 1) else {
            throw UsageProblem(
                "--root \(root): the tokens go there",
                hint: "leave --root out: the TEST root then lies beside the tokens"
            )
        }
    }

    /// Where a token lies in a folder; the first is number 1.
    func file(of number: UInt64) -> String {
        guard width > 0 else { return "\(path)/token.json" }
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
        return "\(path)/token-\(zeros)\(digits).json"
    }

    private static let suffix = ".ndjson"
}

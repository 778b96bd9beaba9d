import CommandLineTool
import CommandOptions
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
    private let isNamed: Bool

    /// The folder that is made, with a number where that is taken, unless a place is named.
    static let newFolder = "quince-mint"

    init(out: String?, root: String?, count: UInt64, newFolder: String = newFolder) {
        width = count == 1 ? 0 : String(count).utf8.count
        isNamed = out != nil
        guard let out else {
            path = newFolder
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

    /// The place, of which a folder that nobody named is made now: earlier tokens stay as they are, and
    /// two runs at once get a folder each.
    func made(_ invocation: Invocation, count: UInt64) throws(UsageProblem) -> MintDestination {
        guard !isNamed else { return self }
        do throws(FileFailure) {
            return MintDestination(
                out: nil,
                root: invocation.value(MintVerb.root.name),
                count: count,
                newFolder: try Files.makeNewFolder(Self.newFolder)
            )
        } catch {
            throw UsageProblem("\(error)", hint: "--out names a folder that can be written to")
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

import CommandLineTool
import Files
import TokenMint

/// Where minted tokens and the TEST root are written.
struct MintDestination {
    /// How the tokens are stored.
    enum Layout: Hashable {
        /// A file for each token in a folder.
        case folder
        /// One file with a token on each line.
        case lines
        case standardOutput
    }

    let layout: Layout
    /// The folder or the file of lines; for a folder that the command did not name, the name that is
    /// tried first.
    let path: String
    /// The file of the TEST root; nil if it is not written.
    let root: String?
    /// Whether the command named the place.
    let isNamed: Bool
    /// Whether what an earlier run wrote there is replaced.
    let isForced: Bool
    private let names: MintedFileNames
    private let givenRoot: String?

    init(out: String?, root: String?, names: MintedFileNames, isForced: Bool) {
        isNamed = out != nil
        path = out ?? "quince-mint"
        layout =
            path == Files.standardInput
            ? .standardOutput : path.hasSuffix(Self.suffix) ? .lines : .folder
        self.names = names
        self.isForced = isForced
        givenRoot = root
        self.root =
            root
            ?? (layout == .folder
                ? "\(path)/root.pem"
                : layout == .lines ? "\(path.dropLast(Self.suffix.count)).root.pem" : nil)
    }

    /// The same, in another folder.
    private init(_ other: MintDestination, in folder: String) {
        path = folder
        (layout, isNamed, isForced) = (other.layout, other.isNamed, other.isForced)
        (names, givenRoot) = (other.names, other.givenRoot)
        root = other.givenRoot ?? "\(folder)/root.pem"
    }

    /// The same, in a folder that was made for it.
    func moved(to folder: String) -> MintDestination { MintDestination(self, in: folder) }

    /// Refuses a place in which the tokens could not be found again, or in which something would be
    /// overwritten.
    func check() throws(UsageProblem) {
        if case .byFault = names, layout != .folder {
            throw UsageProblem(
                "--out \(path): --fault all writes a folder",
                hint: "--out DIR names a folder that is made for it"
            )
        }
        if layout == .folder, isForced, isNamed { try checkFolder() }
        if let root { try check(root) }
        guard !isForced else { return }
        let tokens = isNamed && layout != .standardOutput ? path : nil
        for place in [tokens, layout == .folder ? givenRoot : root] {
            if let place, Files.exists(place) { throw Self.existing(place) }
        }
    }

    /// A folder of a checkout has a `token.json`, too, which goes with its other files.
    private func checkFolder() throws(UsageProblem) {
        guard Files.isFolder(path) || !Files.exists(path) else {
            throw UsageProblem(
                "--out \(path): is not a folder",
                hint: "--out takes a folder, a FILE.ndjson or -"
            )
        }
        guard !Files.exists(CheckoutFiles(folder: path).signedContent) else {
            throw UsageProblem(
                "\(path): holds the files of a checkout",
                hint: "--out names a folder of its own for the tokens, such as --out tokens"
            )
        }
    }

    private func check(_ root: String) throws(UsageProblem) {
        guard root != Files.standardInput else {
            throw UsageProblem(
                "--root - is not a file",
                hint: "--root root.pem writes the TEST root"
            )
        }
        guard root != path, layout != .folder || !isTokenFile(root) else {
            throw UsageProblem(
                "--root \(root): the tokens go there",
                hint: "leave --root out: the TEST root is then written beside the tokens"
            )
        }
    }

    static func existing(_ path: String) -> UsageProblem {
        UsageProblem(
            "\(path): is there already",
            hint: "--out names a new place; --force replaces what an earlier mint wrote"
        )
    }

    /// The file of a token in a folder; the first is number 1.
    func file(of number: UInt64) -> String { "\(path)/\(names.name(of: number))" }

    /// The file that lists the tokens, where each has another fault.
    var manifest: String? {
        if case .byFault = names { "\(path)/\(MintedFileNames.manifest)" } else { nil }
    }

    private func isTokenFile(_ file: String) -> Bool {
        let start = "\(path)/"
        return file.hasPrefix(start)
            && MintedFileNames.isWrittenHere(String(file.dropFirst(start.count)))
            && file != "\(path)/\(MintedFileNames.root)"
    }

    private static let suffix = ".ndjson"
}

/// The names of a folder's files.
enum MintedFileNames {
    /// `token.json`, or `token-1.json` and so on where there are several, with as many digits each.
    case numbered(count: UInt64)
    /// Each by the name of its fault.
    case byFault([TokenFault])

    static let root = "root.pem"
    static let manifest = "manifest.json"

    func name(of number: UInt64) -> String {
        switch self {
        case .byFault(let faults): Self.name(of: faults[Int(number - 1)])
        case .numbered(count: 1): "token.json"
        case .numbered(let count):
            "token-\(String(repeating: "0", count: Self.zeros(number, count)))\(number).json"
        }
    }

    /// The file of the token with a fault.
    static func name(of fault: TokenFault) -> String { "\(fault.name).json" }

    private static func zeros(_ number: UInt64, _ count: UInt64) -> Int {
        max(0, String(count).utf8.count - String(number).utf8.count)
    }

    /// Whether a file of this name in a folder of tokens was written by the mint.
    static func isWrittenHere(_ name: String) -> Bool {
        guard name != root, name != manifest else { return true }
        guard name.hasSuffix(".json") else { return false }
        let stem = name.dropLast(".json".count)
        guard stem.hasPrefix("token") else { return TokenFault(named: String(stem)) != nil }
        let number = stem.dropFirst("token".count)
        return number.isEmpty
            || number.first == "-" && number.count > 1 && number.dropFirst().allSatisfy(\.isNumber)
    }
}

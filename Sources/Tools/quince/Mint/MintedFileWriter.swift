import AppleServers
import Certificates
import CommandLineTool
import Files
import JSON
import PaymentToken
import TokenMint
import World

/// Mints what was asked for and writes it, in the order of its numbers and in constant memory.
struct MintedFileWriter {
    private let request: MintRequest
    private let progress: MintProgress

    /// How many tokens one thread makes at a time, and how many such batches are under way.
    private static let batch: UInt64 = 64
    private static let window = 8

    init(_ request: MintRequest, _ progress: MintProgress) {
        self.request = request
        self.progress = progress
    }

    /// Mints into a folder.
    func fill(_ folder: MintFolder) async throws(UsageProblem) {
        let place = request.place
        if let root = place.root {
            try Self.writing { () throws(FileFailure) in
                try folder.write(Array(request.mint.root.pem.utf8), to: root)
            }
        }
        var listed: [JSONOutput] = []
        try await eachToken { number, token throws(FileFailure) in
            let file = place.file(of: number)
            try folder.write(token.json + [UInt8(ascii: "\n")], to: file)
            if place.manifest != nil, let fault = request.faults.fault(of: number) {
                listed.append(Self.entry(fault, token))
            }
        }
        guard let manifest = place.manifest else { return }
        let text = "\(JSONOutput.array(listed).indented)\n"
        try Self.writing { () throws(FileFailure) in
            try folder.write(Array(text.utf8), to: manifest)
        }
    }

    /// Mints into one file with a token on each line, or to standard output.
    func write(to lines: MintLines) async throws(UsageProblem) {
        let root = request.mint.root.pem
        if request.place.layout == .standardOutput, let file = request.place.root {
            try Self.writing { () throws(FileFailure) in try Files.write(root, to: file) }
        }
        try await eachToken { _, token throws(FileFailure) in try lines.write(token.json) }
        try lines.finish(request.place, root: root)
    }

    /// The manifest's entry of a token.
    private static func entry(_ fault: TokenFault, _ token: MintedToken) -> JSONOutput {
        .object([
            "file": .string(MintedFileNames.name(of: fault)),
            "name": .string(fault.name),
            "group": .string(fault.group.rawValue),
            "verdict": .string(fault.verdict.step == nil ? "accepted" : "refused"),
            "step": fault.verdict.step.map { .string($0.rawValue) },
            "explanation": .string(fault.explanation),
            "reason": (fault.reason ?? token.refusal?.description).map { .string($0) },
        ])
    }

    /// Writes the tokens in their order, while others are being made.
    private func eachToken(
        _ body: (UInt64, MintedToken) throws(FileFailure) -> Void
    ) async throws(UsageProblem) {
        var begun: UInt64 = 0
        let batch = request.faults.isAll ? 1 : Self.batch
        try await OrderedWork(workers: Self.window, window: Self.window).run(
            on: { () throws(UsageProblem) -> ClosedRange<UInt64>? in
                guard begun < request.count else { return nil }
                let first = begun + 1
                begun += min(batch, request.count - begun)
                return first...begun
            },
            doing: tokens,
            handingTo: { made throws(UsageProblem) in
                try Self.writing { () throws(FileFailure) in
                    for (number, token) in made { try body(number, token) }
                }
                if let last = made.last { progress.show(last.number, of: request.count) }
            }
        )
    }

    @Sendable
    private func tokens(
        _ numbers: ClosedRange<UInt64>
    ) throws(UsageProblem) -> [(number: UInt64, token: MintedToken)] {
        try reporting {
            var made: [(UInt64, MintedToken)] = []
            for number in numbers where !Task.isCancelled {
                let fault = request.faults.fault(of: number)
                made.append((number, try request.mint.token(number, request.order, fault: fault)))
            }
            return made
        }
    }

    static func writing<Result>(
        _ body: () throws(FileFailure) -> Result
    ) throws(UsageProblem) -> Result {
        do { return try body() } catch {
            let folder = error.path.lastIndex(of: "/").map { String(error.path[..<$0]) } ?? ""
            let isFolderMissing =
                error.reason == .notFound && !folder.isEmpty && !Files.exists(folder)
            throw UsageProblem(
                "\(error)",
                hint: isFolderMissing
                    ? "make its folder first: mkdir -p \(ShellQuoting.quoted(folder))"
                    : "--out takes a folder or a file that can be written to"
            )
        }
    }
}

extension MintFailure: ReportedFailure {
    var usageProblem: UsageProblem {
        switch self {
        case .faultOfAnotherVersion:
            UsageProblem("\(self)", hint: "quince mint --faults says which has which")
        case .negativeAmount, .tooLongForChipData:
            UsageProblem("--amount: \(self)", hint: "quince mint --help")
        case .authorities(.timeOutOfRange):
            UsageProblem("--at: \(self)", hint: "quince mint --help")
        default: UsageProblem("\(self)", hint: "quince mint --help")
        }
    }
}

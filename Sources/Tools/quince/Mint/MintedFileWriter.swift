import AppleServers
import Certificates
import CommandLineTool
import Files
import TokenMint
import World

/// Mints what was asked for and writes it down, in the order of its numbers and in constant memory.
struct MintedFileWriter {
    private let request: MintRequest

    /// How many tokens one thread makes at a stretch, and how many stretches are under way.
    private static let stretch: UInt64 = 64
    private static let window = 8

    init(_ request: MintRequest) { self.request = request }

    func run() async throws(UsageProblem) {
        let place = request.place
        do throws(FileFailure) {
            if place.layout == .folder { try Files.makeFolder(place.path) }
            if let root = place.root { try Files.write(request.mint.root.pem, to: root) }
        } catch { throw Self.problem(error) }
        if place.layout == .folder {
            try await eachToken { number, json throws(FileFailure) in
                try Files.write(json + [UInt8(ascii: "\n")], to: place.file(of: number))
            }
            return
        }
        let file: AtomicLineWriter
        do { file = try AtomicLineWriter(place.path) } catch { throw Self.problem(error) }
        try await eachToken { _, json throws(FileFailure) in try file.write(json) }
        do { try file.finish() } catch { throw Self.problem(error) }
    }

    /// Hands over the tokens in their order, while others are being made.
    private func eachToken(
        _ body: (UInt64, [UInt8]) throws(FileFailure) -> Void
    ) async throws(UsageProblem) {
        var begun: UInt64 = 0
        try await OrderedWork(workers: Self.window, window: Self.window).run(
            on: { () throws(UsageProblem) -> ClosedRange<UInt64>? in
                guard begun < request.count else { return nil }
                let first = begun + 1
                begun += min(Self.stretch, request.count - begun)
                return first...begun
            },
            doing: tokens,
            handingTo: { made throws(UsageProblem) in
                do throws(FileFailure) {
                    for (number, json) in made { try body(number, json) }
                } catch { throw Self.problem(error) }
            }
        )
    }

    @Sendable
    private func tokens(
        _ numbers: ClosedRange<UInt64>
    ) throws(UsageProblem) -> [(number: UInt64, json: [UInt8])] {
        do throws(MintFailure) {
            var made: [(UInt64, [UInt8])] = []
            for number in numbers where !Task.isCancelled {
                let token = try request.mint.token(number, request.order, fault: request.fault)
                made.append((number, token.json))
            }
            return made
        } catch { throw Self.problem(error) }
    }

    static func problem(_ failure: MintFailure) -> UsageProblem {
        switch failure {
        case .faultOfAnotherVersion:
            UsageProblem("\(failure)", hint: "quince mint --faults says which has which")
        case .negativeAmount, .tooLongForChipData:
            UsageProblem("--amount: \(failure)", hint: "quince mint --help")
        case .authorities(.timeOutOfRange):
            UsageProblem("--at: \(failure)", hint: "quince mint --help")
        default: UsageProblem("\(failure)", hint: "quince mint --help")
        }
    }

    private static func problem(_ failure: FileFailure) -> UsageProblem {
        UsageProblem("\(failure)", hint: "--out takes a folder or a file that can be written to")
    }
}

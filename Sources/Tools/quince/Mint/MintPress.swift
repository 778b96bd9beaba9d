import AppleServers
import Certificates
import CommandLineTool
import Files
import TokenMint

/// Mints what was asked for and writes it down, in the order of its numbers and in constant memory.
struct MintPress {
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
        let file: LineFile
        do { file = try LineFile(place.path) } catch { throw Self.problem(error) }
        try await eachToken { _, json throws(FileFailure) in try file.write(json) }
        do { try file.finish() } catch { throw Self.problem(error) }
    }

    /// Hands over the tokens in their order, while others are being made.
    private func eachToken(
        _ body: (UInt64, [UInt8]) throws(FileFailure) -> Void
    ) async throws(UsageProblem) {
        var under: [Task<Result<[[UInt8]], MintFailure>, Never>] = []
        var (begun, next): (UInt64, UInt64) = (0, 1)
        while begun < request.count || !under.isEmpty {
            while begun < request.count, under.count < Self.window {
                let length = min(Self.stretch, request.count - begun)
                under.append(stretch(from: begun + 1, length))
                begun += length
            }
            let made = try await Self.tokens(of: under.removeFirst())
            for json in made {
                do throws(FileFailure) { try body(next, json) } catch {
                    under.forEach { $0.cancel() }
                    throw Self.problem(error)
                }
                next += 1
            }
        }
    }

    private static func tokens(
        of stretch: Task<Result<[[UInt8]], MintFailure>, Never>
    ) async throws(UsageProblem) -> [[UInt8]] {
        let made = await stretch.value
        do throws(MintFailure) { return try made.get() } catch { throw problem(error) }
    }

    private func stretch(
        from first: UInt64,
        _ length: UInt64
    ) -> Task<Result<[[UInt8]], MintFailure>, Never> {
        Task { [mint = request.mint, order = request.order, fault = request.fault] in
            do throws(MintFailure) {
                var made: [[UInt8]] = []
                for offset in 0..<length where !Task.isCancelled {
                    made.append(try mint.token(first + offset, order, fault: fault).json)
                }
                return .success(made)
            } catch { return .failure(error) }
        }
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

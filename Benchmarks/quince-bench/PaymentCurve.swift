internal import Foundation
internal import MerchantAPI
internal import Storage
internal import World

/// The memory of a merchant's server, its client and SQLite, and how long payments take, as payments
/// are recorded: one line of JSON for each part of the way.
enum PaymentCurve {
    private static let inFlight = 32
    private static let chunk = 4_096

    /// Makes payments, and prints after each tenth of a million, or of the whole where that is less.
    static func print(_ payments: Int) throws {
        let records = try DeskFiles(migrations: MerchantAPIServer.migrations)
        let world = ServerBench.world
        let chain = try TestChain(world)
        let server = try ServerBench(records.database, PromptProcessor(), chain, world)
        let step = max(chunk, min(payments / 10, 100_000))
        var (made, next, spent) = (0, step, Duration.zero)
        while made < payments {
            let bodies = try (made..<made + chunk).map {
                ServerBench.body($0, of: try TestToken(number: $0, under: chain, world.randomness))
            }
            let watch = ContinuousClock().now
            let (first, places) = (made, bodies.indices)
            let all = try Waiting.run {
                try await server.pay(bodies[places], inFlight: inFlight, numbered: first)
            }
            guard all else { throw BenchmarkFailure.sliceFailed }
            spent += watch.duration(to: ContinuousClock().now)
            made += chunk
            guard made >= next else { continue }
            let rate = Int(Double(step) / (spent / .seconds(1)))
            let line =
                #"{"payments":\#(made),"residentKiB":\#(resident()),"perSecond":\#(rate)}"# + "\n"
            FileHandle.standardOutput.write(Data(line.utf8))
            (next, spent) = (next + step, .zero)
        }
        let database = records.database
        try Waiting.run {
            await server.stop()
            await database.close()
        }
    }

    /// Units: KiB.
    private static func resident() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

internal import Foundation
internal import MerchantServer
internal import Storage
internal import World

/// The memory of a merchant's server, its client and SQLite, and how long payments take, as payments
/// are recorded: one line of JSON for each part of the way.
enum PaymentCurve {
    private static let inFlight = 32
    private static let chunk = 4_096
    private static let timed = 1_000

    /// Makes payments, and prints after each tenth of a million, or of the whole where that is less.
    static func print(_ payments: Int) throws {
        let records = try DeskFiles(migrations: MerchantAPIServer.migrations)
        // Tokens are of the time at which they are used.
        let clock = SimulatedClock(startingAt: TestChain.moment)
        let world = World.system.with(clock: clock)
        let chain = try TestChain(world)
        let server = try ServerBench(records.database, PromptProcessor(), chain, world)
        let load = try PaymentLoad(at: [server], connectionsEach: inFlight)
        let single = try PaymentLoad(at: [server], connectionsEach: 1)
        let step = max(chunk, min(payments / 10, 100_000))
        var (made, counted, next, spent) = (0, 0, step, Duration.zero)
        func newBodies(_ count: Int) throws -> [[UInt8]] {
            clock.advance(bySeconds: Int64(count) / 1_000)
            return try (made..<made + count).map {
                ServerBench.body(
                    $0,
                    of: try TestToken(
                        number: $0,
                        at: clock.now,
                        under: chain,
                        world.randomness
                    )
                )
            }
        }
        while made < payments {
            let bodies = try newBodies(chunk)
            let watch = ContinuousClock().now
            guard load.pay(bodies[...], numbered: made) else { throw BenchmarkFailure.sliceFailed }
            spent += watch.duration(to: ContinuousClock().now)
            made += chunk
            counted += chunk
            guard made >= next else { continue }
            let rate = Int(Double(counted) / (spent / .seconds(1)))
            let times = try oneByOne(try newBodies(timed), numbered: made, single)
            made += timed
            let line =
                #"{"payments":\#(made),"residentKiB":\#(resident()),"perSecond":\#(rate),"#
                + #""p50ms":\#(times[timed / 2]),"p99ms":\#(times[timed * 99 / 100])}"# + "\n"
            FileHandle.standardOutput.write(Data(line.utf8))
            (next, counted, spent) = (next + step, 0, .zero)
        }
        let database = records.database
        try Waiting.run {
            await server.stop()
            await database.close()
        }
    }

    /// How long each of some payments takes that wait for one another, sorted.
    ///
    /// - Units: milliseconds.
    private static func oneByOne(
        _ bodies: [[UInt8]],
        numbered first: Int,
        _ load: PaymentLoad
    ) throws -> [Double] {
        var times: [Double] = []
        for index in bodies.indices {
            let watch = ContinuousClock().now
            guard load.pay(bodies[index...index], numbered: first) else {
                throw BenchmarkFailure.sliceFailed
            }
            let time = watch.duration(to: ContinuousClock().now)
            times.append((time / .milliseconds(0.01)).rounded() / 100)
        }
        return times.sorted()
    }

    /// Units: KiB.
    private static func resident() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

internal import CardNetwork
internal import Foundation
internal import ISO8583

/// The messages that the network's server answers in a second through one TCP connection, beside the
/// package iso8583sim's issuer host, which keeps nothing and verifies nothing.
enum NetworkLoadBenchmarks {
    static let durable = "network.load"
    static let ephemeral = "network.load.ephemeral"
    static let names = [durable, ephemeral]

    private static let turns = 5
    /// The messages of a turn.
    private static let count = 40_000

    /// Measures both in turns and takes the medians.
    static func measure(_ name: String) throws -> Measurement {
        let folder = try BenchFolder()
        let host = try IssuerHostLoad()
        let load = try NetworkLoad(
            in: try folder.newFolder("network"),
            isEphemeral: name == ephemeral
        )
        _ = try rate(of: load, 4_000)
        var (values, floors): ([Double], [Double]) = ([], [])
        for _ in 0..<turns {
            floors.append(try host.rate())
            values.append(try rate(of: load, count))
        }
        return Measurement(
            name: name,
            unit: "messages/s",
            value: values.sorted()[turns / 2],
            floor: floors.sorted()[turns / 2]
        )
    }

    /// The rate, once each answer was seen to approve.
    private static func rate(of load: NetworkLoad, _ count: Int) throws -> Double {
        let messages = try load.messages(count)
        let clock = ContinuousClock()
        let start = clock.now
        let answers = try Waiting.run { try await load.send(messages) }
        let seconds = start.duration(to: clock.now) / .seconds(1)
        guard answers.count == count else { throw BenchmarkFailure.sliceFailed }
        for answer in answers {
            guard try ISO8583Message(answer, in: .ascii).text(39) == "00" else {
                throw BenchmarkFailure.sliceFailed
            }
        }
        return Double(count) / seconds
    }
}

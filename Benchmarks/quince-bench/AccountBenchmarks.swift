internal import CStorageFloor
internal import CardNetwork
internal import Foundation
internal import World

/// The 99th percentile of an authorization's time in a network with a million accounts, beside that
/// in a network with a thousand, one authorization at a time.
///
/// Both are stated as how many of such a time are in a second, so that more is better.
enum AccountBenchmarks {
    static let name = "network.million"

    private static let payments = 3_000
    private static let devices = 64

    static func measure() throws -> Measurement {
        let folder = try BenchFolder()
        let few = try network(of: 1_000, in: try folder.newFolder("thousand"))
        let many = try network(of: 1_000_000, in: try folder.newFolder("million"))
        return try Waiting.run {
            var times: (few: [Double], many: [Double]) = ([], [])
            // In turns, so that noise hits both.
            for number in 0..<payments {
                times.few.append(try await time(few, number % devices))
                times.many.append(try await time(many, number % devices))
            }
            let place = payments * 99 / 100
            return Measurement(
                name: name,
                unit: "1/p99 in s",
                value: 1 / times.many.sorted()[place],
                floor: 1 / times.few.sorted()[place]
            )
        }
    }

    private static func network(of accounts: Int, in folder: URL) throws -> NetworkBench {
        try Waiting.run {
            await (try await CardNetwork(folder: folder.path, world: .system)).close()
        }
        let path = folder.appending(path: CardNetwork.fileName).path
        guard unsafe network_floor_add_accounts(path, accounts) == 1 else {
            throw BenchmarkFailure.floorFailed
        }
        return try NetworkBench(in: folder, devices: devices)
    }

    private static func time(_ network: NetworkBench, _ device: Int) async throws -> Double {
        let request = try network.request(device)
        let clock = ContinuousClock()
        let start = clock.now
        guard try await network.authorize(request) else { throw BenchmarkFailure.sliceFailed }
        return start.duration(to: clock.now) / .seconds(1)
    }
}

internal import CStorageFloor
internal import Foundation
internal import NetworkServer
internal import World

/// Authorizations a second through one TCP connection: the acquirer, the network's server and its
/// records on a disk, beside the network's statements alone in C.
@safe
final class NetworkBenchmarks {
    static let name = "network.authorize"

    /// How many authorizations are in flight.
    private static let devices = 64

    private let folder: BenchFolder
    private let network: NetworkBench
    private let floor: OpaquePointer

    init() throws {
        folder = try BenchFolder()
        // The floor works on the same tables.
        let place = try folder.newFolder("floor")
        try Waiting.run {
            await (try await DurableNetwork(folder: place.path, world: .system)).close()
        }
        let path = place.appending(path: DurableNetwork.fileName).path
        guard let floor = unsafe network_floor_new(path) else { throw BenchmarkFailure.floorFailed }
        unsafe self.floor = floor
        network = try NetworkBench(in: try folder.newFolder("ours"), devices: Self.devices)
    }

    deinit { unsafe network_floor_free(floor) }

    func measure() throws -> Measurement {
        try Measurement(
            Self.name,
            unit: "payments/s",
            slices: 15,
            group: Self.devices,
            floor: { unsafe network_floor_authorize(self.floor, $0, Self.devices) == 1 },
            ours: { try self.authorize($0) }
        )
    }

    private func authorize(_ count: Int) throws -> Bool {
        try Waiting.run { [network] in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for device in 0..<Self.devices {
                    group.addTask {
                        for _ in 0..<(count / Self.devices) {
                            guard try await network.authorize(device) else { return false }
                        }
                        return true
                    }
                }
                return try await group.reduce(true) { $0 && $1 }
            }
        }
    }
}

internal import CStorageFloor
internal import CardNetwork
internal import Foundation
internal import Payments
internal import World

/// Authorizations a second through one TCP connection: the acquirer, the network's server and its
/// records on a disk, beside the network's statements alone in C.
@safe
final class NetworkBenchmarks {
    static let name = "network.authorize"

    /// How many authorizations are in flight.
    private static let devices = 128

    private let folder: BenchFolder
    private let network: NetworkBench
    private let floor: OpaquePointer
    /// The payments of the next slice, by device.
    private var requests: [[AuthorizationRequest]] = []

    init() throws {
        folder = try BenchFolder()
        // The floor works on the same tables.
        let place = try folder.newFolder("floor")
        try Waiting.run {
            await (try await CardNetwork(folder: place.path, world: .system)).close()
        }
        let path = place.appending(path: CardNetwork.fileName).path
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
            of: 0.25,
            group: Self.devices,
            floor: { unsafe network_floor_authorize(self.floor, $0, Self.devices) == 1 },
            prepare: { try self.prepare($0) },
            ours: { _ in try self.authorize() }
        )
    }

    /// Makes the payments, which phones do and no network.
    private func prepare(_ count: Int) throws {
        requests = try (0..<Self.devices).map { device in
            try (0..<(count / Self.devices)).map { _ in try network.request(device) }
        }
    }

    private func authorize() throws -> Bool {
        try Waiting.run { [network, requests] in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for requests in requests {
                    group.addTask {
                        for request in requests {
                            guard try await network.authorize(request) else { return false }
                        }
                        return true
                    }
                }
                return try await group.reduce(true) { $0 && $1 }
            }
        }
    }
}

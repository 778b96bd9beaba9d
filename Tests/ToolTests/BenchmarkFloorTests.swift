import CStorageFloor
import CardNetwork
import Foundation
import Payments
import Storage
import TestSupport
import Testing
import World

/// The statements of the benchmarks' floors are texts in C, which no compiler compares with the tables.
@Suite("The floors of the benchmarks")
struct BenchmarkFloorTests {
    private let folder = ScratchFolder()

    @Test func `have the statements of the network's tables`() async throws {
        let network = try await CardNetwork(folder: folder.url.path, world: .system)
        await network.close()
        let file = folder.path(CardNetwork.fileName)
        guard let floor = unsafe network_floor_new(file) else {
            Issue.record("a statement does not fit the tables")
            return
        }
        defer { unsafe network_floor_free(floor) }
        let result = unsafe network_floor_authorize(floor, 128, 64)
        #expect(result == 1)
    }

    @Test func `have the statements of the desk's tables`() async throws {
        let file = folder.path("desk.db")
        await (try await Database(path: file, migrations: PaymentDesk.migrations)).close()
        guard let floor = unsafe desk_floor_new(file) else {
            Issue.record("a statement does not fit the tables")
            return
        }
        defer { unsafe desk_floor_free(floor) }
        let result = unsafe desk_floor_accept(floor, 128, 64)
        #expect(result == 1)
    }
}

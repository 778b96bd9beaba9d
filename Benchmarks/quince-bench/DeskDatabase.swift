internal import Bytes
internal import CStorageFloor
internal import Foundation
internal import Payments
internal import PostgreSQL
import Storage
internal import TestSupport

/// A desk's database, and the statements of its transactions alone on another of the same kind.
protocol DeskDatabase {
    /// The desk's.
    var database: Database { get }
    /// Records payments without a desk; returns whether all went well.
    func recordAlone(_ count: Int, inFlight: Int) -> Bool
}

/// Two files.
@safe
final class DeskFiles: DeskDatabase {
    let database: Database
    private let folder: BenchFolder
    private let floor: OpaquePointer

    init(migrations: [MigrationSeries] = PaymentDesk.migrations) throws {
        folder = try BenchFolder()
        let (floor, ours) = (folder.path("floor.db"), folder.path("ours.db"))
        database = try Waiting.run {
            await (try await Database(path: floor, migrations: PaymentDesk.migrations)).close()
            return try await Database(path: ours, migrations: migrations)
        }
        let made = unsafe desk_floor_new(floor)
        guard let made = unsafe made else { throw BenchmarkFailure.floorFailed }
        unsafe self.floor = made
    }

    deinit { unsafe desk_floor_free(floor) }

    func recordAlone(_ count: Int, inFlight: Int) -> Bool {
        unsafe desk_floor_accept(floor, count, inFlight) == 1
    }
}

/// Two databases on a server that runs as long as this exists. It flushes its log at every commit.
@safe
final class DeskServer: DeskDatabase {
    let database: Database
    private let server: PostgreSQLServer
    private let place: String
    private let migrations: [MigrationSeries]
    private let floor: OpaquePointer

    init(migrations: [MigrationSeries] = PaymentDesk.migrations) throws {
        guard PostgreSQLServer.isHere else { throw BenchmarkFailure.noServer }
        let server = try PostgreSQLServer()
        self.server = server
        let (floor, ours) = (server.newDatabase(), server.newDatabase())
        (place, self.migrations) = (ours, migrations)
        database = try Waiting.run {
            let addresses = try [floor, ours].map {
                try PostgreSQLAddress(Secret(copying: Array($0.utf8)))
            }
            let floor = PaymentDesk.migrations
            await (try await Database(addresses[0], migrations: floor)).close()
            return try await Database(addresses[1], migrations: migrations)
        }
        let made = unsafe desk_server_floor_new(floor, PostgreSQLLimits.standard.connections)
        guard let made = unsafe made else { throw BenchmarkFailure.floorFailed }
        unsafe self.floor = made
    }

    deinit { unsafe desk_server_floor_free(floor) }

    /// The same records with connections of their own, as another server has them.
    func opened() throws -> Database {
        let (address, migrations) = (
            try PostgreSQLAddress(Secret(copying: Array(place.utf8))), migrations
        )
        return try Waiting.run { try await Database(address, migrations: migrations) }
    }

    func recordAlone(_ count: Int, inFlight _: Int) -> Bool {
        unsafe desk_server_floor_accept(floor, count) == 1
    }
}

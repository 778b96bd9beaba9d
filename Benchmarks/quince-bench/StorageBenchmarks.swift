internal import CStorageFloor
internal import Foundation
import Storage

/// Durable transactions a second, beside SQLite alone in C with the same groups.
@safe
final class StorageBenchmarks {
    static let names = ["storage.sqlite.alone", "storage.sqlite.group"]

    /// How many tasks write at the same time.
    private static let writers = 64

    private let folder: BenchFolder
    private let database: Database
    private let floor: OpaquePointer
    private var next = 0

    /// Opens two files in a new folder of the system's folder for temporary files.
    init() throws {
        folder = try BenchFolder()
        let path = folder.path("ours.db")
        database = try Waiting.run { try await Database(path: path, migrations: [Self.records]) }
        guard let floor = unsafe storage_floor_new(folder.path("floor.db")) else {
            throw BenchmarkFailure.floorFailed
        }
        unsafe self.floor = floor
    }

    deinit {
        unsafe storage_floor_free(floor)
    }

    private static let records = MigrationSeries(
        module: "bench",
        [
            Migration(
                "record",
                [
                    """
                    CREATE TABLE record (name TEXT PRIMARY KEY, amount INTEGER NOT NULL, note BLOB) STRICT
                    """
                ]
            )
        ]
    )

    func measure(_ name: String) throws -> Measurement {
        let writers = name == "storage.sqlite.alone" ? 1 : Self.writers
        return try Measurement(
            name,
            unit: "commits/s",
            group: writers,
            floor: { count in unsafe storage_floor_add(self.floor, count, writers) == 1 },
            ours: { count in try self.add(count, writers) }
        )
    }

    private func add(_ count: Int, _ writers: Int) throws -> Bool {
        let (database, first) = (database, next)
        next += count
        let note = [UInt8](repeating: 0, count: 200)
        return try Waiting.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<writers {
                    group.addTask {
                        for number in stride(from: first + writer, to: first + count, by: writers) {
                            try await database.write { transaction throws(StorageFailure) in
                                try transaction.execute(
                                    "INSERT INTO record VALUES ($1, $2, $3)",
                                    [
                                        .text("record \(number)"), .integer(Int64(number)),
                                        .bytes(note),
                                    ]
                                )
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            return true
        }
    }
}

/// Waits on this thread, which is none of Swift's own, for what is asynchronous.
enum Waiting {
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: Result<Value, any Error>?
        Task.detached {
            do { unsafe result = .success(try await body()) } catch {
                unsafe result = .failure(error)
            }
            done.signal()
        }
        done.wait()
        guard let value = unsafe result else { throw BenchmarkFailure.sliceFailed }
        return try value.get()
    }
}

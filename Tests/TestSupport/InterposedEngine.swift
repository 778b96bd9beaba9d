package import Storage

/// An engine whose transactions go through a test.
package struct InterposedEngine: DatabaseEngine {
    /// Runs a transaction on the engine.
    package typealias Perform =
        @Sendable (
            _ engine: any DatabaseEngine,
            _ access: DatabaseAccess,
            _ work: @escaping DatabaseWork
        ) async -> StorageFailure?

    private let engine: any DatabaseEngine
    private let perform: Perform

    package var name: String { engine.name }
    package var keyOrder: KeyOrder { engine.keyOrder }
    package var remarks: [DatabaseRemark] { engine.remarks }

    package init(_ database: Database, _ perform: @escaping Perform) {
        (engine, self.perform) = (database.engine, perform)
    }

    package func perform(
        _ access: DatabaseAccess,
        _ work: @escaping DatabaseWork
    ) async -> StorageFailure? {
        await perform(engine, access, work)
    }

    package func close() async { await engine.close() }
}

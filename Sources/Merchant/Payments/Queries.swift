internal import Storage

// Statements that throw a failure of the records.
extension Queryable where Self: ~Copyable {
    /// The records of a query.
    func all<Record>(
        _ query: StaticString,
        _ values: [StoredValue],
        _ read: (Row) throws(StorageFailure) -> Record
    ) throws(RecordFailure) -> [Record] {
        do throws(StorageFailure) {
            var records: [Record] = []
            for row in try rows(query, values) { records.append(try read(row)) }
            return records
        } catch { throw .storage(error) }
    }

    /// The record of a query; nil where there is none.
    func one<Record>(
        _ query: StaticString,
        _ values: [StoredValue],
        _ read: (Row) throws(StorageFailure) -> Record
    ) throws(RecordFailure) -> Record? {
        try all(query, values, read).first
    }
}

extension Transaction {
    /// Runs a statement.
    ///
    /// - Returns: The number of rows that it changed.
    @discardableResult
    func run(
        _ statement: StaticString,
        _ values: [StoredValue]
    ) throws(RecordFailure) -> Int {
        do throws(StorageFailure) { return try execute(statement, values) } catch {
            throw .storage(error)
        }
    }
}

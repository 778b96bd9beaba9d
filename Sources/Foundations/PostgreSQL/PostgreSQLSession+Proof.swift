internal import Storage

extension PostgreSQLSession {
    /// Proves that the server answers later whether a commit was made: of one that was, of one that was not,
    /// and that the latter is refused when it arrives after the answer. A lost commit is resolved by that.
    ///
    /// - Throws: ``Storage/DatabaseRefusal/commitsNotFound(database:)`` where it does not.
    mutating func proveMarkers(database: String) throws(DatabaseRefusal) {
        var isAsked = false
        for _ in 0..<Self.migrationsAtMost {
            guard let (made, answer) = try markedCommit(nil, database: database) else { continue }
            guard case .asTheWorkSaid = answer else {
                throw .commitsNotFound(database: database)
            }
            connection = nil
            isAsked = true
            switch (ask(made), ask(made.next)) {
            case (.asTheWorkSaid, .undone): break
            case (.unknown, _), (_, .unknown): continue
            default: throw .commitsNotFound(database: database)
            }
            guard let (late, second) = try markedCommit(made.next, database: database) else {
                continue
            }
            guard case .undone = second else { throw .commitsNotFound(database: database) }
            if let connection {
                let texts = [statements.beginReadCommitted, late.next.removals[0], "COMMIT"]
                _ = connection.control(texts.joined(separator: "; "))
            }
            return
        }
        throw isAsked
            ? .commitsNotFound(database: database)
            : .unavailable(database: database, .connectionLost)
    }

    /// Commits a transaction of nothing but a marker, that of the connection or another.
    ///
    /// - Returns: The marker and what the server answered; nil where the connection was lost.
    private mutating func markedCommit(
        _ other: CommitMarker?,
        database: String
    ) throws(DatabaseRefusal) -> (CommitMarker, Ending)? {
        let opened: PostgreSQLConnection
        do throws(StorageFailure) { opened = try open() } catch {
            throw DatabaseRefusal(error, database: database)
        }
        marker = other ?? marker
        let used = marker
        let answer = begin(statements.beginWriting, on: opened) ?? commit(on: opened)
        switch answer {
        case .unknown, .undone(_, .connectionLost?):
            connection = nil
            return nil
        default: return (used, answer)
        }
    }
}

/// A row that a transaction inserts last, so that it can be found out whether it was committed.
///
/// The row's key is the connection's random identifier and the transaction's number on it.
///
/// - Source: Documentation/Decisions/0038-lost-commits-are-resolved-by-a-marker.md.
struct CommitMarker: Hashable, Sendable {
    /// The connection: 32 hexadecimal digits.
    let writer: String
    /// The transaction's number on its connection.
    let number: Int64

    /// The marker of the connection's next transaction.
    var next: CommitMarker { CommitMarker(writer: writer, number: number + 1) }

    /// Makes the table where it is missing.
    static let table: StaticString = """
        CREATE TABLE IF NOT EXISTS storage_commit (
            writer uuid NOT NULL,
            number bigint NOT NULL,
            refused boolean NOT NULL DEFAULT false,
            checks bigint NOT NULL DEFAULT 0,
            made_at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (writer, number)
        )
        """

    /// Ends a transaction. It is one message, so that the marker costs no round trip.
    var commit: String {
        """
        INSERT INTO storage_commit (writer, number) VALUES ('\(writer)', \(number)); COMMIT
        """
    }

    /// Says `t` where the transaction can never be committed from now on, and `f` where it was
    /// committed. It waits while the transaction is neither committed nor undone.
    ///
    /// It writes in both cases, so that its own commit waits for the standby and follows the
    /// transaction there.
    var question: String {
        """
        INSERT INTO storage_commit (writer, number, refused) VALUES ('\(writer)', \(number), true) \
        ON CONFLICT (writer, number) DO UPDATE SET checks = storage_commit.checks + 1 \
        RETURNING refused
        """
    }

    /// After how many commits a connection removes its earlier markers.
    static let interval: Int64 = 256

    /// Removes the markers of this connection before this one, which were all answered, and those of
    /// programs that ended without removing them.
    var removals: [String] {
        [
            "DELETE FROM storage_commit WHERE writer = '\(writer)' AND number < \(number)",
            """
            DELETE FROM storage_commit WHERE (writer, number) IN (SELECT writer, number \
            FROM storage_commit WHERE made_at < now() - interval '1 day' LIMIT 1000)
            """,
        ]
    }
}

/// The dialects of SQL that differ where tables are made.
package enum SQLDialect: Hashable, Sendable {
    case sqlite
    case postgreSQL
}

/// A statement of a migration: one for both databases, or those of each.
public struct SchemaStatement: Sendable, ExpressibleByStringInterpolation {
    private let sqlite: [SchemaText]
    private let postgreSQL: [SchemaText]?

    /// A statement that both databases run: as it is written on SQLite, and with PostgreSQL's names of
    /// types on PostgreSQL.
    public init(stringLiteral statement: StaticString) {
        (sqlite, postgreSQL) = ([SchemaText(stringLiteral: statement)], nil)
    }

    /// A statement that both databases run, with values of enums in it.
    public init(stringInterpolation statement: SchemaText.StringInterpolation) {
        (sqlite, postgreSQL) = ([SchemaText(stringInterpolation: statement)], nil)
    }

    private init(sqlite: [SchemaText], postgreSQL: [SchemaText]) {
        (self.sqlite, self.postgreSQL) = (sqlite, postgreSQL)
    }

    /// The statements of each database, which do the same; for triggers and functions.
    public static func each(sqlite: [SchemaText], postgreSQL: [SchemaText]) -> SchemaStatement {
        SchemaStatement(sqlite: sqlite, postgreSQL: postgreSQL)
    }

    /// A trigger by which the database runs a statement after a change of a row.
    ///
    /// - Parameters:
    ///   - name: The name of the trigger.
    ///   - change: The change, such as `INSERT ON operation`.
    ///   - condition: The rows after whose change it runs, by `OLD` and `NEW`; all if not given.
    ///   - statement: The statement, which may use `NEW`.
    /// - Returns: The trigger.
    public static func trigger(
        _ name: SchemaText,
        after change: SchemaText,
        when condition: SchemaText = "1 = 1",
        _ statement: SchemaText
    ) -> SchemaStatement {
        .each(
            sqlite: [
                "CREATE TRIGGER \(name) AFTER \(change) WHEN \(condition) BEGIN \(statement); END"
            ],
            postgreSQL: [
                """
                CREATE FUNCTION run_\(name)() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN \(statement); RETURN NULL; END $$
                """,
                """
                CREATE TRIGGER \(name) AFTER \(change)
                FOR EACH ROW WHEN (\(condition)) EXECUTE FUNCTION run_\(name)()
                """,
            ]
        )
    }

    /// A trigger by which the database refuses a change of a row.
    ///
    /// - Parameters:
    ///   - name: The name of the trigger, which the refusal names.
    ///   - change: The change, such as `DELETE ON operation`.
    ///   - condition: The rows of which it is refused, by `OLD` and `NEW`; nil for all.
    /// - Returns: The trigger.
    public static func refusal(
        _ name: SchemaText,
        of change: SchemaText,
        when condition: SchemaText? = nil
    ) -> SchemaStatement {
        let (sqliteRows, postgreSQLRows): (SchemaText, SchemaText) =
            condition.map { ("WHEN \($0)", "WHEN (\($0))") } ?? ("", "")
        return .each(
            sqlite: [
                """
                CREATE TRIGGER \(name) BEFORE \(change) \(sqliteRows)
                BEGIN SELECT raise(ABORT, 'refused by \(name)'); END
                """
            ],
            postgreSQL: [
                """
                CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'refused by %', TG_NAME; END $$
                """,
                """
                CREATE TRIGGER \(name) BEFORE \(change)
                FOR EACH ROW \(postgreSQLRows) EXECUTE FUNCTION refuse_change()
                """,
            ]
        )
    }

    /// Triggers by which the database keeps the rows of a table as they are.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - columns: The columns that do not change; nil for all.
    /// - Returns: The triggers.
    public static func unchanging(
        _ table: SchemaText,
        columns: SchemaText? = nil
    ) -> SchemaStatement {
        let update: SchemaText =
            columns.map { "UPDATE OF \($0) ON \(table)" } ?? "UPDATE ON \(table)"
        let (fixed, kept) = (refusal("\(table)_fixed", of: update), keeping(table))
        return SchemaStatement(
            sqlite: fixed.sqlite + kept.sqlite,
            postgreSQL: (fixed.postgreSQL ?? []) + (kept.postgreSQL ?? [])
        )
    }

    /// A trigger by which the database refuses to delete rows of a table.
    public static func keeping(_ table: SchemaText) -> SchemaStatement {
        refusal("\(table)_stays", of: "DELETE ON \(table)")
    }

    package func statements(in dialect: SQLDialect) -> [String] {
        switch dialect {
        case .sqlite: sqlite.map(\.text)
        case .postgreSQL: postgreSQL?.map(\.text) ?? sqlite.map(\.postgreSQLForm)
        }
    }
}

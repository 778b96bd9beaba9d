/// The dialects of SQL that differ where tables are made.
package enum SQLDialect: Hashable, Sendable {
    case sqlite
    case postgreSQL
}

/// A statement of a migration: one for both databases, or those of each.
public struct SchemaStatement: Sendable, ExpressibleByStringLiteral {
    private let sqlite: [StaticString]
    private let postgreSQL: [StaticString]

    /// A statement that both databases run.
    public init(stringLiteral statement: StaticString) {
        (sqlite, postgreSQL) = ([statement], [statement])
    }

    private init(sqlite: [StaticString], postgreSQL: [StaticString]) {
        (self.sqlite, self.postgreSQL) = (sqlite, postgreSQL)
    }

    /// The statements of each database, which come to the same thing; for column types and triggers.
    public static func each(sqlite: [StaticString], postgreSQL: [StaticString]) -> SchemaStatement {
        SchemaStatement(sqlite: sqlite, postgreSQL: postgreSQL)
    }

    fileprivate func statements(in dialect: SQLDialect) -> [StaticString] {
        switch dialect {
        case .sqlite: sqlite
        case .postgreSQL: postgreSQL
        }
    }
}

/// One step of a schema: a name and statements that run in one transaction.
///
/// Once a database records a migration, neither its name nor its text may change.
///
/// SQLite does not enforce foreign keys while migrations run, so that a table can be made anew under
/// its old name; before the transaction ends, every reference is checked.
///
/// - Source: SQLite, *ALTER TABLE*, "Making Other Kinds Of Table Schema Changes".
public struct Migration: Sendable {
    /// The name, unique in its series, such as `attempts`.
    public let name: String
    private let statements: [SchemaStatement]

    /// A migration by its name and statements, which run in order.
    public init(_ name: String, _ statements: [SchemaStatement]) {
        self.name = name
        self.statements = statements
    }

    package func statements(in dialect: SQLDialect) -> [StaticString] {
        statements.flatMap { $0.statements(in: dialect) }
    }

    /// The text that is recorded, and compared when the database is opened again.
    package func text(in dialect: SQLDialect) -> String {
        statements(in: dialect).map(\.description).joined(separator: ";\n")
    }
}

/// The migrations of one module of the program, oldest first.
///
/// Each module with tables in a database has its own series, so that modules can change independently.
public struct MigrationSeries: Sendable {
    /// The module whose tables these are, such as `charging`.
    public let module: String
    /// The migrations, oldest first.
    public let migrations: [Migration]

    /// A series by its module and migrations.
    public init(module: String, _ migrations: [Migration]) {
        self.module = module
        self.migrations = migrations
    }
}

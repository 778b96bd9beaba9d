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

    package func statements(in dialect: SQLDialect) -> [String] {
        statements.flatMap { $0.statements(in: dialect) }
    }

    /// The text that is recorded, and compared when the database is opened again.
    package func text(in dialect: SQLDialect) -> String {
        statements(in: dialect).joined(separator: ";\n")
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

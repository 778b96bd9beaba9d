/// One step of a schema: a name and statements that run in one transaction.
///
/// Once a file records a migration, neither its name nor its text may change.
public struct Migration: Sendable {
    /// The name, unique in its series, such as `attempts`.
    public let name: String
    /// The statements, one each, run in order in one transaction.
    public let statements: [StaticString]

    /// A migration by its name and statements.
    public init(_ name: String, _ statements: [StaticString]) {
        self.name = name
        self.statements = statements
    }

    /// The text that is recorded, and compared when the file is opened again.
    var text: String {
        statements.map(\.description).joined(separator: ";\n")
    }
}

/// The migrations of one module of the program, oldest first.
///
/// Each module with tables in a file has its own series, so that modules can change independently.
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

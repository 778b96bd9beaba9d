import Bytes
import Foundation
import MerchantServer
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

/// The databases on which the tests of payments run.
enum PaymentDatabase: String, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    var testDescription: String { rawValue }

    /// Those that can be used here.
    static var here: [PaymentDatabase] { PostgreSQLServer.isHere ? allCases : [.sqlite] }

    /// Where a test's records are.
    enum Place: Sendable {
        case file(String)
        case server(String)
    }

    func place(in folder: ScratchFolder) throws -> Place {
        switch self {
        case .sqlite: .file(folder.path("merchant.sqlite"))
        case .postgreSQL: .server(try PostgreSQLServer.shared().newDatabase())
        }
    }
}

extension PaymentDatabase.Place {
    /// Opens the records, as one server of several does.
    func open() async throws -> Database {
        switch self {
        case .file(let path):
            return try await Database(path: path, migrations: MerchantAPIServer.migrations)
        case .server(let text):
            let address = try PostgreSQLAddress(Secret(copying: Array(text.utf8)))
            return try await Database(address, migrations: MerchantAPIServer.migrations)
        }
    }
}

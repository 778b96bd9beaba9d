import Bytes
import CommandLineTool
import Files
import Payments
import PostgreSQL
import SQLite
import Storage

/// The option `--database`: a file, or the address of a PostgreSQL server.
struct DatabaseInput: CustomStringConvertible {
    private let place: String

    init(_ place: String) { self.place = place }

    /// The address of a server; nil for a file.
    init?(server place: String) {
        self.place = place
        guard isServer else { return nil }
    }

    /// Whether it is the address of a server.
    var isServer: Bool { ["postgresql:", "postgres:"].contains { place.hasPrefix($0) } }

    /// The option for messages, without an address, which may have a password.
    var description: String { isServer ? "--database postgresql:…" : "--database \(place)" }

    /// The address of a server.
    func address() throws(UsageProblem) -> PostgreSQLAddress {
        do throws(DatabaseRefusal) {
            return try PostgreSQLAddress(Secret(copying: Array(place.utf8)))
        } catch { throw problem(error) }
    }

    /// Opens a file, which must exist, or a database of a PostgreSQL server.
    func open() async throws(UsageProblem) -> Database {
        if !isServer, !Files.exists(place) {
            throw UsageProblem(
                "\(self): there is no such file",
                hint: "--database names the database of a shop"
            )
        }
        let address = isServer ? try address() : nil
        do throws(DatabaseRefusal) {
            guard let address else {
                return try await Database(path: place, migrations: PaymentDesk.migrations)
            }
            return try await Database(address, migrations: PaymentDesk.migrations)
        } catch { throw problem(error) }
    }

    /// The problem of a database that cannot be opened.
    func problem(_ refusal: DatabaseRefusal) -> UsageProblem {
        let hint =
            refusal == .addressMalformed
            ? "write it as postgresql://USER@HOST/NAME" : refusal.remedy
        return UsageProblem("\(self): \(refusal)", hint: hint)
    }
}

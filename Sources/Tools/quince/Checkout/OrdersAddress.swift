import Bytes
import CommandLineTool
import PostgreSQL
import Storage

/// The option `--database` of a checkout: the address of a PostgreSQL server.
struct OrdersAddress: Sendable {
    private let text: String

    /// The address of a server; nil for another text.
    init?(_ text: String) {
        guard ["postgresql:", "postgres:"].contains(where: text.hasPrefix) else { return nil }
        self.text = text
    }

    /// The address as libpq reads it.
    func parsed() throws(UsageProblem) -> PostgreSQLAddress {
        do throws(DatabaseRefusal) {
            return try PostgreSQLAddress(Secret(copying: Array(text.utf8)))
        } catch { throw Self.problem(error) }
    }

    /// The problem of a database that cannot be opened, without the address, which may have a password.
    static func problem(_ refusal: DatabaseRefusal) -> UsageProblem {
        UsageProblem(
            "--database postgresql:…: \(refusal)",
            hint: refusal == .addressMalformed
                ? "write it as postgresql://USER@HOST/NAME" : refusal.remedy
        )
    }
}

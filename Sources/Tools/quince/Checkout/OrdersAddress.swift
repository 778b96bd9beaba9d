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
        } catch {
            let isMalformed = error == .addressMalformed
            let hint = isMalformed ? "write it as postgresql://USER@HOST/NAME" : nil
            throw UsageProblem(error, of: Self.subject, hint: hint)
        }
    }

    /// The subject of problems: without the address, which may have a password.
    static let subject = "--database postgresql:…"
}

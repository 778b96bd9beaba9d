public import Bytes
internal import CPostgreSQL
public import Storage

/// The address of a server: a connection string, which may contain a password.
///
/// Where it names several hosts, they are tried in turn, and the one that is the primary is used. So
/// a program finds the promoted standby after the primary is lost.
///
/// - Source: PostgreSQL, *Connection Strings*: `host=/run/postgresql dbname=shop user=shop`, or a
///   URI `postgresql://…`. What the string leaves out, libpq takes from the variables `PG…`,
///   the service file and the password file.
public struct PostgreSQLAddress: Sendable {
    /// The string, and a zero byte.
    private let terminated: Secret
    /// The hosts that are tried in turn; one without a name where the string names none.
    let hosts: [PostgreSQLHost]
    /// The database for messages: its hosts and name, and never the password.
    public let name: String

    /// An address that libpq can parse.
    ///
    /// - Throws: ``Storage/DatabaseRefusal/addressMalformed``, or ``Storage/DatabaseRefusal/libraryMissing(file:)``
    ///   where libpq is not installed. Every use of PostgreSQL begins with an address, so it is asked for here.
    public init(_ connectionString: Secret) throws(DatabaseRefusal) {
        let hasZero = connectionString.withBytes { bytes in
            bytes.indices.contains { bytes[$0] == 0 }
        }
        guard !hasZero else { throw .addressMalformed }
        guard quince_pq_load() == 1 else { throw .libraryMissing(file: QUINCE_PQ_FILE) }
        terminated = Secret(count: connectionString.count + 1) { copy in
            connectionString.withBytes { bytes in
                for index in bytes.indices { copy[index] = bytes[index] }
            }
        }
        let parsed = unsafe Self.withCString(of: terminated) { unsafe Self.options(in: $0) }
        guard let parsed else { throw .addressMalformed }
        hosts = PostgreSQLHost.list(
            names: parsed["host"],
            addresses: parsed["hostaddr"],
            ports: parsed["port"]
        )
        name = Self.name(database: parsed["dbname"], hosts: parsed["host"] ?? parsed["hostaddr"])
    }

    /// The connection string.
    public var connectionString: Secret {
        terminated.withBytes { Secret(copying: $0.extracting(0..<($0.count - 1))) }
    }

    /// Passes the string to C, with its zero byte.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe Self.withCString(of: terminated, body)
    }

    private static func withCString<Result>(
        of terminated: Secret,
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        terminated.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { buffer in
                let text = unsafe buffer.assumingMemoryBound(to: CChar.self)
                // The zero byte is always there, so the buffer is not empty.
                guard let start = text.baseAddress else {
                    preconditionFailure("a connection string has at least its zero byte")
                }
                return unsafe body(start)
            }
        }
    }

    /// The options that say where the database is, or nil for a string that libpq cannot parse.
    private static func options(in text: UnsafePointer<CChar>) -> [String: String]? {
        // libpq's own message would quote the string.
        let options = unsafe PQconninfoParse(text, nil)
        defer { unsafe PQconninfoFree(options) }
        guard var option = unsafe options else { return nil }
        var found: [String: String] = [:]
        while let keyword = unsafe option.pointee.keyword {
            let key = unsafe String(cString: keyword)
            if ["host", "hostaddr", "port", "dbname"].contains(key),
                let value = unsafe option.pointee.val
            {
                found[key] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return found
    }

    private static func name(database: String?, hosts: String?) -> String {
        var words = ["PostgreSQL"]
        // A connection string inside the name may have a password.
        if let database, !database.contains("="), !database.contains(":") {
            words.append("database \(database)")
        }
        if let hosts, !hosts.isEmpty { words.append("on \(hosts)") }
        return words.joined(separator: " ")
    }
}

/// One host of an address, as options that replace those of the connection string.
struct PostgreSQLHost: Hashable, Sendable {
    /// Keywords of libpq and their values.
    let options: [String: String]

    /// The hosts of three lists with commas. A single port is the port of every host.
    static func list(names: String?, addresses: String?, ports: String?) -> [PostgreSQLHost] {
        let columns = [("host", split(names)), ("hostaddr", split(addresses))]
        let ports = split(ports)
        let count = columns.map(\.1.count).max() ?? 0
        guard count > 1 else { return [PostgreSQLHost(options: [:])] }
        return (0..<count).map { index in
            var options: [String: String] = [:]
            for (key, list) in columns where index < list.count {
                options[key] = String(list[index])
            }
            if ports.count > 1, index < ports.count { options["port"] = String(ports[index]) }
            return PostgreSQLHost(options: options)
        }
    }

    private static func split(_ list: String?) -> [Substring] {
        list?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    }
}

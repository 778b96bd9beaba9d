internal import CPostgreSQL

/// Which statements a connection has prepared, by text and parameter types.
///
/// The names contain a random word, so that no other client of a pooler, which may share the server
/// connection, has given the same name to another statement.
struct PreparedStatements {
    /// A statement's text, and the types of its parameters.
    struct Key: Hashable {
        let text: String
        let types: [Oid]
    }

    /// How to send a statement.
    enum Way: Hashable {
        /// By the name under which it is prepared.
        case prepared(String)
        /// Prepared under this name first.
        case preparing(String)
        /// With its text, unprepared.
        case unprepared
    }

    /// How many statements are prepared at most; the program's statements are literals, so that it has
    /// fewer.
    static let limit = 512

    private let word: String
    private var names: [Key: String] = [:]
    private var count = 0
    /// False once the server connection did not know a statement: a pooler gives each transaction
    /// another server connection.
    private(set) var isPreparing: Bool

    init(word: String, isPreparing: Bool) {
        self.word = word
        self.isPreparing = isPreparing
    }

    /// How to send a statement.
    func way(for key: Key) -> Way {
        guard isPreparing else { return .unprepared }
        if let name = names[key] { return .prepared(name) }
        return names.count < Self.limit ? .preparing("quince_\(word)_\(count)") : .unprepared
    }

    /// Notes that the server has prepared a statement.
    mutating func remember(_ key: Key, as name: String) {
        names[key] = name
        count += 1
    }

    /// Prepares every statement again: the result of one has changed with its tables.
    mutating func forget() { names = [:] }

    /// Sends every further statement unprepared.
    mutating func stop() {
        isPreparing = false
        names = [:]
    }
}

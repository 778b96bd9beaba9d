internal import World

/// Device accounts that have paid, by which a proof is compared before the transaction that decides. The
/// transaction reads the record again and compares only the keys.
package struct KnownTokens: Sendable {
    /// How many are kept; then all are forgotten.
    private static let limit = 10_000

    private let tokens = LockedValue<[String: VaultToken]>([:])

    /// A device account; nil if it is not known.
    package subscript(identifier: String) -> VaultToken? { tokens.withLock { $0[identifier] } }

    /// No accounts.
    package init() {}

    /// Adds a device account, whose counter may change later.
    package func add(_ token: VaultToken) {
        tokens.withLock { tokens in
            if tokens.count >= Self.limit { tokens = [:] }
            tokens[token.identifier] = token
        }
    }
}

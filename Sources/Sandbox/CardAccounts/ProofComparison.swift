internal import Bytes
internal import Cryptography

/// Whether a message's proof is what an account's keys give.
public struct ProofComparison: Sendable {
    /// Whether the keys give it.
    package let isProven: Bool
    private let message: ProofMessage
    private let keys: CardKeys
    private let tokenRequestor: String

    init(isProven: Bool, _ message: ProofMessage, _ record: TokenRecord) {
        self.isProven = isProven
        self.message = message
        keys = record.keys
        tokenRequestor = record.tokenRequestor
    }

    /// Whether it was made of this message, with the keys of this record.
    func isOf(_ message: ProofMessage, _ record: TokenRecord) -> Bool {
        message == self.message && tokenRequestor == record.tokenRequestor
            && keys.cryptograms.key.bytes == record.keys.cryptograms.key.bytes
    }
}

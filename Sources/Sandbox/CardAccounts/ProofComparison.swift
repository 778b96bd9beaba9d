internal import Bytes
internal import Cryptography

/// Whether a message's proof is what an account's keys give.
public struct ProofComparison: Sendable {
    let isProven: Bool
    private let keys: CardKeys
    private let tokenRequestor: String

    init(isProven: Bool, _ record: TokenRecord) {
        self.isProven = isProven
        keys = record.keys
        tokenRequestor = record.tokenRequestor
    }

    /// Whether it was made with the keys of this record.
    func isOf(_ record: TokenRecord) -> Bool {
        tokenRequestor == record.tokenRequestor
            && keys.cryptograms.key.bytes == record.keys.cryptograms.key.bytes
    }
}

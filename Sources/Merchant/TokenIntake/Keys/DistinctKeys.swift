internal import PaymentToken

/// The keys of all sources together, each once.
struct DistinctKeys {
    private(set) var entries: [KeyringEntry] = []
    private(set) var findings: [KeyFinding] = []
    /// The first key that is there for two merchants.
    private(set) var clash: KeyFinding?

    init(_ sources: [[KeyringEntry]]) {
        for entry in sources.joined() {
            let twin = entries.first { $0.key.publicKeyHash == entry.key.publicKeyHash }
            guard let twin else {
                entries.append(entry)
                continue
            }
            if twin.key.merchantIdentifierHash == entry.key.merchantIdentifierHash {
                findings.append(KeyFinding(entry.origin, .repeated(other: twin.origin)))
            } else {
                clash = clash ?? KeyFinding(entry.origin, .twoMerchants(other: twin.origin))
            }
        }
    }
}

public import World

/// The check of some keys, without serving them.
public struct MerchantKeyCheck: Sendable {
    /// The keys that can serve.
    public let entries: [KeyringEntry]
    /// The findings, gravest first.
    public let findings: [KeyFinding]

    /// Reads a source and judges what is in it.
    ///
    /// - Parameters:
    ///   - source: What to read.
    ///   - moment: When the certificates are judged.
    ///   - warningDays: How many days before a certificate's end a warning starts.
    public init(
        _ source: any MerchantKeySource,
        at moment: UnixTime,
        warningDays: Int = MerchantKeyring.standardWarningDays
    ) {
        do throws(KeyFinding) {
            let matching = KeyCertificateMatching(try source.read(), of: source.name)
            let union = DistinctKeys([matching.entries])
            let ofTime = union.entries.flatMap {
                $0.findings(at: moment, among: union.entries, warningDays: warningDays)
            }
            let clash = union.clash.map { [$0] } ?? []
            entries = union.entries
            findings = (matching.findings + clash + union.findings + ofTime).gravestFirst
        } catch {
            entries = []
            findings = [error]
        }
    }
}

extension [KeyFinding] {
    /// The same findings, those first that weigh most.
    var gravestFirst: [KeyFinding] {
        KeyFinding.Weight.allCases.reversed().flatMap { weight in filter { $0.weight == weight } }
    }
}

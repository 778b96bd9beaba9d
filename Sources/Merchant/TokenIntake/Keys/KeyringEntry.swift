public import Certificates
internal import Files
public import PaymentToken
public import World

/// A merchant's key that serves, with what is known of it.
public struct KeyringEntry: Sendable {
    /// The key that opens tokens.
    public let key: MerchantKey
    /// Where the key is from.
    public let origin: String
    /// Its certificate, if it is available.
    public let certificate: Certificate?
    /// Where the certificate is from.
    public let certificateOrigin: String?
    /// The merchant identifier, where it was given or the certificate says it.
    public let merchantIdentifier: String?
    /// Whether the authority that is named as the issuer is available and did not sign the certificate.
    let wrongIssuer: Bool

    /// Whole days until the certificate ends, none or fewer where it ended; nil without one.
    public func daysLeft(at moment: UnixTime) -> Int? {
        guard let certificate else { return nil }
        let (seconds, day) = (certificate.notAfter.seconds - moment.seconds, Int64(86_400))
        return Int(seconds >= 0 ? seconds / day : -((-seconds + day - 1) / day))
    }

    /// Why this key stays where a load does not find it: its file is there with something else in it, and its
    /// certificate has not followed, as between two steps of a renewal.
    ///
    /// - Parameters:
    ///   - contents: What the load found.
    ///   - entries: The keys of them.
    /// - Returns: Nil where the key is there, was removed, or was replaced together with its certificate.
    func halfReplaced(
        by contents: KeySourceContents,
        giving entries: [KeyringEntry]
    ) -> KeyFinding? {
        let isFound = entries.contains { $0.key.publicKeyHash == key.publicKeyHash }
        guard !isFound, Files.exists(origin) else { return nil }
        guard contents.keys.contains(where: { $0.origin == origin }) else {
            return KeyFinding(origin, .holdsOther(wanted: .privateKey))
        }
        let old = contents.certificates.first { $0.value.der == certificate?.der }
        return old.map { KeyFinding($0.origin, .unusable(.keyDoesNotMatchCertificate)) }
    }

    /// The findings at a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - others: The other keys, one of which may have taken this one's place.
    ///   - warningDays: How many days before its end a certificate is spoken of.
    /// - Returns: What was found, in no order of weight.
    public func findings(
        at moment: UnixTime,
        among others: [KeyringEntry],
        warningDays: Int
    ) -> [KeyFinding] {
        guard let certificate, let days = daysLeft(at: moment) else { return [] }
        let subject = certificateOrigin ?? origin
        var problems: [KeyFinding.Problem] = []
        if wrongIssuer { problems.append(.notByItsIssuer) }
        if moment < certificate.notBefore {
            problems.append(.notYetValid(notBefore: certificate.notBefore))
        } else if moment > certificate.notAfter {
            let isReplaced = others.contains { $0.replaces(self, at: moment) }
            problems.append(
                isReplaced
                    ? .replaced(notAfter: certificate.notAfter)
                    : .expired(notAfter: certificate.notAfter)
            )
        } else if days < warningDays, !others.contains(where: { $0.outlasts(self, at: moment) }) {
            problems.append(.endsSoon(days: days, notAfter: certificate.notAfter))
        }
        return problems.map { KeyFinding(subject, $0) }
    }

    private func replaces(_ other: KeyringEntry, at moment: UnixTime) -> Bool {
        guard let certificate, isOfTheSameMerchant(as: other) else { return false }
        return certificate.notBefore <= moment && moment <= certificate.notAfter
    }

    private func outlasts(_ other: KeyringEntry, at moment: UnixTime) -> Bool {
        guard replaces(other, at: moment), let ours = certificate, let theirs = other.certificate
        else { return false }
        return ours.notAfter > theirs.notAfter
    }

    /// One merchant may have a key for each version of token.
    private func isOfTheSameMerchant(as other: KeyringEntry) -> Bool {
        key.merchantIdentifierHash == other.key.merchantIdentifierHash
            && key.version == other.key.version
    }
}

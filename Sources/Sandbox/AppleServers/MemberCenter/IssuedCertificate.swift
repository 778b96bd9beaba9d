internal import Bytes
public import Certificates
public import PaymentToken
public import World

/// A certificate that the member center issued, and what became of it.
public struct IssuedCertificate: Sendable {
    /// The purpose.
    public let kind: CertificateKind
    /// The identifier it was issued for.
    public let holder: String
    /// The certificate.
    public let certificate: Certificate
    /// When it was issued.
    public let issuedAt: UnixTime
    /// From when Apple uses it; nil for a Payment Processing certificate that was not activated.
    public internal(set) var activatedAt: UnixTime?
    /// When another certificate was activated in its place.
    public internal(set) var replacedAt: UnixTime?
    /// When it was revoked.
    public internal(set) var revokedAt: UnixTime?

    init(
        kind: CertificateKind,
        holder: String,
        certificate: Certificate,
        issuedAt: UnixTime,
        activatedAt: UnixTime? = nil,
        replacedAt: UnixTime? = nil,
        revokedAt: UnixTime? = nil
    ) {
        self.kind = kind
        self.holder = holder
        self.certificate = certificate
        self.issuedAt = issuedAt
        self.activatedAt = activatedAt
        self.replacedAt = replacedAt
        self.revokedAt = revokedAt
    }

    /// The serial number in upper-case hexadecimal digits, which names the certificate.
    public var serialNumber: String {
        Hexadecimal.encode(certificate.serialNumber).uppercased()
    }

    /// The states of a certificate.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It is not valid before a later time.
        case notYetValid
        /// A Payment Processing certificate that was not activated: Apple does not encrypt to it.
        case inactive
        /// It is in use.
        case active
        /// Another certificate was activated in its place. Apple encrypts to it for
        /// ``mixedWindow`` more at most.
        case replaced
        /// It was revoked.
        case revoked
        /// Its validity is over.
        case expired
    }

    /// For how long Apple may still encrypt to the older key after another certificate was activated, in
    /// seconds: ten minutes.
    ///
    /// - Source: Apple, TN3206 *Updating Apple Pay certificates*, says that some transactions may
    ///   temporarily use the previous key while the new certificate is propagated, and gives no time;
    ///   merchants report "a few minutes" and "10 minutes" (Documentation/Sources.md). The number is a
    ///   guess by these.
    public static let mixedWindow: Int64 = 600

    /// The state at a moment.
    ///
    /// It depends on the recorded times only, so a clock that is put back shows the past. A certificate
    /// that was active when it was issued is so from the beginning of its validity.
    public func state(at moment: UnixTime) -> State {
        if let revokedAt, revokedAt <= moment { return .revoked }
        if moment > certificate.notAfter { return .expired }
        if moment < certificate.notBefore { return .notYetValid }
        if let replacedAt, replacedAt <= moment { return .replaced }
        guard let activatedAt, activatedAt <= moment || activatedAt == issuedAt else {
            return .inactive
        }
        return .active
    }

    /// Until when Apple may encrypt to a certificate that was replaced: the end of the mixed window, or of
    /// its use by revocation or expiry; nil for every other certificate.
    public var usableUntil: UnixTime? {
        guard let end = replacedAt?.advanced(bySeconds: Self.mixedWindow) else { return nil }
        let ends = [end, certificate.notAfter] + (revokedAt.map { [$0] } ?? [])
        return ends.min()
    }

    /// Whether Apple may encrypt to it: it is active, or was replaced within the mixed window.
    func mayBeUsed(at moment: UnixTime) -> Bool {
        switch state(at: moment) {
        case .active: true
        case .replaced:
            replacedAt.map { moment.seconds - $0.seconds < Self.mixedWindow } ?? false
        case .notYetValid, .inactive, .revoked, .expired: false
        }
    }

    /// The certificate as one to which tokens are encrypted; nil for the other kinds.
    public var paymentProcessing: PaymentProcessingCertificate? {
        guard kind == .paymentProcessing else { return nil }
        return try? PaymentProcessingCertificate(certificate)
    }
}

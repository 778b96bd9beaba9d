public import Certificates
public import Cryptography

/// Why the sandbox's authorities could not be created.
public enum AuthorityFailure: Error, Hashable, Sendable {
    /// A certificate could not be issued.
    case certificate(CertificateFailure)
    /// A key could not be created.
    case cryptography(CryptographyFailure)
    /// The time is outside ``TestAuthorities/openings``.
    case timeOutOfRange
}

extension AuthorityFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .certificate, .cryptography: "libcrypto could not make the sandbox's authorities"
        case .timeOutOfRange:
            "certificates and signatures of that time cannot be written; give one between "
                + "\(TestAuthorities.openings.lowerBound) and \(TestAuthorities.openings.upperBound)"
        }
    }
}

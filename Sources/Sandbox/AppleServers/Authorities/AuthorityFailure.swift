/// Why the sandbox's authorities could not be created.
public enum AuthorityFailure: Error, Hashable, Sendable {
    /// libcrypto could not make a key or a certificate.
    case notMade
    /// The time is outside ``TestAuthorities/openings``.
    case timeOutOfRange
}

extension AuthorityFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .notMade: "libcrypto could not make the sandbox's authorities"
        case .timeOutOfRange:
            "certificates and signatures of that time cannot be written; give one between "
                + "\(TestAuthorities.openings.lowerBound) and \(TestAuthorities.openings.upperBound)"
        }
    }
}

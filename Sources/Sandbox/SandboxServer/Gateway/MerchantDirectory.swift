public import ApplePaySession
public import Certificates
public import Storage

/// The member center as the gateway asks it.
///
/// Answers are read from the records at each call, because another process may change them.
public protocol MerchantDirectory: Sendable {
    /// The authorities below which identity certificates of merchants are issued.
    func merchantAuthorities() async throws(StorageFailure) -> [MerchantAuthority]

    /// The identifier of a registered merchant; nil where there is none with the digest.
    func identifier(of merchant: MerchantReference) async throws(StorageFailure) -> String?

    /// Whether an identity certificate may be used. The validity is not asked for.
    func state(
        ofIdentityCertificate serialNumber: [UInt8]
    ) async throws(StorageFailure) -> IdentityCertificateState
}

/// A root, and the intermediate below it that issues merchants' certificates.
public struct MerchantAuthority: Sendable {
    /// The root's name and key.
    public let root: TrustAnchor
    /// The intermediate.
    public let intermediate: Certificate

    /// An authority.
    public init(root: TrustAnchor, intermediate: Certificate) {
        (self.root, self.intermediate) = (root, intermediate)
    }
}

/// The member center's record of an identity certificate.
public enum IdentityCertificateState: Hashable, Sendable {
    /// It was issued and not revoked.
    case issued
    /// It was revoked.
    case revoked
    /// It was not issued by this member center.
    case unknown
}

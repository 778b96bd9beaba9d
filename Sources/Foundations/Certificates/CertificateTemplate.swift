public import ASN1
public import World

/// The content of a certificate to be issued, apart from its issuer.
public struct CertificateTemplate: Hashable, Sendable {
    /// The owner.
    public var subject: DistinguishedName
    /// The first moment at which it is valid.
    public var notBefore: UnixTime
    /// The last moment at which it is valid.
    public var notAfter: UnixTime
    /// Whether the owner may sign certificates.
    public var isAuthority: Bool
    /// The permitted uses of the key.
    public var keyUsage: KeyUsage
    /// Further extensions, none of them critical, with the DER of their values.
    public var extensions: [Extension]

    /// An extension and the DER of its value.
    public struct Extension: Hashable, Sendable {
        /// Which extension.
        public let identifier: ASN1ObjectIdentifier
        /// The DER of its value.
        public let value: [UInt8]

        /// An extension with the DER of its value.
        public init(identifier: ASN1ObjectIdentifier, value: [UInt8]) {
            self.identifier = identifier
            self.value = value
        }
    }

    /// A certificate of these parts.
    public init(
        subject: DistinguishedName,
        notBefore: UnixTime,
        notAfter: UnixTime,
        isAuthority: Bool,
        keyUsage: KeyUsage,
        extensions: [Extension] = []
    ) {
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.isAuthority = isAuthority
        self.keyUsage = keyUsage
        self.extensions = extensions
    }
}

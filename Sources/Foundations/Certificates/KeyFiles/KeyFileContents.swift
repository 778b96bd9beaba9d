public import Bytes
public import Cryptography

/// The private keys and certificates that a file holds, found by looking and not by its name.
///
/// Read are PEM texts of any number of blocks (`PRIVATE KEY`, `EC PRIVATE KEY`, `RSA PRIVATE KEY`,
/// `ENCRYPTED PRIVATE KEY`, `CERTIFICATE`), the DER form of each of these, and PKCS #12. Nothing is
/// trusted and nothing is matched: which certificate is for which key is the reader's to find out.
///
/// A file is judged before it is worked on: its size, the number of things in it and the rounds
/// that its passwords are stretched by are read first and held to ``KeyFileLimits``.
///
/// - Source: RFC 7468 (PEM), RFC 5958 (PKCS #8), RFC 5915 (EC keys), RFC 8017 appendix A.1.2 (RSA
///   keys), RFC 7292 (PKCS #12).
public struct KeyFileContents: Sendable {
    /// The private keys, in the order in which they stand.
    public private(set) var privateKeys: [any DecryptionKey] = []
    /// The certificates, in the order in which they stand.
    public private(set) var certificates: [Certificate] = []

    /// Reads a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - password: What protects it; not used where nothing is protected.
    ///   - limits: How much work a file may ask for.
    /// - Throws: ``KeyFileFailure``. A file of which one part cannot be read is not read at all.
    public init(
        _ bytes: Secret,
        password: Secret? = nil,
        limits: KeyFileLimits = .standard
    ) throws(KeyFileFailure) {
        guard bytes.count <= limits.size else { throw .tooLong(limit: limits.size) }
        var reader = KeyFileReader(password: password, limits: limits)
        if bytes.withBytes({ $0.count > 0 && $0[0] == ASN1Outline.sequenceByte }) {
            try reader.readDER(bytes)
        } else {
            try reader.readPEM(bytes)
        }
        privateKeys = reader.privateKeys
        certificates = reader.certificates
    }
}

/// How much work a file of keys may ask for.
public struct KeyFileLimits: Hashable, Sendable {
    /// The most bytes of a file.
    public var size: Int
    /// The most rounds of password stretching that all parts of a file may ask for together.
    ///
    /// OpenSSL writes 2,048 a part, Java 10,000; today's advice for PBKDF2 with SHA-256 is 600,000.
    public var rounds: Int
    /// The most keys and certificates.
    public var items: Int

    /// Limits of one's own.
    public init(size: Int, rounds: Int, items: Int) {
        self.size = size
        self.rounds = rounds
        self.items = items
    }

    /// 64 KiB, three million rounds (about a second's work) and 64 keys and certificates.
    public static let standard = KeyFileLimits(size: 65_536, rounds: 3_000_000, items: 64)
}

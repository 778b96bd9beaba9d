internal import ASN1

/// The object identifiers of PKCS #12 and of password-based encryption.
///
/// - Source: RFC 7292 appendix D; RFC 8018 appendix C; RFC 5754; NIST CSOR for AES.
enum PKCS12Identifiers {
    static let encryptedData = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 6)

    static let keyBag = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 1)
    static let shroudedKeyBag = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 2)
    static let certificateBag = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 3)
    static let x509Certificate = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 22, 1)

    static let pbes2 = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 13)
    static let pbkdf2 = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 12)

    /// PKCS #12's own encryptions that libcrypto's default provider still has.
    static let tripleDES: [ASN1ObjectIdentifier] = [
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 3),
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, 4),
    ]

    /// PKCS #12's own encryptions that only libcrypto's legacy provider has: RC4 with 128 and 40 bits, RC2
    /// with 128 and 40 bits.
    static let legacy: [ASN1ObjectIdentifier] =
        [1, 2, 5, 6].map { ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 1, $0) }

    /// Old algorithms that are not read: PBES1, DES and RC2 in PBES2, and MD5 for the MAC.
    static let old: [ASN1ObjectIdentifier] =
        [1, 3, 4, 6, 10, 11].map { ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 5, $0) }
        + [
            ASN1ObjectIdentifier(1, 3, 14, 3, 2, 7),
            ASN1ObjectIdentifier(1, 2, 840, 113_549, 3, 2),
            ASN1ObjectIdentifier(1, 2, 840, 113_549, 2, 5),
        ]

    /// The ciphers of PBES2: AES of all three lengths, and triple DES, in CBC mode.
    static let ciphers: [ASN1ObjectIdentifier] =
        [2, 22, 42].map { ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, $0) }
        + [ASN1ObjectIdentifier(1, 2, 840, 113_549, 3, 7)]

    /// HMAC with SHA-1 and the SHA-2 family, under PBKDF2.
    static let pseudorandomFunctions: [ASN1ObjectIdentifier] =
        (7...11).map { ASN1ObjectIdentifier(1, 2, 840, 113_549, 2, $0) }

    /// The digests of a code, with libcrypto's names and their lengths.
    static let digests: [(identifier: ASN1ObjectIdentifier, name: String, length: Int)] = [
        (ASN1ObjectIdentifier(1, 3, 14, 3, 2, 26), "SHA1", 20),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 4), "SHA2-224", 28),
        (CMSIdentifiers.sha256, "SHA2-256", 32),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 2), "SHA2-384", 48),
        (ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 3), "SHA2-512", 64),
    ]
}

extension ASN1Cursor {
    /// Takes an object identifier.
    mutating func takeIdentifier() throws(ASN1Failure) -> ASN1ObjectIdentifier {
        ASN1ObjectIdentifier(content: Array(try takeIdentifierBytes()))
    }
}

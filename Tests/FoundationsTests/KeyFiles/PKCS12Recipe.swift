import ASN1
import Bytes
import Certificates
import Cryptography

/// A PKCS #12 file of any content under a good code, to reach what only a maker could do wrong.
///
/// One round of SHA-256 makes the code's key, as RFC 7292 appendix B has it for keys of 32 bytes.
struct PKCS12Recipe {
    var password = "quince"
    var salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    /// The encoding of the rounds of the code; nothing means one.
    var rounds: [UInt8] = []
    /// The elements of the AuthenticatedSafe.
    var safes: [[UInt8]] = []

    static let data = identifier(ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 1))

    static func identifier(_ identifier: ASN1ObjectIdentifier) -> [UInt8] {
        ASN1Encoding.objectIdentifier(identifier)
    }

    static func integer(_ value: Int) -> [UInt8] {
        ASN1Encoding.integer(
            unsigned: (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        )
    }

    /// A ContentInfo of plain bags.
    static func plain(_ bags: [[UInt8]]) -> [UInt8] { info(ASN1Encoding.sequence(bags)) }

    static func info(_ content: [UInt8]) -> [UInt8] {
        let octets = ASN1Encoding.element(.octetString, content)
        return ASN1Encoding.sequence([data, ASN1Encoding.element(.context(0), octets)])
    }

    /// A bag of a kind: 1 for a key, 2 for a shrouded key, 3 for a certificate and so on.
    static func bag(_ kind: UInt, _ value: [UInt8]) -> [UInt8] {
        ASN1Encoding.sequence([
            identifier(ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, kind)),
            ASN1Encoding.element(.context(0), value),
        ])
    }

    /// An EncryptedPrivateKeyInfo under PBES2 that asks for so many rounds.
    static func shrouded(rounds: Int) -> [UInt8] {
        let derivation = ASN1Encoding.sequence([
            identifier(ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 12)),
            ASN1Encoding.sequence([
                ASN1Encoding.element(.octetString, [UInt8](repeating: 7, count: 8)),
                integer(rounds),
            ]),
        ])
        let cipher = ASN1Encoding.sequence([
            identifier(ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 1, 42)),
            ASN1Encoding.element(.octetString, [UInt8](repeating: 9, count: 16)),
        ])
        return ASN1Encoding.sequence([
            ASN1Encoding.sequence([
                identifier(ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 5, 13)),
                ASN1Encoding.sequence([derivation, cipher]),
            ]),
            ASN1Encoding.element(.octetString, [UInt8](repeating: 3, count: 32)),
        ])
    }

    /// The file.
    var bytes: Secret {
        let content = ASN1Encoding.sequence(safes)
        let code = HMACSHA256(key: codeKey).code(for: content)
        let digest = ASN1Encoding.sequence([
            ASN1Encoding.sequence([
                Self.identifier(ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1))
            ]),
            ASN1Encoding.element(.octetString, code.withBytes { [UInt8](copying: $0) }),
        ])
        let file = ASN1Encoding.sequence([
            Self.integer(3), Self.info(content),
            ASN1Encoding.sequence([
                digest, ASN1Encoding.element(.octetString, salt), rounds,
            ]),
        ])
        return Secret(copying: file)
    }

    private var codeKey: Secret {
        func filled(_ bytes: [UInt8]) -> [UInt8] {
            let length = (bytes.count + 63) / 64 * 64
            return (0..<length).map { bytes[$0 % bytes.count] }
        }
        let text = (Array(password.utf16) + [0]).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        let diversifier = [UInt8](repeating: 3, count: 64)
        return Secret(copying: SHA256.digest(diversifier + filled(salt) + filled(text)))
    }

    func read(_ limits: KeyFileLimits = .standard) throws(KeyFileFailure) -> KeyFileContents {
        try KeyFileContents(
            bytes,
            password: Secret(copying: Array(password.utf8)),
            limits: limits
        )
    }
}

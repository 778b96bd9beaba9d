internal import ASN1
internal import Bytes

/// The code over a PKCS #12 file (its MAC), by which a wrong password is told from a damaged file.
///
/// - Source: RFC 7292 § 4 and appendix B.
struct PKCS12MAC {
    private let digest: ASN1ObjectIdentifier
    private let code: [UInt8]
    private let salt: [UInt8]
    private let rounds: Int

    init(_ cursor: inout ASN1Cursor) throws(ASN1Failure) {
        try cursor.enter(.sequence)
        try cursor.enter(.sequence)
        try cursor.enter(.sequence)
        digest = try cursor.takeIdentifier()
        if !cursor.isAtEnd { _ = try cursor.take(cursor.isNext(.null) ? .null : .sequence) }
        try cursor.leave()
        code = Array(cursor.bytes[try cursor.take(.octetString).content])
        try cursor.leave()
        salt = Array(cursor.bytes[try cursor.take(.octetString).content])
        rounds = cursor.isAtEnd ? 1 : try cursor.takeRounds()
        try cursor.leave()
    }

    /// Whether the code is the one of this content under this password.
    func fits(
        _ content: ArraySlice<UInt8>,
        _ password: PasswordText,
        _ work: inout KeyDerivationBudget
    ) throws(KeyFileFailure) -> Bool {
        guard let known = PKCS12Identifiers.digests.first(where: { $0.identifier == digest }) else {
            throw PKCS12Identifiers.old.contains(digest)
                ? .oldAlgorithm(digest) : .unknownAlgorithm(digest)
        }
        guard code.count == known.length else { throw .malformed(.pkcs12) }
        try work.spend(rounds)
        let key = PasswordDecryption.codeKey(
            password,
            salt: salt,
            rounds: rounds,
            digest: known.name,
            length: known.length
        )
        guard let key,
            let made = PasswordDecryption.code(content, key: key, digest: known.name)
        else { throw .libraryFailed }
        return made == Secret(copying: code)
    }
}

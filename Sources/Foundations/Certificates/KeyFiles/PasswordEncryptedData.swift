internal import ASN1
internal import Bytes

/// Something encrypted under a password, with its algorithm read and judged before it is used.
///
/// - Source: RFC 8018 § 6.2 and appendix A; RFC 7292 appendix C.
struct PasswordEncryptedData {
    private let algorithm: [UInt8]
    private let content: [UInt8]
    private let judgement: Judgement

    private enum Judgement {
        case rounds(Int)
        case legacyRounds(Int, ASN1ObjectIdentifier)
        case old(ASN1ObjectIdentifier)
        case unknown(ASN1ObjectIdentifier)
    }

    /// Reads an EncryptedPrivateKeyInfo.
    init(
        _ bytes: [UInt8],
        in part: Range<Int>,
        of form: KeyFileForm
    ) throws(KeyFileFailure) {
        do throws(ASN1Failure) {
            var cursor = ASN1Cursor(bytes, in: part)
            try cursor.enter(.sequence)
            try self.init(&cursor, contentTag: .octetString)
            try cursor.leave()
            try cursor.finish()
        } catch { throw .malformed(form) }
    }

    /// Reads an algorithm and the encrypted content after it.
    init(_ cursor: inout ASN1Cursor, contentTag: ASN1Tag) throws(ASN1Failure) {
        var inner = cursor
        algorithm = Array(cursor.bytes[try cursor.take(.sequence).whole])
        content = Array(cursor.bytes[try cursor.take(contentTag).content])
        try inner.enter(.sequence)
        judgement = try Self.judge(&inner)
        try inner.leave()
    }

    /// The decrypted content. Nothing is decrypted before its algorithm and rounds were judged.
    func open(
        _ password: PasswordText,
        _ form: KeyFileForm,
        _ work: inout KeyDerivationBudget
    ) throws(KeyFileFailure) -> Secret {
        var legacy: LegacyAlgorithms?
        switch judgement {
        case .old(let identifier): throw .oldAlgorithm(identifier)
        case .unknown(let identifier): throw .unknownAlgorithm(identifier)
        case .rounds(let rounds): try work.spend(rounds)
        case .legacyRounds(let rounds, let identifier):
            try work.spend(rounds)
            legacy = LegacyAlgorithms.shared
            guard legacy != nil else { throw .legacyProviderMissing(identifier) }
        }
        let opened = PasswordDecryption.open(content, by: algorithm, password, from: legacy)
        guard let opened else { throw .wrongPassword(form) }
        return opened
    }

    private static func judge(_ cursor: inout ASN1Cursor) throws(ASN1Failure) -> Judgement {
        let identifier = try cursor.takeIdentifier()
        if PKCS12Identifiers.tripleDES.contains(identifier) {
            return .rounds(try oldRounds(&cursor))
        }
        if PKCS12Identifiers.legacy.contains(identifier) {
            return .legacyRounds(try oldRounds(&cursor), identifier)
        }
        guard identifier == PKCS12Identifiers.pbes2 else {
            if !cursor.isAtEnd { _ = try cursor.take(.sequence) }
            return PKCS12Identifiers.old.contains(identifier)
                ? .old(identifier) : .unknown(identifier)
        }
        try cursor.enter(.sequence)
        let derivation = try derivation(&cursor)
        try cursor.enter(.sequence)
        let cipher = try cursor.takeIdentifier()
        guard PKCS12Identifiers.ciphers.contains(cipher) else {
            _ = try cursor.take(cursor.isNext(.sequence) ? .sequence : .octetString)
            try cursor.leave()
            try cursor.leave()
            return PKCS12Identifiers.old.contains(cipher) ? .old(cipher) : .unknown(cipher)
        }
        _ = try cursor.take(.octetString)
        try cursor.leave()
        try cursor.leave()
        return derivation
    }

    /// Salt and rounds of PKCS #12's own derivation.
    private static func oldRounds(_ cursor: inout ASN1Cursor) throws(ASN1Failure) -> Int {
        try cursor.enter(.sequence)
        _ = try cursor.take(.octetString)
        let rounds = try cursor.takeRounds()
        try cursor.leave()
        return rounds
    }

    private static func derivation(_ cursor: inout ASN1Cursor) throws(ASN1Failure) -> Judgement {
        try cursor.enter(.sequence)
        let identifier = try cursor.takeIdentifier()
        guard identifier == PKCS12Identifiers.pbkdf2 else {
            _ = try cursor.take(.sequence)
            try cursor.leave()
            return .unknown(identifier)
        }
        try cursor.enter(.sequence)
        _ = try cursor.take(.octetString)
        let rounds = try cursor.takeRounds()
        if cursor.isNext(.integer) { _ = try cursor.take(.integer) }
        var judgement = Judgement.rounds(rounds)
        if cursor.isNext(.sequence) {
            try cursor.enter(.sequence)
            let function = try cursor.takeIdentifier()
            if !PKCS12Identifiers.pseudorandomFunctions.contains(function) {
                judgement = .unknown(function)
            }
            if !cursor.isAtEnd { _ = try cursor.take(.null) }
            try cursor.leave()
        }
        try cursor.leave()
        try cursor.leave()
        return judgement
    }
}

extension ASN1Cursor {
    /// Takes a number of rounds, which is at least one.
    mutating func takeRounds() throws(ASN1Failure) -> Int {
        let content = try take(.integer).content
        guard let rounds = KeyDerivationBudget.rounds(bytes[content]) else {
            throw .invalidContent(offset: content.lowerBound)
        }
        return rounds
    }
}

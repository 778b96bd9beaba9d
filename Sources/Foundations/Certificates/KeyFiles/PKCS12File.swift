internal import ASN1
internal import Bytes

/// The outer form of a PKCS #12 file: a code over everything, and the safes under it.
///
/// - Source: RFC 7292 § 4; DER only, as OpenSSL, Java, Windows and Keychain write it.
struct PKCS12File {
    enum Safe {
        case plain(Secret)
        case encrypted(PasswordEncryptedData)
    }

    private let bytes: [UInt8]
    private let content: Range<Int>
    private let code: PKCS12MAC?

    init(_ bytes: [UInt8]) throws(KeyFileFailure) {
        self.bytes = bytes
        do throws(ASN1Failure) {
            var cursor = ASN1Cursor(bytes)
            try cursor.enter(.sequence)
            _ = try cursor.take(.integer)
            guard let content = try Self.data(&cursor) else { throw .truncated }
            self.content = content
            code = cursor.isAtEnd ? nil : try PKCS12MAC(&cursor)
            try cursor.leave()
            try cursor.finish()
        } catch { throw .malformed(.pkcs12) }
    }

    /// Checks the code over everything, and says in which form the password fits.
    func authenticated(
        by password: Secret?,
        _ work: inout KeyDerivationBudget
    ) throws(KeyFileFailure) -> PasswordText {
        guard let code else { throw .notAuthenticated }
        let isEmpty = password.map { $0.count == 0 } ?? true
        let given = password.map { [PasswordText($0)] } ?? []
        for form in isEmpty ? [.none, .empty] : given
        where try code.fits(bytes[content], form, &work) { return form }
        throw password == nil ? .passwordNeeded(.pkcs12) : .wrongPassword(.pkcs12)
    }

    /// The safes, in order.
    func safes() throws(KeyFileFailure) -> [Safe] {
        var safes: [Safe] = []
        do throws(ASN1Failure) {
            var cursor = ASN1Cursor(bytes, in: content)
            try cursor.enter(.sequence)
            while !cursor.isAtEnd { safes.append(try Self.safe(&cursor)) }
            try cursor.leave()
            try cursor.finish()
        } catch { throw .malformed(.pkcs12) }
        return safes
    }

    private static func safe(_ cursor: inout ASN1Cursor) throws(ASN1Failure) -> Safe {
        var encrypted = cursor
        if let content = try data(&cursor) {
            return .plain(Secret(copying: cursor.bytes.span.extracting(content)))
        }
        try encrypted.enter(.sequence)
        guard try encrypted.takeIdentifier() == PKCS12Identifiers.encryptedData else {
            throw .invalidContent(offset: 0)
        }
        try encrypted.enter(.context(0))
        try encrypted.enter(.sequence)
        _ = try encrypted.take(.integer)
        try encrypted.enter(.sequence)
        guard try encrypted.takeIdentifier() == CMSIdentifiers.data else {
            throw .invalidContent(offset: 0)
        }
        let sealed = try PasswordEncryptedData(&encrypted, contentTag: .primitiveContext(0))
        for _ in 0..<4 { try encrypted.leave() }
        cursor = encrypted
        return .encrypted(sealed)
    }

    /// The content of a ContentInfo of plain data; nil if it is of another type.
    private static func data(_ cursor: inout ASN1Cursor) throws(ASN1Failure) -> Range<Int>? {
        var inner = cursor
        try inner.enter(.sequence)
        guard try inner.takeIdentifier() == CMSIdentifiers.data else { return nil }
        try inner.enter(.context(0))
        let content = try inner.take(.octetString).content
        try inner.leave()
        try inner.leave()
        cursor = inner
        return content
    }
}

/// One thing in a safe.
enum PKCS12Bag {
    case key(Secret)
    case shroudedKey(PasswordEncryptedData)
    case certificate([UInt8])
    /// A revocation list or other content.
    case other

    /// All bags of a safe, which is taken out of the bytes before they are cleared.
    static func all(in safe: [UInt8], limit: Int) throws(KeyFileFailure) -> [PKCS12Bag] {
        var bags: [PKCS12Bag] = []
        do throws(ASN1Failure) {
            var cursor = ASN1Cursor(safe)
            try cursor.enter(.sequence)
            while !cursor.isAtEnd, bags.count <= limit {
                try cursor.enter(.sequence)
                let kind = try cursor.takeIdentifier()
                let value = try cursor.take(.context(0)).content
                if !cursor.isAtEnd { _ = try cursor.take(.set) }
                try cursor.leave()
                bags.append(try bag(kind, safe, value))
            }
            guard bags.count <= limit else { throw .truncated }
            try cursor.leave()
            try cursor.finish()
        } catch {
            guard bags.count <= limit else { throw .tooManyItems(limit: limit) }
            throw .malformed(.pkcs12)
        }
        return bags
    }

    private static func bag(
        _ kind: ASN1ObjectIdentifier,
        _ safe: [UInt8],
        _ value: Range<Int>
    ) throws(ASN1Failure) -> PKCS12Bag {
        var cursor = ASN1Cursor(safe, in: value)
        switch kind {
        case PKCS12Identifiers.keyBag:
            return .key(Secret(copying: safe.span.extracting(value)))
        case PKCS12Identifiers.shroudedKeyBag:
            try cursor.enter(.sequence)
            return .shroudedKey(try PasswordEncryptedData(&cursor, contentTag: .octetString))
        case PKCS12Identifiers.certificateBag:
            try cursor.enter(.sequence)
            guard try cursor.takeIdentifier() == PKCS12Identifiers.x509Certificate else {
                return .other
            }
            try cursor.enter(.context(0))
            return .certificate(Array(safe[try cursor.take(.octetString).content]))
        default: return .other
        }
    }
}

internal import ASN1
internal import Bytes
internal import Cryptography

/// Collects what a file holds, part by part.
struct KeyFileReader {
    private(set) var privateKeys: [any DecryptionKey] = []
    private(set) var certificates: [Certificate] = []
    private let password: Secret?
    private let limits: KeyFileLimits
    private var work: KeyDerivationBudget

    init(password: Secret?, limits: KeyFileLimits) {
        self.password = password
        self.limits = limits
        work = KeyDerivationBudget(limit: limits.rounds)
    }

    mutating func readPEM(_ text: Secret) throws(KeyFileFailure) {
        let blocks = try PEMBlocks(text, limit: limits.items).blocks
        var companion: KeyFileFailure.Companion?
        for block in blocks {
            if block.hasHeaders { throw .oldPEMProtection }
            switch block.label {
            case "CERTIFICATE", "X509 CERTIFICATE": try addCertificate(block.content)
            case "PRIVATE KEY": companion = try readKey(block.content, .pkcs8) ?? companion
            case "EC PRIVATE KEY":
                companion = try readKey(block.content, .ellipticCurveKey) ?? companion
            case "RSA PRIVATE KEY": companion = try readKey(block.content, .rsaKey) ?? companion
            case "ENCRYPTED PRIVATE KEY":
                companion = try readKey(block.content, .encryptedPKCS8) ?? companion
            case "PUBLIC KEY", "RSA PUBLIC KEY": companion = .publicKey
            case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": companion = .signingRequest
            case "PKCS7", "CMS": companion = .pkcs7
            // Such as the curve's name, which OpenSSL writes before a key.
            default: continue
            }
        }
        guard privateKeys.isEmpty, certificates.isEmpty else { return }
        if let companion { throw .holdsOnly(companion) }
        let mistake =
            blocks.isEmpty ? try text.withClearedArray { KeyFileFailure.Mistake($0) } : nil
        throw mistake.map(KeyFileFailure.mistaken) ?? .notRecognized
    }

    /// Reads a key by what it is; labels are mixed up where keys are copied by hand.
    ///
    /// - Returns: What is in its place; nil for a key.
    private mutating func readKey(
        _ der: Secret,
        _ labelled: KeyFileForm
    ) throws(KeyFileFailure) -> KeyFileFailure.Companion? {
        switch try der.withClearedArray({ (bytes) in ASN1Outline(bytes) }) {
        case .companion(let companion): return companion
        case .privateKey, .certificate: try readDER(der)
        case .pkcs12, nil: throw .malformed(labelled)
        }
        return nil
    }

    mutating func readDER(_ der: Secret) throws(KeyFileFailure) {
        let outline = try der.withClearedArray { (bytes) in ASN1Outline(bytes) }
        switch outline {
        case .privateKey(.encryptedPKCS8): try addProtectedKey(der)
        case .privateKey(let form): try addKey(der, form)
        case .certificate: try addCertificate(der)
        case .companion(let companion): throw .holdsOnly(companion)
        case .pkcs12: try readPKCS12(der)
        case nil: throw .notRecognized
        }
    }

    private mutating func readPKCS12(_ der: Secret) throws(KeyFileFailure) {
        // The file itself is a secret where a key lies in it unprotected.
        let (key, safes) = try der.withClearedArray { (bytes) throws(KeyFileFailure) in
            let file = try PKCS12File(bytes)
            return (try file.authenticated(by: password, &work), try file.safes())
        }
        for safe in safes {
            let contents: Secret
            switch safe {
            case .plain(let plain): contents = plain
            case .encrypted(let sealed): contents = try sealed.open(key, .pkcs12, &work)
            }
            let bags = try contents.withClearedArray { (bytes) throws(KeyFileFailure) in
                try PKCS12Bag.all(in: bytes, limit: limits.items)
            }
            for bag in bags { try add(bag, key) }
        }
        guard !privateKeys.isEmpty || !certificates.isEmpty else { throw .notRecognized }
    }

    private mutating func add(_ bag: PKCS12Bag, _ key: PasswordText) throws(KeyFileFailure) {
        switch bag {
        case .key(let der): try addKey(der, .pkcs8)
        case .shroudedKey(let sealed): try addKey(try sealed.open(key, .pkcs12, &work), .pkcs8)
        case .certificate(let der): try addCertificate(Secret(copying: der))
        case .other: break
        }
    }

    private mutating func addProtectedKey(_ der: Secret) throws(KeyFileFailure) {
        let bytes = der.withBytes { [UInt8](copying: $0) }
        let sealed = try PasswordEncryptedData(bytes, in: 0..<bytes.count, of: .encryptedPKCS8)
        guard let password else { throw .passwordNeeded(.encryptedPKCS8) }
        let key = PasswordText(password)
        let opened = try sealed.open(key, .encryptedPKCS8, &work)
        // Padding fits a wrong password once in some hundred times.
        let outline = try opened.withClearedArray { (bytes) in ASN1Outline(bytes) }
        guard case .privateKey(.pkcs8) = outline else { throw .wrongPassword(.encryptedPKCS8) }
        try addKey(opened, .pkcs8)
    }

    private mutating func addCertificate(_ der: Secret) throws(KeyFileFailure) {
        try requireRoom()
        do {
            let bytes = der.withBytes { [UInt8](copying: $0) }
            certificates.append(try Certificate(der: bytes))
        } catch {
            throw error == .unsupportedKey ? .unknownKind : .malformed(.certificate)
        }
    }

    private mutating func addKey(_ der: Secret, _ form: KeyFileForm) throws(KeyFileFailure) {
        try requireRoom()
        privateKeys.append(try PrivateKeyText(der, form).key())
    }

    private func requireRoom() throws(KeyFileFailure) {
        guard privateKeys.count + certificates.count < limits.items else {
            throw .tooManyItems(limit: limits.items)
        }
    }
}

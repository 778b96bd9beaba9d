public import ASN1

/// Why a file of keys was not read. Nothing secret is in it, and no text of the file's.
public enum KeyFileFailure: Error, Hashable, Sendable {
    /// More bytes than the limit.
    case tooLong(limit: Int)
    /// Neither PEM nor one of the DER forms that are read here.
    case notRecognized
    /// It is this, which is not read.
    case mistaken(Mistake)
    /// It begins as this form does and does not go on so.
    case malformed(KeyFileForm)
    /// It is protected, and no password was given.
    case passwordNeeded(KeyFileForm)
    /// It is protected by another password than the one that was given.
    case wrongPassword(KeyFileForm)
    /// A PKCS #12 file without a MAC: changes to it could not be detected.
    case notAuthenticated
    /// Protected by an old algorithm that is not read here, such as MD5 for the code over the file.
    case oldAlgorithm(ASN1ObjectIdentifier)
    /// Protected by RC2 or RC4, as Keychain Access and OpenSSL before version 3 do, and libcrypto's legacy
    /// provider, which has these, is not installed.
    case legacyProviderMissing(ASN1ObjectIdentifier)
    /// Protected by an algorithm that is not read here.
    case unknownAlgorithm(ASN1ObjectIdentifier)
    /// Its passwords would be stretched by more rounds than the limit.
    case tooMuchWork(limit: Int)
    /// More keys and certificates than the limit.
    case tooManyItems(limit: Int)
    /// PEM protected in the way that is older than PKCS #8: one round of MD5.
    case oldPEMProtection
    /// There is no private key in it, only what belongs to one.
    case holdsOnly(Companion)
    /// The key is neither RSA nor on P-256 or P-384.
    case unknownKind
    /// libcrypto could not do what it should always be able to do, such as allocate.
    case libraryFailed

    /// A kind of file that is sometimes given in the place of a key or a certificate.
    public enum Companion: Hashable, Sendable {
        /// A public key alone.
        case publicKey
        /// A certificate signing request.
        case signingRequest
        /// Certificates in PKCS #7, the content of a `.p7b` file.
        case pkcs7
    }
}

/// The forms in which keys and certificates are written down.
public enum KeyFileForm: String, Hashable, Sendable, CaseIterable {
    /// Text in blocks.
    case pem = "PEM"
    /// A private key that says its kind.
    case pkcs8 = "PKCS #8"
    /// The same behind a password.
    case encryptedPKCS8 = "encrypted PKCS #8"
    /// A private key on a curve in the older form.
    case ellipticCurveKey = "EC PRIVATE KEY"
    /// An RSA private key in the older form.
    case rsaKey = "RSA PRIVATE KEY"
    /// A certificate.
    case certificate = "certificate"
    /// Keys and certificates together behind a password.
    case pkcs12 = "PKCS #12"
}

extension KeyFileFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .tooLong(let limit): "longer than \(limit) bytes, which no file of keys is"
        case .notRecognized: "no private key and no certificate in PEM, DER or PKCS #12"
        case .mistaken(let mistake): mistake.description
        case .malformed(let form): "damaged: begins as \(form.rawValue) and does not go on so"
        case .passwordNeeded(let form): "\(form.rawValue) behind a password, and none was given"
        case .wrongPassword(.pkcs12): "wrong password: the code over the PKCS #12 file differs"
        case .wrongPassword(let form): "wrong password: the \(form.rawValue) does not open"
        case .notAuthenticated: "PKCS #12 without a code over it (MAC): it may have been changed"
        case .oldAlgorithm(let identifier):
            "made with an old algorithm (\(identifier)) that is not read"
        case .legacyProviderMissing(let identifier):
            "protected by RC2 or RC4 (\(identifier)), and OpenSSL's legacy provider is not installed"
        case .unknownAlgorithm(let identifier): "protected by an unknown algorithm (\(identifier))"
        case .tooMuchWork(let limit): "asks for more than \(limit) rounds of password stretching"
        case .tooManyItems(let limit): "more than \(limit) keys and certificates"
        case .oldPEMProtection: "PEM with the old protection (Proc-Type: 4,ENCRYPTED)"
        case .holdsOnly(.publicKey): "a public key alone"
        case .holdsOnly(.signingRequest): "a certificate signing request"
        case .holdsOnly(.pkcs7): "certificates alone, in PKCS #7 (.p7b)"
        case .unknownKind: "a key that is neither RSA nor on P-256 or P-384"
        case .libraryFailed: "libcrypto could not read it"
        }
    }

    /// The remedy, in one line; `FILE` stands for the file.
    public var remedy: String {
        switch self {
        case .tooLong, .notRecognized, .tooManyItems:
            "give the file of the key, or of the certificate that came for its request"
        case .mistaken(let mistake): mistake.remedy
        case .malformed: "copy it again, whole and as binary where it is binary"
        case .passwordNeeded: "name the file that holds the password"
        case .wrongPassword: "give the password that it was exported with; nothing else is wrong"
        case .notAuthenticated: "export it again with a code: openssl pkcs12 -export does so"
        case .oldAlgorithm: "convert it: openssl pkcs12 -legacy -in FILE -out new.pem"
        case .legacyProviderMissing:
            "install the provider (on Debian openssl-provider-legacy, or libssl3 before version 13), "
                + "or where it is, convert it: openssl pkcs12 -legacy -in FILE -out new.pem"
        case .unknownAlgorithm, .tooMuchWork:
            "export it again with the usual algorithms: openssl pkcs12 -export"
        case .oldPEMProtection:
            "write it anew as PKCS #8: openssl pkcs8 -topk8 -in FILE -out key.pem"
        case .holdsOnly(.publicKey): "give the private key that it belongs to"
        case .holdsOnly(.signingRequest):
            "give the private key that was made with it, or the certificate that was issued for it"
        case .holdsOnly(.pkcs7):
            "take the certificates out: openssl pkcs7 -print_certs -in FILE -out new.pem, with"
                + " -inform DER where it is binary"
        case .unknownKind: "make a key on P-256, or an RSA key of 2048 bits"
        case .libraryFailed: "openssl pkey -in FILE -noout -check says more"
        }
    }
}

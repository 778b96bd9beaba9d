internal import Certificates
internal import Cryptography
public import SecurityModule
public import World

/// A key in a security module, with its certificate in a file.
public struct ModuleKeySource: MerchantKeySource {
    /// The place of the key, without the module and the PIN's file.
    public let name: String
    private let uri: ModuleURI
    private let pin: KeyPassword?
    private let certificate: KeyFileSource
    private let certificatePath: String?
    private let permissions: KeyFilePermissions
    private let randomness: any Randomness

    /// A key in a module.
    ///
    /// - Parameters:
    ///   - uri: Where the key is.
    ///   - pin: The PIN; where there is none, the file that the URI names as `pin-source`.
    ///   - certificatePath: The file of its certificate.
    ///   - merchantIdentifier: The identifier, if there is no certificate.
    ///   - permissions: Which permissions the PIN's file may have.
    ///   - randomness: Where the question comes from that the key is tried with.
    public init(
        _ uri: ModuleURI,
        pin: KeyPassword? = nil,
        certificatePath: String?,
        merchantIdentifier: String? = nil,
        permissions: KeyFilePermissions = .ownerOnly,
        randomness: any Randomness
    ) {
        self.uri = uri
        self.pin = pin ?? uri.pinSource.map { .file($0) }
        self.certificatePath = certificatePath
        self.permissions = permissions
        self.randomness = randomness
        certificate = KeyFileSource(
            [certificatePath].compactMap(\.self),
            merchantIdentifier: merchantIdentifier
        )
        name = uri.keyName
    }

    /// The marks of the certificate's file and the PIN's. A key that is changed inside the module
    /// is not noticed.
    public func mark() -> KeySourceVersion {
        KeySourceVersion(files: [certificatePath, pin?.path].compactMap(\.self))
    }

    /// Finds the key, tries it, and reads its certificate.
    ///
    /// - Throws: ``KeyFinding`` for what cannot be read or asked.
    public func read() throws(KeyFinding) -> KeySourceContents {
        var contents = try certificate.read()
        let secret = try pin?.read(permissions)
        do {
            let key = try ModuleKey(
                uri,
                pin: secret,
                publicKey: contents.certificates.first { !$0.value.isAuthority }?.value.publicKey,
                randomness: randomness
            )
            contents.add(key, from: name)
            return contents
        } catch { throw KeyFinding(name, .module(error)) }
    }
}

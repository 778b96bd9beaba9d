public import Bytes
import Certificates
internal import Cryptography
internal import Files

/// Which permissions a file with a private key, a password or a PIN may have.
public enum KeyFilePermissions: Hashable, Sendable {
    /// None for the group and for others, as after `chmod 600`; ssh asks the same of its keys.
    case ownerOnly
    /// Any, for systems that mount secrets with permissions of their own.
    case any

    func check(_ file: String) throws(KeyFinding) {
        guard self == .ownerOnly, let mode = Files.permissions(file), mode & 0o077 != 0
        else { return }
        throw KeyFinding(file, .accessibleToOthers(mode: mode))
    }
}

/// The password of a protected file, or of a token in a module.
public enum KeyPassword: Sendable {
    /// The password itself.
    case known(Secret)
    /// A file whose first line is the password, as OpenSSL's commands read it. It is read again for
    /// every load.
    case file(String)

    static let limit = 4_096

    /// The password.
    func read(_ permissions: KeyFilePermissions) throws(KeyFinding) -> Secret {
        switch self {
        case .known(let secret): return secret
        case .file(let path):
            let content: Secret
            do {
                content = try Files.readSecret(path, limit: Self.limit)
            } catch {
                // A password that was given in the place of its file's name is not repeated.
                let subject = error.reason == .notFound ? "the password's file" : path
                throw KeyFinding(subject, .passwordFile(error.reason))
            }
            try permissions.check(path)
            return content.withBytes { bytes in
                var end = bytes.indices.first { bytes[$0] == 10 } ?? bytes.count
                if end > 0, bytes[end - 1] == 13 { end -= 1 }
                return Secret(copying: bytes.extracting(0..<end))
            }
        }
    }

    var path: String? {
        if case .file(let path) = self { path } else { nil }
    }
}

/// Files, or folders of files, with keys and certificates: PEM, DER and PKCS #12, recognized
/// by their content.
///
/// Keys and certificates that belong together may lie in one file or in several. Every file of a
/// folder is read, except those that begin with a dot. A regular file with a private key in it, and that
/// of the password, must be accessible to its owner only, unless ``KeyFilePermissions/any`` is given.
public struct KeyFileSource: MerchantKeySource {
    /// The paths, joined.
    public let name: String
    private let paths: [Path]
    private let password: KeyPassword?
    private let merchantIdentifier: String?
    private let permissions: KeyFilePermissions

    private struct Path {
        let text: String
        var mustHold: KeyFinding.Kind?

        func requireKind(_ contents: KeyFileContents) throws(KeyFinding) {
            switch mustHold {
            case .privateKey where contents.privateKeys.isEmpty:
                throw KeyFinding(text, .holdsOther(wanted: .privateKey))
            case .certificate where contents.certificates.isEmpty:
                throw KeyFinding(text, .holdsOther(wanted: .certificate))
            default: return
            }
        }
    }

    /// Some files and folders, each with whatever is in it.
    ///
    /// - Parameters:
    ///   - paths: Where they are.
    ///   - password: What opens those that are protected.
    ///   - merchantIdentifier: The identifier for keys whose certificate is missing or does not contain
    ///     it; a certificate for another is refused.
    ///   - permissions: Which permissions a file with a private key, or that of the password, may have.
    public init(
        _ paths: [String],
        password: KeyPassword? = nil,
        merchantIdentifier: String? = nil,
        permissions: KeyFilePermissions = .ownerOnly
    ) {
        self.init(paths.map { Path(text: $0) }, password, merchantIdentifier, permissions)
    }

    /// Files in which a key or a certificate is expected. A key's file may hold its certificate, too.
    ///
    /// - Parameters:
    ///   - keys: Files in each of which a private key must be, and folders.
    ///   - certificates: Files in each of which a certificate must be, and folders.
    ///   - password: What opens those that are protected.
    ///   - merchantIdentifier: The identifier for keys whose certificate is missing or does not contain
    ///     it; a certificate for another is refused.
    ///   - permissions: Which permissions a file with a private key, or that of the password, may have.
    public init(
        keys: [String],
        certificates: [String],
        password: KeyPassword? = nil,
        merchantIdentifier: String? = nil,
        permissions: KeyFilePermissions = .ownerOnly
    ) {
        let paths =
            keys.map { Path(text: $0, mustHold: .privateKey) }
            + certificates.map { Path(text: $0, mustHold: .certificate) }
        self.init(paths, password, merchantIdentifier, permissions)
    }

    private init(
        _ paths: [Path],
        _ password: KeyPassword?,
        _ merchantIdentifier: String?,
        _ permissions: KeyFilePermissions
    ) {
        self.permissions = permissions
        self.paths = paths
        self.password = password
        self.merchantIdentifier = merchantIdentifier
        name = paths.map(\.text).joined(separator: ", ")
    }

    /// The marks of all files, and of the password's.
    public func mark() -> KeySourceVersion {
        let listed = paths.flatMap { path in
            [path.text] + ((try? Files.list(path.text)) ?? [])
        }
        return KeySourceVersion(files: listed + [password?.path].compactMap(\.self))
    }

    /// Reads all files.
    ///
    /// - Throws: ``KeyFinding`` for the first that cannot be read.
    public func read() throws(KeyFinding) -> KeySourceContents {
        var contents = KeySourceContents(merchantIdentifier: merchantIdentifier)
        let secret = try password?.read(permissions)
        for path in paths {
            let isFolder = Files.isFolder(path.text)
            for file in isFolder ? try Self.files(in: path.text) : [path.text] {
                let read = try Self.contents(of: file, secret)
                if !isFolder { try path.requireKind(read) }
                if !read.privateKeys.isEmpty { try permissions.check(file) }
                for key in read.privateKeys { contents.add(key, from: file) }
                for certificate in read.certificates { contents.add(certificate, from: file) }
            }
        }
        return contents
    }

    private static func files(in path: String) throws(KeyFinding) -> [String] {
        do { return try Files.list(path) } catch { throw KeyFinding(path, .file(error.reason)) }
    }

    private static func contents(
        of path: String,
        _ password: Secret?
    ) throws(KeyFinding) -> KeyFileContents {
        let bytes: Secret
        do {
            bytes = try Files.readSecret(path, limit: KeyFileLimits.standard.size)
        } catch { throw KeyFinding(path, .file(error.reason)) }
        do {
            return try KeyFileContents(bytes, password: password)
        } catch { throw KeyFinding(path, .content(error)) }
    }
}

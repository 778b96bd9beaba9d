public import Bytes
internal import Certificates
internal import Cryptography
internal import Files
internal import KeyFiles

/// What opens a protected file, or a token in a module.
public enum KeyPassword: Sendable {
    /// The password itself.
    case known(Secret)
    /// A file with the password in it; a line's end after it is not part of it. It is read again
    /// for every load.
    case file(String)

    static let limit = 4_096

    /// The password.
    func read() throws(KeyFinding) -> Secret {
        switch self {
        case .known(let secret): return secret
        case .file(let path):
            let content: Secret
            do {
                content = try Files.readSecret(path, limit: Self.limit)
            } catch { throw KeyFinding(path, .file(error.reason)) }
            return content.withBytes { bytes in
                var end = bytes.count
                if end > 0, bytes[end - 1] == 10 { end -= 1 }
                if end > 0, bytes[end - 1] == 13 { end -= 1 }
                return Secret(copying: bytes.extracting(0..<end))
            }
        }
    }

    var path: String? {
        if case .file(let path) = self { path } else { nil }
    }
}

/// Files, or folders of files, with keys and certificates: PEM, DER and PKCS #12, told apart by
/// looking.
///
/// Keys and certificates that belong together may lie in one file or in several. Every file of a
/// folder counts, but for those that begin with a dot.
public struct KeyFileSource: MerchantKeySource {
    /// The paths, joined.
    public let name: String
    private let paths: [String]
    private let password: KeyPassword?
    private let merchantIdentifier: String?

    /// Some files and folders.
    ///
    /// - Parameters:
    ///   - paths: Where they are.
    ///   - password: What opens those that are protected.
    ///   - merchantIdentifier: The identifier for keys whose certificate is not at hand.
    public init(
        _ paths: [String],
        password: KeyPassword? = nil,
        merchantIdentifier: String? = nil
    ) {
        self.paths = paths
        self.password = password
        self.merchantIdentifier = merchantIdentifier
        name = paths.joined(separator: ", ")
    }

    /// The marks of all files, and of the password's.
    public func mark() -> KeySourceMark {
        let listed = paths.flatMap { path in
            [path] + ((try? Files.list(path)) ?? [])
        }
        return KeySourceMark(files: listed + [password?.path].compactMap(\.self))
    }

    /// Reads all files.
    ///
    /// - Throws: ``KeyFinding`` for the first that cannot be read.
    public func read() throws(KeyFinding) -> KeySourceContents {
        var contents = KeySourceContents(merchantIdentifier: merchantIdentifier)
        let secret = try password?.read()
        for path in paths {
            for file in try Self.files(at: path) {
                let read = try Self.contents(of: file, secret)
                for key in read.privateKeys { contents.add(key, from: file) }
                for certificate in read.certificates { contents.add(certificate, from: file) }
            }
        }
        return contents
    }

    private static func files(at path: String) throws(KeyFinding) -> [String] {
        guard Files.isFolder(path) else { return [path] }
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

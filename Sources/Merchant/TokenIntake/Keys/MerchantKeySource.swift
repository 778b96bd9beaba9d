internal import Bytes
public import Certificates
public import Cryptography
internal import Files

/// A place that keys and certificates are loaded from, again and again.
public protocol MerchantKeySource: Sendable {
    /// The name in a message.
    var name: String { get }

    /// Something that differs from before where what the source holds may have changed.
    ///
    /// It is asked often, so it is cheap: nothing is read.
    func mark() -> KeySourceVersion

    /// Reads what the source holds now.
    ///
    /// - Throws: ``KeyFinding`` for the first part that cannot be read.
    func read() throws(KeyFinding) -> KeySourceContents
}

/// Tells whether a source may have changed.
public struct KeySourceVersion: Hashable, Sendable {
    private let files: [FileVersion?]

    /// The marks of some files, in order.
    public init(files paths: [String]) { files = paths.map(Files.mark) }
}

/// Keys and certificates as a source holds them, not yet matched.
public struct KeySourceContents: Sendable {
    /// A part with the name of where it is from.
    public struct Part<Value: Sendable>: Sendable {
        /// The value.
        public let value: Value
        /// Where it is from.
        public let origin: String
    }

    /// The private keys.
    public private(set) var keys: [Part<any DecryptionKey>] = []
    /// The certificates.
    public private(set) var certificates: [Part<Certificate>] = []
    /// The merchant identifier for keys without a certificate.
    public let merchantIdentifier: String?

    /// Nothing yet.
    public init(merchantIdentifier: String? = nil) {
        self.merchantIdentifier = merchantIdentifier
    }

    /// Adds a key.
    public mutating func add(_ key: any DecryptionKey, from origin: String) {
        keys.append(Part(value: key, origin: origin))
    }

    /// Adds a certificate.
    public mutating func add(_ certificate: Certificate, from origin: String) {
        certificates.append(Part(value: certificate, origin: origin))
    }
}

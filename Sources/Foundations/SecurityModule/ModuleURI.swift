internal import Bytes

/// The location of a private key in a security module, as a `pkcs11:` URI.
///
/// An attribute that is not supported is refused and not ignored, because without it the URI may
/// match another key.
///
/// - Source: RFC 7512 § 2.
public struct ModuleURI: Hashable, Sendable {
    /// The token's label.
    public private(set) var token: String?
    /// The token's serial number.
    public private(set) var serial: String?
    /// The token's manufacturer.
    public private(set) var manufacturer: String?
    /// The token's model.
    public private(set) var model: String?
    /// The slot's number, which many modules change when they restart.
    public private(set) var slotID: UInt?
    /// The key's label.
    public private(set) var object: String?
    /// The key's identifier.
    public private(set) var id: [UInt8]?
    /// The path of the module's library.
    public private(set) var modulePath: String = ""
    /// The absolute path of the file that holds the PIN, if the URI has one.
    public private(set) var pinSource: String?

    /// The URI without its query; it identifies the key in messages.
    public let keyName: String

    /// The scheme of such a URI.
    public static let scheme = "pkcs11:"

    /// Parses a URI such as
    /// `pkcs11:token=Shop;object=apple-pay?module-path=/usr/lib/softhsm/libsofthsm2.so`.
    ///
    /// - Throws: ``ModuleURIFailure``.
    public init(_ text: String) throws(ModuleURIFailure) {
        guard text.hasPrefix(Self.scheme) else { throw .notAModuleURI }
        keyName = String(text.prefix { $0 != "?" })
        let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
        let halves = rest.split(
            separator: UInt8(ascii: "?"),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        var names: Set<String> = []
        for (half, separator) in zip(halves, [UInt8(ascii: ";"), UInt8(ascii: "&")]) {
            for attribute in half.split(separator: separator) {
                let (name, value) = try Self.pair(attribute)
                guard names.insert(name).inserted else { throw .repeated }
                try set(name, value, isQuery: separator == UInt8(ascii: "&"))
            }
        }
        guard modulePath.hasPrefix("/") else { throw .noModulePath }
        guard pinSource?.hasPrefix("/") ?? true else { throw .relativePINSource }
        guard object != nil || id != nil else { throw .noKey }
    }

    private mutating func set(
        _ name: String,
        _ value: [UInt8],
        isQuery: Bool
    ) throws(ModuleURIFailure) {
        if !isQuery, name == "id" {
            id = value
            return
        }
        guard let text = String(validating: value, as: UTF8.self) else { throw .notText }
        switch (name, isQuery) {
        case ("token", false): token = text
        case ("serial", false): serial = text
        case ("manufacturer", false): manufacturer = text
        case ("model", false): model = text
        case ("object", false): object = text
        case ("slot-id", false):
            guard let number = UInt(text) else { throw .notText }
            slotID = number
        case ("type", false): guard text == "private" else { throw .notAPrivateKey }
        case ("module-path", true): modulePath = text
        case ("pin-source", true): pinSource = Self.path(text)
        case ("pin-value", true): throw .pinInside
        default: throw .unknownAttribute
        }
    }

    /// The path of a file URI, or the text itself.
    private static func path(_ text: String) -> String {
        for prefix in ["file://", "file:"] where text.hasPrefix(prefix) {
            return String(text.dropFirst(prefix.count))
        }
        return text
    }

    private static func pair(
        _ attribute: Substring.UTF8View.SubSequence
    ) throws(ModuleURIFailure) -> (name: String, value: [UInt8]) {
        let parts = attribute.split(
            separator: UInt8(ascii: "="),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let name = String(parts[0]) else { throw .notAModuleURI }
        var value: [UInt8] = []
        var rest = parts[1]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                value.append(byte)
                continue
            }
            let digits = Array(rest.prefix(2))
            guard digits.count == 2, let decoded = try? Hexadecimal.decode(digits.span) else {
                throw .notText
            }
            value += decoded
            rest = rest.dropFirst(2)
        }
        return (name, value)
    }
}

/// Why a URI does not locate a key.
public enum ModuleURIFailure: Error, Hashable, Sendable {
    /// It is not a `pkcs11:` URI.
    case notAModuleURI
    /// A value is not text, or not a number if a number is required.
    case notText
    /// An attribute is repeated.
    case repeated
    /// An attribute is not supported.
    case unknownAttribute
    /// The absolute path of the module is missing.
    case noModulePath
    /// The path of the PIN's file is not absolute, so it would depend on the working directory.
    case relativePINSource
    /// The key's label and identifier are both missing.
    case noKey
    /// The object is not a private key.
    case notAPrivateKey
    /// The URI contains the PIN, which others could read.
    case pinInside
}

extension ModuleURIFailure: CustomStringConvertible {
    /// The cause and what to do, in one line.
    public var description: String {
        switch self {
        case .notAModuleURI: "not a PKCS #11 URI; write pkcs11:token=…;object=…?module-path=/…"
        case .notText: "a value of the PKCS #11 URI is not text; write %XX for any other byte"
        case .repeated: "an attribute stands twice in the PKCS #11 URI; leave one out"
        case .unknownAttribute:
            "the PKCS #11 URI has an attribute that is not read here; use token, serial, "
                + "manufacturer, model, slot-id, object, id, type, module-path and pin-source"
        case .noModulePath: "the PKCS #11 URI names no module; add ?module-path=/… to it"
        case .relativePINSource:
            "pin-source in the PKCS #11 URI is not an absolute path; write pin-source=/…"
        case .noKey: "the PKCS #11 URI names no key; add object=LABEL or id=%XX to it"
        case .notAPrivateKey: "the PKCS #11 URI is not of a private key; write type=private"
        case .pinInside:
            "the PIN stands in the PKCS #11 URI, where others see it; use pin-source=FILE"
        }
    }
}

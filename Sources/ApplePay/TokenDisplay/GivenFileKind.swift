internal import Certificates
internal import JSON

/// The kind of a file that was given in the place of a token or a certificate, as far as its beginning tells.
package enum GivenFileKind: Hashable, Sendable {
    case privateKey, publicKey, certificate, signingRequest
    /// PEM with another label.
    case pem(label: String)
    case pkcs12, cms, der
    case database, gzip, zip, markup
    case byteOrderMark, utf16, brokenBase64, severalTokens, blank
    /// JSON with members of which none is a token's.
    case otherJSON

    /// How much of a file is looked at.
    package static let beginning = 65_536

    /// Nil where nothing is known of the file.
    package init?(_ bytes: [UInt8]) {
        if let kind = Self.marks.first(where: { bytes.starts(with: $0.bytes) })?.kind {
            self = kind
        } else if let kind = Self.kind(ofDER: bytes) ?? Self.kind(ofText: bytes) {
            self = kind
        } else {
            return nil
        }
    }

    /// Its name in words.
    package var words: String {
        switch self {
        case .privateKey: "a private key"
        case .publicKey: "a public key"
        case .certificate: "a certificate"
        case .signingRequest: "a certificate signing request"
        case .pem(let label): "PEM with \(label)"
        case .pkcs12: "PKCS #12, a key with its certificate"
        case .cms: "a CMS signature"
        case .der: "DER, in which keys and certificates are written"
        case .database: "a SQLite database"
        case .gzip: "compressed by gzip"
        case .zip: "a ZIP archive"
        case .markup: "HTML or XML"
        case .byteOrderMark: "text with a byte order mark"
        case .utf16: "text in UTF-16"
        case .brokenBase64: "Base64 over several lines"
        case .severalTokens: "several tokens"
        case .blank: "white space alone"
        case .otherJSON: "JSON without any member of a token's"
        }
    }

    /// How a token is got from it.
    package var tokenRemedy: String {
        switch self {
        case .byteOrderMark: "remove the three bytes in front of the JSON"
        case .utf16: "write the token in UTF-8, as the wallet does"
        case .brokenBase64: "decode it first, with base64 -d, or write it on one line"
        case .severalTokens:
            "give one token a file; quince token open --batch FILE takes one a line"
        case .gzip, .zip: "unpack it first"
        default: Self.giveAToken
        }
    }

    /// The hint to give another file instead.
    package static let giveAToken =
        "give the token's file: the JSON of PKPaymentToken, or of its paymentData"

    private static let marks: [(bytes: [UInt8], kind: GivenFileKind)] = [
        (Array("SQLite format 3\0".utf8), .database), ([0x1f, 0x8b], .gzip),
        (Array("PK\u{3}\u{4}".utf8), .zip), ([0xef, 0xbb, 0xbf], .byteOrderMark),
        ([0xff, 0xfe], .utf16), ([0xfe, 0xff], .utf16),
    ]
}

extension GivenFileKind {
    /// DER and BER begin with a sequence and its length, of which the long form has bit 7; the short one is
    /// taken where it is the file's.
    private static func kind(ofDER bytes: [UInt8]) -> GivenFileKind? {
        guard bytes.count > 4, bytes[0] == 0x30 else { return nil }
        let isLong = bytes[1] >= 0x80
        guard isLong || bytes.count == 2 + Int(bytes[1]) else { return nil }
        let content = bytes.dropFirst(isLong ? 2 + Int(bytes[1] & 0x7f) : 2)
        // signedData, 1.2.840.113549.1.7.2, and the version of PKCS #12: 3.
        let signedData: [UInt8] = [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2]
        if content.starts(with: signedData) { return .cms }
        if content.starts(with: [2, 1, 3, 0x30]) { return .pkcs12 }
        return (try? Certificate(der: bytes)) == nil ? .der : .certificate
    }

    private static func kind(ofText bytes: [UInt8]) -> GivenFileKind? {
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { $0 != " " } }
            .filter { !$0.isEmpty }
        guard let first = lines.first else { return .blank }
        if let label = pemLabel(text) { return kind(ofLabel: label) }
        if first.hasPrefix("<") { return .markup }
        if lines.count > 1, lines.allSatisfy({ $0.hasPrefix("{\"") && $0.hasSuffix("}") }) {
            return .severalTokens
        }
        // "{\"" and "{\n" in Base64.
        let isBase64 = ["eyJ", "ewo", "ewk"].contains { first.hasPrefix($0) }
        let alphabet = lines.joined().utf8.allSatisfy(Self.isBase64Digit)
        if lines.count > 1, isBase64, alphabet { return .brokenBase64 }
        return kind(ofJSON: bytes)
    }

    private static func isBase64Digit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: [UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "=")].contains(byte)
        }
    }

    private static func kind(ofJSON bytes: [UInt8]) -> GivenFileKind? {
        guard let root = (try? JSONDocument(bytes))?.root else { return nil }
        // An empty object may be the token of Apple's Simulator.
        guard root.isObject, !root.members.isEmpty else { return root.isObject ? nil : .otherJSON }
        let known = ["token", "paymentData", "version", "data", "signature", "header"]
        return root.members.contains { known.contains($0.name) } ? nil : .otherJSON
    }

    /// The label of the first block of PEM.
    private static func pemLabel(_ text: String) -> String? {
        guard let start = text.firstRange(of: "-----BEGIN ") else { return nil }
        let label = text[start.upperBound...].prefix { $0 != "-" }
        let isLabel = label.utf8.allSatisfy {
            (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x20
        }
        return isLabel && !label.isEmpty && label.count < 40 ? String(label) : nil
    }

    private static func kind(ofLabel label: String) -> GivenFileKind {
        if label.hasSuffix("PRIVATE KEY") { return .privateKey }
        if label.hasSuffix("PUBLIC KEY") { return .publicKey }
        if label.hasSuffix("CERTIFICATE REQUEST") { return .signingRequest }
        if ["CERTIFICATE", "X509 CERTIFICATE"].contains(label) { return .certificate }
        // OpenSSL writes a curve's parameters ahead of the key.
        return label == "EC PARAMETERS" ? .privateKey : .pem(label: label)
    }
}

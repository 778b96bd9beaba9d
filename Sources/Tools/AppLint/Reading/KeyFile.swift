internal import Bytes

/// A file with a key or a certificate.
struct KeyFile: Sendable {
    /// The kind of content, as far as it shows without a password.
    enum Content: Hashable, Sendable {
        /// PKCS #12.
        case bundle
        case privateKey
        case certificate
    }

    let name: String
    let content: Content
    /// Whether it has a certificate with Apple's extension for merchants.
    let hasMerchantExtension: Bool

    /// The extensions of such files.
    static let fileExtensions: Set<String> = ["p12", "pfx", "pem", "key", "cer", "crt", "der"]

    /// Reads a file; nil when its extension or content is of another kind.
    init?(name: String, content: [UInt8]) {
        let fileExtension = name.split(separator: ".").last?.lowercased() ?? ""
        guard Self.fileExtensions.contains(fileExtension) else { return nil }
        self.name = name
        let isDER = content.first == 0x30
        let text = isDER ? "" : String(decoding: content, as: UTF8.self)
        if isDER, ["p12", "pfx"].contains(fileExtension) {
            self.content = .bundle
        } else if text.contains("PRIVATE KEY-----") {
            self.content = .privateKey
        } else if isDER || text.contains("-----BEGIN CERTIFICATE-----") {
            self.content = .certificate
        } else {
            return nil
        }
        hasMerchantExtension =
            Self.hasExtension(content)
            || Self.certificates(in: text).contains(where: Self.hasExtension)
    }

    /// The extension 1.2.840.113635.100.6.32 of a merchant's certificate, DER-encoded.
    private static let merchantExtension: [UInt8] = [
        0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 0x06, 0x20,
    ]

    private static func hasExtension(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= merchantExtension.count else { return false }
        return (0...(bytes.count - merchantExtension.count))
            .contains { start in
                bytes[start] == merchantExtension[0]
                    && bytes[start..<start + merchantExtension.count]
                        .elementsEqual(merchantExtension)
            }
    }

    private static func certificates(in text: String) -> [[UInt8]] {
        text.split(separator: "-----BEGIN CERTIFICATE-----").dropFirst(
            text.hasPrefix("-----") ? 0 : 1
        )
        .prefix(32)
        .compactMap { part in
            let body = part.prefix { $0 != "-" }.filter { !$0.isWhitespace }
            return try? Base64.decode(body)
        }
    }
}

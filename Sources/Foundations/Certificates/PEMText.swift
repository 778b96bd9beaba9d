internal import Bytes

/// Writes the textual form of certificates and requests.
///
/// - Source: RFC 7468 § 2. Reading is libcrypto's; what stands
/// there is counted here, because libcrypto reads the first and is silent about the others.
enum PEMText {
    /// How many certificates a text announces, whether or not they can be read.
    static func certificateCount(in text: String) -> Int {
        text.split(whereSeparator: \.isNewline)
            .count { $0.hasPrefix("-----BEGIN ") && $0.hasSuffix("CERTIFICATE-----") }
    }

    static func encode(_ der: [UInt8], label: String) -> String {
        let digits = Array(Base64.encode(der).utf8)
        let lines = stride(from: 0, to: digits.count, by: 64).map {
            String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
        }
        let head = "-----BEGIN \(label)-----"
        return ([head] + lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}

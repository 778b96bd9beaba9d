/// Writes the textual form of keys, certificates and requests.
///
/// - Source: RFC 7468 § 2.
package enum PEMText {
    /// The text of an encoded object, such as one with the label `CERTIFICATE`.
    package static func encode(_ der: [UInt8], label: String) -> String {
        let digits = Array(Base64.encode(der).utf8)
        let lines = stride(from: 0, to: digits.count, by: 64).map {
            String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
        }
        let head = "-----BEGIN \(label)-----"
        return ([head] + lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}

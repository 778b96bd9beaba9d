internal import Bytes

extension PEMText {
    /// How many certificates a text announces, whether or not they can be read. Reading is libcrypto's;
    /// what stands there is counted here, because libcrypto reads the first and is silent about the
    /// others.
    static func certificateCount(in text: String) -> Int {
        text.split(whereSeparator: \.isNewline)
            .count { $0.hasPrefix("-----BEGIN ") && $0.hasSuffix("CERTIFICATE-----") }
    }
}

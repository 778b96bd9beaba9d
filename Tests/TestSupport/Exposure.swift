internal import Foundation

/// Looks for what must not be seen in what can be seen.
public enum Exposure {
    /// Every way in which Swift shows a value without an explicit request for its secrets.
    public static func everyView(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [
            String(describing: value), String(reflecting: value), "\(value)", dumped,
            (value as? any Error)?.localizedDescription ?? "",
        ]
    }

    /// The forms in which some bytes stand in a text: raw, hexadecimal, Base64, or as a list of
    /// numbers.
    public static func traces(of secret: [UInt8], in text: String) -> [String] {
        forms(of: secret).filter { text.range(of: $0.text, options: .caseInsensitive) != nil }
            .map(\.name)
    }

    private static func forms(of secret: [UInt8]) -> [(name: String, text: String)] {
        let base64 = Data(secret).base64EncodedString()
        let numbers = secret.map { String($0) }
        return [
            ("text", String(decoding: secret, as: UTF8.self)),
            ("hexadecimal", secret.map { byte in Self.hexadecimal(byte) }.joined()),
            ("Base64", String(base64.prefix { $0 != "=" }.dropLast())),
            ("numbers", numbers.joined(separator: ", ")),
            ("dumped numbers", numbers.prefix(6).map { "- \($0)\n" }.joined()),
        ]
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
}

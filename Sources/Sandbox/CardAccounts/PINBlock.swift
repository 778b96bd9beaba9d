public import Bytes
internal import Cryptography

/// A PIN as it is sent to the issuer: encrypted under the account's key for PINs.
///
/// - Source: ISO 9564-1:2017 § 9.3.2, format 0. The key, derived from a master key as the one for
///   cryptograms is, is the sandbox's own (Documentation/Reference/SandboxCryptograms.md, section 4).
public enum PINBlock {
    /// The number of bytes.
    public static let length = 8

    /// The PIN of every TEST card.
    public static let testPIN = Secret(copying: Array("123456".utf8))

    /// Encrypts a PIN; nil if it does not have 4 to 12 digits.
    public static func encrypt(
        _ pin: Secret,
        accountNumber: Secret,
        key: CardKey
    ) -> Secret? {
        clear(pin, accountNumber).map { key.key.encrypt($0) }
    }

    /// Whether a PIN has 4 to 12 digits.
    public static func isPIN(_ pin: Secret) -> Bool {
        (4...12).contains(pin.count)
            && pin.withBytes { bytes in
                bytes.indices.allSatisfy { (0x30...0x39).contains(bytes[$0]) }
            }
    }

    /// The PIN of an encrypted block, as digits; nil if it has none for this account number.
    public static func decrypt(
        _ encrypted: Secret,
        accountNumber: Secret,
        key: CardKey
    ) -> Secret? {
        guard encrypted.count == length else { return nil }
        let clear = key.key.decrypt(encrypted).withBytes { bytes in
            bytes.indices.map { bytes[$0] }
        }
        guard let number = accountPart(of: accountNumber) else { return nil }
        let halves = zip(clear, number).flatMap { [($0 ^ $1) >> 4, ($0 ^ $1) & 0xf] }
        let count = Int(halves[1])
        guard halves[0] == 0, (4...12).contains(count),
            halves[2..<(2 + count)].allSatisfy({ $0 < 10 }),
            halves[(2 + count)...].allSatisfy({ $0 == 0xf })
        else { return nil }
        return Secret(copying: halves[2..<(2 + count)].map { 0x30 + $0 })
    }

    /// Format 0: the PIN with its length, combined with the last 12 digits of the account number
    /// before its check digit.
    static func clear(_ pin: Secret, _ accountNumber: Secret) -> Secret? {
        guard isPIN(pin), let number = accountPart(of: accountNumber) else { return nil }
        let digits = pin.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        let fill = [UInt8](repeating: 0xf, count: 14 - digits.count)
        let halves = [0, UInt8(digits.count)] + digits.map { $0 & 0xf } + fill
        return Secret(count: length) { span in
            for index in 0..<length {
                span[index] = (halves[2 * index] << 4 | halves[2 * index + 1]) ^ number[index]
            }
        }
    }

    /// The last 12 digits of the account number before its check digit; nil where it is no number.
    private static func accountPart(of accountNumber: Secret) -> [UInt8]? {
        let account = accountNumber.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        guard account.count > 1 else { return nil }
        return PackedDecimal.bytes(account.dropLast().suffix(12), count: length)
    }
}

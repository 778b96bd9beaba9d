public import Bytes
internal import Cryptography

/// A device account's key, derived from a master key of the token service.
///
/// - Source: EMV 4.3 Book 2 annex A1.4: option A for account numbers of at most 16 digits, option B
///   for longer ones.
public struct CardKey: Sendable {
    let key: TripleDESKey

    init(key: TripleDESKey) { self.key = key }

    /// Derives the key of an account.
    init(
        derivedFrom master: TripleDESKey,
        accountNumber: Secret,
        sequenceNumber: UInt8
    ) {
        precondition(sequenceNumber < 100, "a sequence number has two digits")
        var digits = accountNumber.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        digits += [0x30 + sequenceNumber / 10, 0x30 + sequenceNumber % 10]
        defer { digits.clear() }
        let block = accountNumber.count <= 16 ? Self.optionA(digits) : Self.optionB(digits)
        precondition(!block.isEmpty, "an account number has 1 to 19 digits")
        key = master.encrypt(block + block.map { ~$0 }).asKey.withOddParity
    }

    /// The key of one payment: the common session key derivation.
    ///
    /// - Source: EMV 4.3 Book 2 annex A1.3.1.
    public func sessionKey(counter: UInt16) -> SessionKey {
        let number = [UInt8(counter >> 8), UInt8(counter & 0xff)]
        let rest = [UInt8](repeating: 0, count: 5)
        return SessionKey(
            key: key.encrypt(number + [0xf0] + rest + number + [0x0f] + rest).asKey.withOddParity
        )
    }

    /// The last 16 digits of number and sequence number.
    private static func optionA(_ digits: [UInt8]) -> [UInt8] {
        PackedDecimal.bytes(digits.suffix(16), count: 8) ?? []
    }

    /// The first 16 decimal digits of the SHA-1 digest of all digits and, where it has fewer, its
    /// first other digits with A to F as 0 to 5.
    private static func optionB(_ digits: [UInt8]) -> [UInt8] {
        guard let packed = PackedDecimal.bytes(digits, count: (digits.count + 1) / 2) else {
            return []
        }
        let halves = SHA1.digest(packed).flatMap { [$0 >> 4, $0 & 0xf] }
        let decimals = halves.filter { $0 < 10 } + halves.filter { $0 >= 10 }.map { $0 - 10 }
        return PackedDecimal.bytes(decimals.prefix(16).map { 0x30 + $0 }, count: 8) ?? []
    }
}

/// The key of one payment.
public struct SessionKey: Sendable {
    let key: TripleDESKey

    /// The 8-byte application cryptogram over some data.
    ///
    /// - Source: EMV 4.3 Book 2 § 8.1.2, with the MAC of annex A1.2.1.
    public func applicationCryptogram(over data: [UInt8]) -> Secret { key.retailMAC(of: data) }
}

extension Secret {
    fileprivate var asKey: TripleDESKey {
        guard let key = TripleDESKey(self) else {
            preconditionFailure("two blocks are a key")
        }
        return key
    }
}

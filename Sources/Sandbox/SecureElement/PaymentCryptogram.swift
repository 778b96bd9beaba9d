public import Bytes
internal import Cryptography

/// The cryptogram that proves that a device account made a payment: 20 bytes.
///
/// The layout is the sandbox's own, because the schemes' layout is confidential
/// (Documentation/Differences.md): `02`, an 8-byte code, a 4-byte unpredictable number, the 2-byte
/// counter, and `00 00 02 00 00`. The first byte, the length and the last bytes are those of
/// published samples.
///
/// - Source: our decision; lengths from Documentation/Reference/PaymentTokenFormat.md, section
///   1.9.
public struct PaymentCryptogram: Sendable {
    /// The number of bytes of a cryptogram.
    public static let length = 20

    /// The counter of the account's payments, which only increases.
    public let counter: UInt16
    /// The cryptogram.
    public let bytes: Secret

    /// The transaction that a cryptogram proves.
    public struct Transaction: Hashable, Sendable {
        /// The amount in minor units.
        public let amountMinorUnits: Int64
        /// The currency, as three digits of ISO 4217.
        public let currencyNumericCode: String

        /// Creates a transaction.
        public init(amountMinorUnits: Int64, currencyNumericCode: String) {
            self.amountMinorUnits = amountMinorUnits
            self.currencyNumericCode = currencyNumericCode
        }
    }

    /// Makes a cryptogram.
    public init(
        of transaction: Transaction,
        counter: UInt16,
        unpredictableNumber: [UInt8],
        cardKey: Secret
    ) {
        precondition(unpredictableNumber.count == 4, "an unpredictable number has 4 bytes")
        self.counter = counter
        let varying = unpredictableNumber + Self.bigEndian(UInt64(counter), bytes: 2)
        let code = Self.code(of: transaction, varying: varying, cardKey: cardKey)
        bytes = code.withBytes { code in
            var whole: [UInt8] = [Self.version]
            for index in 0..<Self.codeLength { whole.append(code[index]) }
            return Secret(copying: whole + varying + Self.tail)
        }
    }

    /// Reads a cryptogram and verifies that this account made it for this transaction.
    ///
    /// - Returns: nil if it did not.
    public init?(
        checking received: Secret,
        of transaction: Transaction,
        cardKey: Secret
    ) {
        guard received.count == Self.length else { return nil }
        let varying = received.withBytes { bytes in (9..<15).map { bytes[$0] } }
        let counter = UInt16(varying[4]) << 8 | UInt16(varying[5])
        self.init(
            of: transaction,
            counter: counter,
            unpredictableNumber: Array(varying.prefix(4)),
            cardKey: cardKey
        )
        guard bytes == received else { return nil }
    }

    private static let version: UInt8 = 0x02
    private static let codeLength = 8
    private static let tail: [UInt8] = [0, 0, 2, 0, 0]

    private static func code(
        of transaction: Transaction,
        varying: [UInt8],
        cardKey: Secret
    ) -> Secret {
        let amount = bigEndian(UInt64(bitPattern: transaction.amountMinorUnits), bytes: 8)
        let currency = Array(transaction.currencyNumericCode.utf8)
        return HMACSHA256.code(for: amount + currency + varying, key: cardKey)
    }

    private static func bigEndian(_ value: UInt64, bytes count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}

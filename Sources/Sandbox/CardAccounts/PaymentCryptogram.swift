public import Bytes
internal import Cryptography

/// The cryptogram that proves that a device account made a payment.
///
/// The layout is the sandbox's own, because the schemes' layout is confidential: version and index
/// of the master keys (1 byte), counter (2), unpredictable number (4), application cryptogram (8),
/// five bytes (four for Mastercard) for flags and reserved, which are those of published samples.
///
/// - Source: Documentation/Reference/SandboxCryptograms.md, section 2.
public struct PaymentCryptogram: Sendable {
    /// The layouts, by length.
    public enum Layout: Hashable, Sendable, CaseIterable {
        /// 20 bytes: Visa, American Express, Discover, JCB and UnionPay.
        case twentyBytes
        /// 19 bytes: Mastercard.
        case nineteenBytes

        /// The number of bytes of a cryptogram.
        public var length: Int { Self.headLength + Self.codeLength + trailer.count }

        /// The first byte, apart from the index, and the last bytes: those of published samples.
        var version: UInt8 { self == .twentyBytes ? 0x02 : 0x00 }
        var trailer: [UInt8] {
            self == .twentyBytes ? [0x00, 0x00, 0x02, 0x00, 0x00] : [0x02, 0x80, 0x01, 0x14]
        }

        static let headLength = 7
        static let codeLength = 8
    }

    /// The layout.
    public let layout: Layout
    /// The index of the master keys.
    public let issuerKeyIndex: UInt8
    /// The counter of the account's payments, which only increases.
    public let counter: UInt16
    /// The cryptogram.
    public let bytes: Secret

    /// Makes a cryptogram.
    ///
    /// - Parameters:
    ///   - payment: The payment.
    ///   - layout: The layout of the account's scheme.
    ///   - tokenRequestor: The account's ``DeviceAccount/deviceManufacturerIdentifier``.
    ///   - counter: The number of the payment.
    ///   - unpredictableNumber: 4 random bytes.
    ///   - keys: The account's keys.
    public init(
        of payment: ProvenPayment,
        layout: Layout,
        tokenRequestor: String,
        counter: UInt16,
        unpredictableNumber: [UInt8],
        keys: CardKeys
    ) {
        precondition(unpredictableNumber.count == 4, "an unpredictable number has 4 bytes")
        let number = [UInt8(counter >> 8), UInt8(counter & 0xff)]
        let head = [keys.issuerKeyIndex << 4 | layout.version] + number + unpredictableNumber
        let code = keys.cryptograms.sessionKey(counter: counter)
            .applicationCryptogram(
                over: Self.proven(head, layout.trailer, payment, tokenRequestor)
            )
        self.layout = layout
        issuerKeyIndex = keys.issuerKeyIndex
        self.counter = counter
        bytes = code.withBytes { code in
            Secret(count: layout.length) { span in
                let end = head.count + code.count
                for index in head.indices { span[index] = head[index] }
                for index in code.indices { span[head.count + index] = code[index] }
                for (index, byte) in layout.trailer.enumerated() { span[end + index] = byte }
            }
        }
    }

    /// Reads a cryptogram without verifying it; nil if it has no layout's form.
    public init?(reading received: Secret) {
        let layout = Layout.allCases.first { $0.length == received.count }
        guard let layout else { return nil }
        let (head, trailer) = received.withBytes { bytes in
            (
                (0..<Layout.headLength).map { bytes[$0] },
                (Layout.headLength + Layout.codeLength..<bytes.count).map { bytes[$0] }
            )
        }
        guard head[0] & 0xf == layout.version, trailer == layout.trailer else { return nil }
        self.layout = layout
        issuerKeyIndex = head[0] >> 4
        counter = UInt16(head[1]) << 8 | UInt16(head[2])
        bytes = received
    }

    /// Whether an account made this cryptogram for a payment. The comparison takes the same time
    /// wherever the first difference is.
    public func proves(_ payment: ProvenPayment, tokenRequestor: String, keys: CardKeys) -> Bool {
        let again = PaymentCryptogram(
            of: payment,
            layout: layout,
            tokenRequestor: tokenRequestor,
            counter: counter,
            unpredictableNumber: bytes.withBytes { bytes in (3..<7).map { bytes[$0] } },
            keys: keys
        )
        return again.bytes == bytes
    }

    /// The input of the application cryptogram.
    private static func proven(
        _ head: [UInt8],
        _ trailer: [UInt8],
        _ payment: ProvenPayment,
        _ tokenRequestor: String
    ) -> [UInt8] {
        payment.packedAmount + payment.packedCurrency + head + trailer
            + SHA256.digest(tokenRequestor) + payment.merchant.bytes
    }
}

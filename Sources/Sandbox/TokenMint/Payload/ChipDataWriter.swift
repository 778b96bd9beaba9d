internal import Money
internal import World

/// Writes the chip data of an EMV payload.
///
/// - Source: EMV 4.3 book 3, annexes A and B, for tags, formats and BER-TLV; which tags, and that
///   amount and currency agree with those outside, is measured on a token of a test authority of
///   Apple's (Documentation/Reference/PaymentTokenFormat.md, section 1.9).
struct ChipDataWriter {
    private(set) var bytes: [UInt8] = []

    /// The amount in minor units must have twelve digits at most.
    static let amountLimit: Int64 = 999_999_999_999

    init(
        card: TestCard,
        amount: Money,
        signedAt moment: UnixTime,
        from randomness: any Randomness
    ) {
        let isChinese = amount.currency == .cny
        let date = CalendarTime(moment)
        let day = [(date?.year ?? 2000) % 100, date?.month ?? 1, date?.day ?? 1]
        let currency = Self.decimal("0" + amount.currency.numericCode)
        add(0x9f26, randomness.bytes(8))
        add(0x9f10, [0x06, 0x01, 0x0a, 0x03, 0xa0, 0, 0] + randomness.bytes(11))
        add(0x9f36, [0] + randomness.bytes(1))
        add(0x95, [0, 0, 0, 0, 0])
        add(0x9f27, [0x80])
        add(0x9f34, [0x01, 0x03, 0x02])
        add(0x9f37, randomness.bytes(4))
        add(0x9f02, Self.decimal(Self.padded(amount.minorUnits, digits: 12)))
        add(0x9f03, [0, 0, 0, 0, 0, 0])
        add(0x5f2a, currency)
        add(0x9a, Self.decimal(day.map(TestCard.twoDigits).joined()))
        add(0x9c, [0])
        add(0x84, card.network.applicationIdentifier)
        add(0x5a, Self.decimal(card.accountNumber))
        add(0x5f34, [0])
        add(0x5f24, Self.decimal(card.expirationDate))
        add(0x9f1a, isChinese ? [0x01, 0x56] : [0x08, 0x40])
        add(0x82, [0x20, 0])
    }

    private mutating func add(_ tag: UInt16, _ value: [UInt8]) {
        if tag > 0xff { bytes.append(UInt8(tag >> 8)) }
        bytes.append(UInt8(truncatingIfNeeded: tag))
        // No value here has 128 bytes or more, from which on lengths take another form.
        bytes.append(UInt8(value.count))
        bytes += value
    }

    /// Two digits a byte; an odd one out is filled up with F.
    private static func decimal(_ digits: String) -> [UInt8] {
        let values = digits.utf8.map { $0 & 0x0f }
        return stride(from: 0, to: values.count, by: 2).map { index in
            values[index] << 4 | (index + 1 < values.count ? values[index + 1] : 0xf)
        }
    }

    private static func padded(_ number: Int64, digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

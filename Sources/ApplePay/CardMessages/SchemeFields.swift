internal import Bytes
internal import ISO8583

/// Where each scheme has the electronic commerce indicator and the cryptogram.
///
/// | scheme | indicator | cryptogram |
/// | --- | --- | --- |
/// | Mastercard | 48, sub-element 42 | 104, sub-element 001, as Base64 |
/// | Discover | 61, positions 9 and 10 | 126.9 |
/// | all others | 60.8 | 126.9; the second half of 40 bytes in 126.8 |
///
/// - Source: Documentation/ChargingByISO8583.md, which says what is public and what is our choice.
enum SchemeFields {
    /// The sub-fields of field 126 that are used: the transaction's identifier and the cryptogram.
    static let field126 = BitmapSubfields(
        bitmapCount: 8,
        formats: [
            8: FieldFormat(.binary, .fixed(cryptogramHalf)),
            9: FieldFormat(.binary, .fixed(cryptogramHalf)),
        ]
    )
    private static let cryptogramHalf = 20
    /// The longest dynamic data that field 104 has space for in Base64.
    private static let dynamicDataLimit = 48

    static func write(
        _ indicator: ElectronicCommerceIndicator?,
        of scheme: MessageScheme,
        to fields: inout MessageFields
    ) throws(CardMessageFailure) {
        let sent = ElectronicCommerceIndicator.sent(indicator, to: scheme)?.text
        switch scheme {
        case .mastercard:
            // T: the card was not present; a transaction by telephone, mail or network.
            fields[48] = Array("T".utf8)
            guard let sent else { return }
            guard sent.hasPrefix("0") else { throw .invalidField(48) }
            fields[48] = Array("T42070103\(Self.tokenAuthentication)\(sent.suffix(1))".utf8)
        case .discover: fields[61] = sent.map { Array("00000000\($0)".utf8) }
        default: fields[60] = sent.map { Array("00000000\($0)".utf8) }
        }
    }

    /// The first two digits of sub-element 42's sub-field: a channel with encryption, and a cardholder
    /// who was authenticated by the device with a token.
    private static let tokenAuthentication = "24"

    static func readIndicator(
        of scheme: MessageScheme,
        from fields: inout FieldReader
    ) throws(CardMessageFailure) -> ElectronicCommerceIndicator? {
        switch scheme {
        case .mastercard: return try readMastercard(from: &fields)
        case .discover:
            guard let text = try fields.optional(61) else { return nil }
            return try trailing(text, field: 61)
        default:
            guard let text = try fields.optional(60) else { return nil }
            return try trailing(text, field: 60)
        }
    }

    private static func trailing(
        _ text: String,
        field: Int
    ) throws(CardMessageFailure) -> ElectronicCommerceIndicator {
        guard FieldText.isDigits(text, count: 10...10),
            let indicator = ElectronicCommerceIndicator(String(text.suffix(2)))
        else { throw .invalidField(field) }
        return indicator
    }

    private static func readMastercard(
        from fields: inout FieldReader
    ) throws(CardMessageFailure) -> ElectronicCommerceIndicator? {
        guard let value = fields.bytes(48) else { return nil }
        do throws(SubfieldFailure) {
            guard let category = value.first, (0x41...0x5a).contains(category) else {
                throw .invalidNumber
            }
            let elements = try TaggedSubfields(value.dropFirst(), in: .twoAndTwo).values
            guard elements.isEmpty || Array(elements.keys) == [42] else { throw .invalidNumber }
            guard let element = elements[42] else { return nil }
            let parts = try TaggedSubfields(element, in: .twoAndTwo).values
            let digits = String(decoding: parts[1] ?? [], as: UTF8.self)
            guard parts.count == 1, FieldText.isDigits(digits, count: 3...3),
                digits.hasPrefix("21") || digits.hasPrefix(tokenAuthentication),
                let indicator = ElectronicCommerceIndicator(String(digits.suffix(1)))
            else { throw .invalidContent(42) }
            return indicator
        } catch { throw .invalidField(48) }
    }

    static func write(
        cryptogram: Secret,
        of scheme: MessageScheme,
        to fields: inout MessageFields
    ) throws(CardMessageFailure) {
        // No copy of the cryptogram is left: each part of the field is a secret.
        if scheme == .mastercard {
            guard (1...dynamicDataLimit).contains(cryptogram.count) else {
                throw .invalidField(104)
            }
            let value = Base64.encodeSecret(cryptogram)
            let length = FieldText.zeros(before: "\(value.count)", to: 3)
            let announced = Secret(copying: Array("001\(length)".utf8))
            fields.set(Secret(joining: [announced, value]), as: 104)
            return
        }
        let isLong = scheme == .americanExpress && cryptogram.count == 2 * cryptogramHalf
        guard cryptogram.count == cryptogramHalf || isLong else { throw .invalidField(126) }
        let bitmap = Secret(copying: field126.bitmap(of: isLong ? [8, 9] : [9]))
        let (first, second) = cryptogram.withBytes { bytes in
            (
                Secret(copying: bytes.extracting(0..<cryptogramHalf)),
                Secret(copying: bytes.extracting(cryptogramHalf..<bytes.count))
            )
        }
        // Field 126.8 is before 126.9, and has the second half.
        let value = Hexadecimal.encodeSecret(Secret(joining: [second, first]))
        fields.set(Secret(joining: [bitmap, value]), as: 126)
    }

    static func readCryptogram(
        of scheme: MessageScheme,
        from fields: inout FieldReader
    ) throws(CardMessageFailure) -> Secret? {
        if scheme == .mastercard {
            guard let value = fields.bytes(104) else { return nil }
            guard let elements = try? TaggedSubfields(value, in: .threeAndThree).values,
                elements.count == 1, let encoded = elements[1],
                let secret = try? Base64.decodeSecret(encoded.span),
                (1...dynamicDataLimit).contains(secret.count)
            else { throw .invalidField(104) }
            return secret
        }
        guard let value = fields.bytes(126) else { return nil }
        guard let values = try? field126.decode(value), let first = values[9],
            values[8] == nil || scheme == .americanExpress
        else { throw .invalidField(126) }
        return Secret(copying: first + (values[8] ?? []))
    }
}

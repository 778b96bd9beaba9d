internal import Bytes
internal import ISO8583

/// Where each scheme has the electronic commerce indicator, the cryptogram and what is said of a stored
/// account.
///
/// | scheme | indicator | cryptogram | stored account |
/// | --- | --- | --- | --- |
/// | Mastercard | 48, sub-element 42 | 104, sub-element 001, as Base64 | 48, sub-element 22 |
/// | Discover | 61, positions 9 and 10 | 126.9 | 126.13 |
/// | all others | 60.8 | 126.9; the second half of 40 bytes in 126.8 | 126.13 |
///
/// - Source: Documentation/ChargingByISO8583.md, which says what is public and what is our choice.
struct SchemeFields {
    let indicator: ElectronicCommerceIndicator?
    let cryptogram: Secret?
    /// Mastercard's code, or the letter of the other schemes, of a stored account.
    private let credentialCode: String?

    /// The sub-fields of field 126 that are used: the transaction's identifier, the cryptogram, and the
    /// letter of a stored account.
    static let field126 = BitmapSubfields(
        bitmapCount: 8,
        formats: [
            8: FieldFormat(.binary, .fixed(cryptogramHalf)),
            9: FieldFormat(.binary, .fixed(cryptogramHalf)),
            13: FieldFormat(.alphanumeric, .fixed(1)),
        ]
    )
    private static let cryptogramHalf = 20
    /// The longest dynamic data that field 104 has space for in Base64.
    private static let dynamicDataLimit = 48
    /// The first two digits of sub-element 42's sub-field: a channel with encryption, and a cardholder
    /// who was authenticated by the device with a token, or not at all.
    private static let (tokenAuthentication, noAuthentication) = ("24", "21")

    /// The fields of a request but its cryptogram.
    static func write(
        _ indicator: ElectronicCommerceIndicator?,
        _ credential: StoredCredentialIndicator?,
        of scheme: MessageScheme,
        to fields: inout MessageFields
    ) throws(CardMessageFailure) {
        let sent = ElectronicCommerceIndicator.sent(indicator, to: scheme)?.text
        switch scheme {
        case .mastercard:
            // T: the card was not present; a transaction by telephone, mail or network.
            var text = "T"
            if let credential { text += "22080504\(credential.mastercardCode)" }
            if let sent {
                guard sent.hasPrefix("0") else { throw .invalidField(48) }
                let isLater = credential?.isLater ?? false
                let level = isLater ? Self.noAuthentication : Self.tokenAuthentication
                text += "42070103\(level)\(sent.suffix(1))"
            }
            fields[48] = Array(text.utf8)
        case .discover: fields[61] = sent.map { Array("00000000\($0)".utf8) }
        default: fields[60] = sent.map { Array("00000000\($0)".utf8) }
        }
    }

    /// The cryptogram, if there is one, and field 126.13.
    static func write(
        cryptogram: Secret?,
        _ credential: StoredCredentialIndicator?,
        of scheme: MessageScheme,
        to fields: inout MessageFields
    ) throws(CardMessageFailure) {
        // No copy of the cryptogram is left: each part of the field is a secret.
        if scheme == .mastercard {
            guard let cryptogram else { return }
            guard (1...dynamicDataLimit).contains(cryptogram.count) else {
                throw .invalidField(104)
            }
            let value = Base64.encodeSecret(cryptogram)
            let length = FieldText.zeros(before: "\(value.count)", to: 3)
            let announced = Secret(copying: Array("001\(length)".utf8))
            fields.set(Secret(joining: [announced, value]), as: 104)
            return
        }
        var numbers: [Int] = []
        var parts: [Secret] = []
        if let cryptogram {
            let isLong = scheme == .americanExpress && cryptogram.count == 2 * cryptogramHalf
            guard cryptogram.count == cryptogramHalf || isLong else { throw .invalidField(126) }
            let (first, second) = cryptogram.withBytes { bytes in
                (
                    Secret(copying: bytes.extracting(0..<cryptogramHalf)),
                    Secret(copying: bytes.extracting(cryptogramHalf..<bytes.count))
                )
            }
            numbers = isLong ? [8, 9] : [9]
            // Field 126.8 is before 126.9, and has the second half.
            parts = [Hexadecimal.encodeSecret(Secret(joining: [second, first]))]
        }
        if let letter = credential?.environment {
            numbers.append(13)
            parts.append(Secret(copying: Array(letter.utf8)))
        }
        guard !numbers.isEmpty else { return }
        let bitmap = Secret(copying: field126.bitmap(of: numbers))
        fields.set(Secret(joining: [bitmap] + parts), as: 126)
    }

    init(of scheme: MessageScheme, from fields: inout FieldReader) throws(CardMessageFailure) {
        if scheme == .mastercard {
            (indicator, credentialCode) = try Self.readMastercard(from: &fields)
            cryptogram = try Self.readDynamicData(from: &fields)
            return
        }
        let number = scheme == .discover ? 61 : 60
        indicator = try fields.optional(number).map { text throws(CardMessageFailure) in
            guard FieldText.isDigits(text, count: 10...10),
                let indicator = ElectronicCommerceIndicator(String(text.suffix(2)))
            else { throw .invalidField(number) }
            return indicator
        }
        guard let value = fields.bytes(126) else {
            (cryptogram, credentialCode) = (nil, nil)
            return
        }
        guard let values = try? Self.field126.decode(value), !values.isEmpty,
            values[8] == nil || values[9] != nil && scheme == .americanExpress
        else { throw .invalidField(126) }
        cryptogram = values[9].map { Secret(copying: $0 + (values[8] ?? [])) }
        credentialCode = values[13].map { String(decoding: $0, as: UTF8.self) }
    }

    /// The request's statement on a stored account.
    ///
    /// - Parameters:
    ///   - scheme: The scheme.
    ///   - isLater: Whether it is a later payment.
    /// - Returns: The indicator; nil where there is none. Only Mastercard tells for which payments an account
    ///   is stored; for the others it is ``StoredCredentialIndicator/storedForUnscheduled``.
    /// - Throws: ``CardMessageFailure`` for a code that does not belong to the request.
    func credential(
        of scheme: MessageScheme,
        isLater: Bool
    ) throws(CardMessageFailure) -> StoredCredentialIndicator? {
        let isMastercard = scheme == .mastercard
        // A later payment that the cardholder makes has no letter.
        if credentialCode == nil { return isLater && !isMastercard ? .cardholder : nil }
        let indicator = StoredCredentialIndicator.allCases.last { known in
            known.isLater == isLater
                && credentialCode == (isMastercard ? known.mastercardCode : known.environment)
        }
        guard let indicator else { throw .invalidField(isMastercard ? 48 : 126) }
        return indicator
    }

    private static func readMastercard(
        from fields: inout FieldReader
    ) throws(CardMessageFailure) -> (ElectronicCommerceIndicator?, String?) {
        guard let value = fields.bytes(48) else { return (nil, nil) }
        do throws(SubfieldFailure) {
            guard let category = value.first, (0x41...0x5a).contains(category) else {
                throw .invalidNumber
            }
            let elements = try TaggedSubfields(value.dropFirst(), in: .twoAndTwo).values
            guard elements.keys.allSatisfy([22, 42].contains) else { throw .invalidNumber }
            let code = try elements[22].map { element throws(SubfieldFailure) in
                try text(of: 5, in: element)
            }
            guard let element = elements[42] else { return (nil, code) }
            let digits = try text(of: 1, in: element)
            guard FieldText.isDigits(digits, count: 3...3),
                digits.hasPrefix(noAuthentication) || digits.hasPrefix(tokenAuthentication),
                let indicator = ElectronicCommerceIndicator(String(digits.suffix(1)))
            else { throw .invalidContent(42) }
            return (indicator, code)
        } catch { throw .invalidField(48) }
    }

    /// The only sub-field of a sub-element.
    private static func text(
        of number: Int,
        in element: [UInt8]
    ) throws(SubfieldFailure) -> String {
        let parts = try TaggedSubfields(element, in: .twoAndTwo).values
        guard parts.count == 1, let part = parts[number] else { throw .invalidNumber }
        return String(decoding: part, as: UTF8.self)
    }

    private static func readDynamicData(
        from fields: inout FieldReader
    ) throws(CardMessageFailure) -> Secret? {
        guard let value = fields.bytes(104) else { return nil }
        guard let elements = try? TaggedSubfields(value, in: .threeAndThree).values,
            elements.count == 1, let encoded = elements[1],
            let secret = try? Base64.decodeSecret(encoded.span),
            (1...dynamicDataLimit).contains(secret.count)
        else { throw .invalidField(104) }
        return secret
    }
}

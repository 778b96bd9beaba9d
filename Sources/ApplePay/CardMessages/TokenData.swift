internal import Bytes
internal import ISO8583

/// Field 123, what the token service is told: sub-field 01 has the SHA-256 of the Apple merchant
/// identifier in hexadecimal.
///
/// - Source: our decision (Documentation/Reference/SandboxCryptograms.md, section 6).
enum TokenData {
    private static let number = 1
    private static let digestLength = 32

    static func field(_ merchantDigest: [UInt8]) throws(CardMessageFailure) -> [UInt8] {
        let subfields = TaggedSubfields([
            number: Array(Hexadecimal.encode(merchantDigest).utf8)
        ])
        guard merchantDigest.count == digestLength,
            let field = try? subfields.encoded(in: .twoAndTwo)
        else { throw .invalidField(123) }
        return field
    }

    static func merchantDigest(_ field: [UInt8]) throws(CardMessageFailure) -> [UInt8] {
        let subfields = try? TaggedSubfields(field, in: .twoAndTwo)
        guard let values = subfields?.values, values.count == 1, let text = values[number],
            let digest = try? Hexadecimal.decode(text.span), digest.count == digestLength
        else { throw .invalidField(123) }
        return digest
    }
}

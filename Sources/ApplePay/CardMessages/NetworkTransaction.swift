internal import ISO8583

/// The network's name for a payment: field 62.2, 15 digits.
///
/// - Source: Visa's field 62.2, "transaction identifier"; it is used for all schemes here.
public struct NetworkTransaction: Hashable, Sendable, CustomStringConvertible {
    /// 15 digits.
    public let digits: String

    /// A name; nil where it is not 15 digits.
    public init?(_ digits: String) {
        guard FieldText.isDigits(digits, count: 15...15) else { return nil }
        self.digits = digits
    }

    /// The digits.
    public var description: String { digits }

    /// Bit 2 of the bitmap.
    var field62: String { "4000000000000000" + digits }

    /// Field 62 of a request, which has no other sub-field.
    static func read(
        from fields: inout FieldReader
    ) throws(CardMessageFailure) -> NetworkTransaction? {
        guard let values = try fields.subfields(62, .visa62) else { return nil }
        guard values.count == 1, let transaction = values[2].flatMap(NetworkTransaction.init) else {
            throw .invalidField(62)
        }
        return transaction
    }
}

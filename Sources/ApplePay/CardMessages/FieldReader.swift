internal import Bytes
internal import ISO8583
internal import Money

/// Reads the fields of a message, and knows which were not read.
struct FieldReader {
    private let fields: MessageFields
    /// By the position of a field.
    private var wasRead: [Bool]

    init(_ message: ISO8583Message) {
        fields = message.fields
        wasRead = [Bool](repeating: false, count: fields.count)
    }

    /// - Throws: ``CardMessageFailure/unexpectedField(_:)`` for the first field that was not read.
    func requireNoOthers() throws(CardMessageFailure) {
        if let first = wasRead.firstIndex(of: false) {
            throw .unexpectedField(fields.numbers[first])
        }
    }

    private mutating func value(_ field: Int) -> ArraySlice<UInt8>? {
        guard let position = fields.position(of: field) else { return nil }
        wasRead[position] = true
        return fields.value(at: position)
    }

    mutating func bytes(_ field: Int) -> [UInt8]? { value(field).map(Array.init) }

    mutating func optional(_ field: Int) throws(CardMessageFailure) -> String? {
        guard let value = value(field) else { return nil }
        guard value.allSatisfy({ (0x20...0x7e).contains($0) }) else { throw .invalidField(field) }
        return String(decoding: value, as: UTF8.self)
    }

    mutating func text(_ field: Int) throws(CardMessageFailure) -> String {
        guard let text = try optional(field) else { throw .missingField(field) }
        return text
    }

    /// The characters of each sub-field; nil where there is no such field.
    mutating func subfields(
        _ field: Int,
        _ layout: BitmapSubfields
    ) throws(CardMessageFailure) -> [Int: String]? {
        guard let value = value(field) else { return nil }
        guard let values = try? layout.decode(value) else { throw .invalidField(field) }
        return values.mapValues { String(decoding: $0, as: UTF8.self) }
    }

    mutating func require(_ field: Int, _ expected: String) throws(CardMessageFailure) {
        guard try text(field) == expected else { throw .invalidField(field) }
    }

    /// Fields 4 and 49.
    mutating func amount() throws(CardMessageFailure) -> Money {
        guard let amount = try optionalAmount() else { throw .missingField(4) }
        return amount
    }

    mutating func optionalAmount() throws(CardMessageFailure) -> Money? {
        guard let digits = try optional(4) else { return nil }
        guard FieldText.isDigits(digits, count: 12...12), let units = Int64(digits) else {
            throw .invalidField(4)
        }
        guard let currency = Currency(numericCode: try text(49)) else { throw .invalidField(49) }
        return Money(minorUnits: units, currency: currency)
    }

    mutating func transmissionTime() throws(CardMessageFailure) -> TransmissionTime {
        guard let time = TransmissionTime(try text(7)) else { throw .invalidField(7) }
        return time
    }

    /// Fields 7, 11 and 37. Fields 12 and 13 are judged and not kept, because they repeat field 7 in local time.
    mutating func reference() throws(CardMessageFailure) -> MessageReference {
        let time = try transmissionTime()
        let trace = try text(11)
        guard FieldText.isTraceNumber(trace) else { throw .invalidField(11) }
        for (field, before, after) in [(12, "0101", ""), (13, "", "000000")] {
            if let local = try optional(field), TransmissionTime(before + local + after) == nil {
                throw .invalidField(field)
            }
        }
        let reference = MessageReference(
            traceNumber: trace,
            retrievalReference: try text(37),
            transmissionTime: time
        )
        guard let reference else { throw .invalidField(37) }
        return reference
    }

    /// Fields 32, 33, 41 and 42.
    mutating func acceptor() throws(CardMessageFailure) -> CardAcceptor {
        let (acquirer, forwarder) = (try institution(32), try institution(33))
        let terminal = FieldText.trimmed(try text(41))
        guard FieldText.isPrintable(terminal, limit: 8) else { throw .invalidField(41) }
        let acceptor = CardAcceptor(
            acquirer: acquirer,
            forwarder: forwarder,
            terminal: terminal,
            merchant: FieldText.trimmed(try text(42))
        )
        guard let acceptor else { throw .invalidField(42) }
        return acceptor
    }

    /// Field 32 or 33.
    mutating func institution(_ field: Int) throws(CardMessageFailure) -> String? {
        guard let text = try optional(field) else { return nil }
        guard FieldText.isDigits(text, count: 1...11) else { throw .invalidField(field) }
        return text
    }

    /// Fields 18 and 43; nil where one is missing.
    mutating func merchant() throws(CardMessageFailure) -> MerchantDetails? {
        let category = try optional(18)
        if let category, !FieldText.isDigits(category, count: 4...4) { throw .invalidField(18) }
        guard let text = try optional(43) else { return nil }
        let merchant = MerchantDetails(categoryCode: category ?? "0000", field43: text)
        guard let merchant else { throw .invalidField(43) }
        return category == nil ? nil : merchant
    }

    /// An optional field of letters and digits.
    mutating func alphanumeric(
        _ field: Int,
        count: Int
    ) throws(CardMessageFailure) -> String? {
        guard let text = try optional(field) else { return nil }
        guard FieldText.isAlphanumeric(text, count: count) else { throw .invalidField(field) }
        return text
    }
}

/// Writes fields that several messages have.
enum FieldWriter {
    static func fields(
        _ reference: MessageReference,
        _ acceptor: CardAcceptor
    ) -> MessageFields {
        var fields = MessageFields()
        fields.set(reference.transmissionTime.text, as: 7)
        fields.set(reference.traceNumber, as: 11)
        fields.set(reference.transmissionTime.time, as: 12)
        fields.set(reference.transmissionTime.date, as: 13)
        fields.set(acceptor.acquirer, as: 32)
        fields.set(acceptor.forwarder, as: 33)
        fields.set(reference.retrievalReference, as: 37)
        fields.set(FieldText.padded(acceptor.terminal, to: 8), as: 41)
        fields.set(FieldText.padded(acceptor.merchant, to: 15), as: 42)
        return fields
    }

    static func amount(_ amount: Money, _ field: Int = 4) throws(CardMessageFailure) -> String {
        guard (0...999_999_999_999).contains(amount.minorUnits) else { throw .invalidField(field) }
        return FieldText.zeros(before: "\(amount.minorUnits)", to: 12)
    }
}

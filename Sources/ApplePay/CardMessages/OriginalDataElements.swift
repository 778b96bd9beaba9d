public import ISO8583

/// Field 90: which message a later one is about.
///
/// - Source: ISO 8583:1987, field 90, 42 digits: message type, field 11, field 7, and fields 32 and 33
///   with zeros before them.
public struct OriginalDataElements: Hashable, Sendable {
    /// The type of the message.
    public let type: MessageType
    /// Its field 11.
    public let traceNumber: String
    /// Its field 7.
    public let transmissionTime: TransmissionTime
    /// Its field 32, without zeros before it; 0 where it has none.
    public let acquirer: String
    /// Its field 33, without zeros before it; nil where it has none.
    public let forwarder: String?

    /// The field for a message.
    public init(_ type: MessageType, _ reference: MessageReference, from acceptor: CardAcceptor) {
        self.type = type
        traceNumber = reference.traceNumber
        transmissionTime = reference.transmissionTime
        acquirer = Self.withoutZeros(acceptor.acquirer ?? "0")
        forwarder = acceptor.forwarder.map(Self.withoutZeros)
    }

    /// Reads a field; nil where a part has another form.
    public init?(_ text: String) {
        guard FieldText.isDigits(text, count: 42...42) else { return nil }
        let digits = Array(text)
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        guard let number = UInt16(part(0..<4)), let type = MessageType(number),
            let time = TransmissionTime(part(10..<20)), FieldText.isTraceNumber(part(4..<10))
        else { return nil }
        self.type = type
        traceNumber = part(4..<10)
        transmissionTime = time
        acquirer = Self.withoutZeros(part(20..<31))
        let forwarder = Self.withoutZeros(part(31..<42))
        self.forwarder = forwarder == "0" ? nil : forwarder
    }

    /// The field as text.
    public var text: String {
        type.description + traceNumber + transmissionTime.text
            + FieldText.zeros(before: acquirer, to: 11)
            + FieldText.zeros(before: forwarder ?? "0", to: 11)
    }

    private static func withoutZeros(_ digits: String) -> String {
        let rest = digits.drop { $0 == "0" }
        return rest.isEmpty ? "0" : String(rest)
    }
}

internal import ISO8583

/// By what an answer is matched with its request: the class of the type, fields 7, 11, 37 and 41.
///
/// A message of network management has its class and field 11 alone.
struct AnswerKey: Hashable, Sendable {
    /// The class, and the fields each with its length before it.
    private let bytes: [UInt8]
    private let messageClass: UInt16
    /// Where fields 37 and 41 begin.
    private let start: Int
    /// Of all bytes. An array's own hash takes them one by one, which is slower than all else here.
    private let hash: Int

    /// The key of a request or of an answer.
    init(_ message: ISO8583Message) {
        // The first two digits; the third distinguishes requests and advices, and their answers.
        let number = message.type.number
        let isManagement = number / 100 == 8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48)
        func append(_ field: Int) {
            let value = message.fields.value(field) ?? []
            bytes.append(UInt8(truncatingIfNeeded: value.count))
            bytes.append(contentsOf: value)
        }
        append(11)
        if !isManagement { append(7) }
        start = bytes.count
        if !isManagement {
            append(37)
            append(41)
        }
        messageClass = number / 100 * 10 + number % 100 / 20
        self.bytes = bytes
        hash = bytes.reduce(Int(messageClass)) { ($0 &* 31) &+ Int($1) }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// The authorization that the message is or follows.
    var authorization: [UInt8] { Array(bytes[start...]) }
    var isAuthorization: Bool { messageClass == 10 }
    var isReversal: Bool { messageClass / 10 == 4 }
}

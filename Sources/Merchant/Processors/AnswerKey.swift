internal import ISO8583

/// By what an answer is matched with its request: the class of the type, fields 7, 11, 37 and 41.
///
/// A message of network management has its class and field 11 alone.
struct AnswerKey: Hashable, Sendable {
    let messageClass: UInt16
    let transmissionTime: [UInt8]
    let traceNumber: [UInt8]
    let retrievalReference: [UInt8]
    let terminal: [UInt8]

    /// The key of a request or of an answer.
    init(_ message: ISO8583Message) {
        // The first two digits; the third distinguishes requests and advices, and their answers.
        let number = message.type.number
        messageClass = number / 100 * 10 + number % 100 / 20
        traceNumber = message.fields[11] ?? []
        let isManagement = number / 100 == 8
        transmissionTime = isManagement ? [] : message.fields[7] ?? []
        retrievalReference = isManagement ? [] : message.fields[37] ?? []
        terminal = isManagement ? [] : message.fields[41] ?? []
    }

    /// The authorization that the message is or follows.
    var authorization: [UInt8] { retrievalReference + terminal }
    var isAuthorization: Bool { messageClass == 10 }
    var isReversal: Bool { messageClass / 10 == 4 }
}

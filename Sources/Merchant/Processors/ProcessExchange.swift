internal import ISO8583
internal import Payments

/// Hands messages to a network in the same process. What is without an answer there is without one at
/// once.
struct ProcessExchange: MessageExchange {
    let answer: @Sendable ([UInt8]) async -> [UInt8]?

    func start() async {}

    func stop() async {}

    func submit(_ message: ISO8583Message) async -> AcquirerConnection.Outcome {
        guard let bytes = try? message.encoded(in: .ascii) else {
            return .failed(.notSent(.requestInvalid))
        }
        guard let answered = await answer(bytes) else {
            return .failed(.outcomeUnknown(.timedOut))
        }
        guard let answer = try? ISO8583Message(answered, in: .ascii),
            AnswerKey(answer) == AnswerKey(message)
        else { return .failed(.outcomeUnknown(.answerUnreadable)) }
        return .answered(answer)
    }
}

import CardMessages
import Processors

/// Puts what happens on the connection to a card network into words.
enum NetworkTraceText {
    static func lines(of observation: AcquirerObservation) -> [TraceLine] {
        switch observation {
        case .signedOn: [line("acquirer", "is signed on")]
        case .signOnRefused(let code): [line("network", "refuses the sign-on: \(code)")]
        case .disconnected(let cause): [line("acquirer", text(cause))]
        case .lateAnswer(let answer):
            [line("network", "answers too late: \(answer.trace.type)")]
        case .repeatedAnswer(let trace): [line("network", "answers once more: \(trace.type)")]
        case .unmatchedAnswer(let trace):
            [line("network", "answers what was not asked: \(trace.type)")]
        case .unreadable: [line("network", "sends what is no message")]
        case .sent(let trace): lines(of: trace, from: "acquirer", "sends")
        case .received(let trace): lines(of: trace, from: "network", "answers")
        }
    }

    /// A message field by field; one that manages the connection in a line.
    private static func lines(
        of trace: MessageTrace,
        from actor: String,
        _ verb: String
    ) -> [TraceLine] {
        let value = { (number: Int) in trace.fields.first { $0.number == number }?.value }
        if let code = value(70) {
            let purpose = NetworkManagement.Code(rawValue: code).map(text) ?? code
            let answer = value(39).map { ", \($0)" } ?? ""
            return [line(actor, "\(verb) \(trace.type), \(purpose)\(answer)")]
        }
        return [line(actor, "\(verb) \(trace.type)")]
            + trace.fields.map { field in
                let number = "\(field.number)"
                let padding = String(repeating: " ", count: max(0, 3 - number.count))
                return line("", "\(padding)\(number)  \(field.name): \(field.value)")
            }
    }

    private static func line(_ actor: String, _ text: String) -> TraceLine {
        TraceLine(.network, actor, text)
    }

    private static func text(_ code: NetworkManagement.Code) -> String {
        switch code {
        case .signOn: "sign-on"
        case .signOff: "sign-off"
        case .echo: "echo"
        }
    }

    private static func text(_ cause: AcquirerObservation.Cause) -> String {
        switch cause {
        case .notOpened: "could not connect"
        case .ended: "lost the connection"
        case .silent: "has no answer, and closed the connection"
        case .refused: "was not signed on"
        case .closed: "closed the connection"
        }
    }
}

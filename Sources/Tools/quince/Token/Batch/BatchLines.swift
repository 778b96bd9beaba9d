import JSON
import PaymentToken
import TokenDisplay

/// A line of result for each token.
struct BatchLines {
    let isJSON: Bool
    let revealing: Bool

    func line(_ number: Int, _ verdict: TokenVerdict) -> String {
        isJSON ? JSONOutput.object(members(number, verdict)).compact : text(number, verdict)
    }

    private func members(_ number: Int, _ verdict: TokenVerdict) -> [JSONMember] {
        let place = JSONMember(name: "line", value: .integer(Int64(number)))
        switch verdict {
        case .refused(let refusal): return [place] + TokenReport.members(ToldRefusal(refusal))
        case .opened(let opened):
            return [
                place, JSONMember(name: "verdict", value: .string("accepted")),
                JSONMember(
                    name: "transactionId",
                    value: .string(opened.token.transactionID.lowercaseHexadecimal)
                ),
                JSONMember(
                    name: "payment",
                    value: PaymentDisplay(opened.payment, revealing: revealing).json
                ),
            ]
        }
    }

    private func text(_ number: Int, _ verdict: TokenVerdict) -> String {
        switch verdict {
        case .refused(let refusal): return "\(number)  \(TokenReport.line(ToldRefusal(refusal)))"
        case .opened(let opened):
            let display = PaymentDisplay(opened.payment, revealing: revealing)
            return "\(number)  accepted  \(opened.token.transactionID)  \(display.summary)"
        }
    }
}

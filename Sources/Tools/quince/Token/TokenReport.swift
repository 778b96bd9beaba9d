import CommandLineTool
import JSON
import PaymentToken
import TokenDisplay
import World

/// Says what became of a token, to a person or to a program.
struct TokenReport {
    let isJSON: Bool
    let output: Output

    func refused(_ told: ToldRefusal) {
        guard isJSON else {
            output.result(Self.line(told))
            output.result("remedy: \(told.remedy)")
            return
        }
        output.result(JSONOutput.object(Self.members(told)).compact)
    }

    func accepted(
        _ verified: VerifiedPaymentToken,
        opened: OpenedPaymentToken? = nil,
        revealing: Bool = false
    ) {
        let payment = opened.map { PaymentDisplay($0.payment, revealing: revealing) }
        if isJSON {
            let object = JSONOutput.object([
                "verdict": .string("accepted"),
                "version": .string(verified.token.version.rawValue),
                "signedAt": .string(verified.signedAt.iso8601),
                "signedBy": .string("\(verified.signedBy)"),
                opened == nil ? "claimedTransactionId" : "transactionId":
                    .string(verified.token.transactionID.lowercaseHexadecimal),
                "payment": payment?.json,
            ])
            output.result(object.compact)
        } else {
            output.result("accepted")
            let rows = [
                ("version", verified.token.version.rawValue),
                ("signed at", verified.signedAt.iso8601),
                ("signed by", "\(verified.signedBy)"),
                transactionRow(verified.token.transactionID, isOpened: opened != nil),
            ]
            table(rows + (payment?.rows ?? []))
        }
    }

    /// The identifier, which is a fact of an opened token alone.
    private func transactionRow(_ identifier: TransactionID, isOpened: Bool) -> (String, String) {
        if isOpened { return ("transaction", "\(identifier)") }
        return ("claims to be", "\(identifier); bound only once the token is opened")
    }

    /// A refusal on one line.
    static func line(_ told: ToldRefusal) -> String {
        "refused at \(told.refusal.step.rawValue): \(told.cause)"
    }

    /// A refusal for a program.
    static func members(_ told: ToldRefusal) -> [JSONMember] {
        [
            ("verdict", "refused"), ("step", told.refusal.step.rawValue), ("cause", told.cause),
            ("remedy", told.remedy), ("documentation", told.documentation),
        ]
        .map { JSONMember(name: $0.0, value: .string($0.1)) }
    }

    func inspected(_ inspection: TokenInspection) {
        if isJSON {
            output.result(inspection.json.compact)
        } else {
            output.result("what the token says of itself; nothing of it is verified")
            output.result("transactionId and applicationData are claims until the token is opened")
            table(inspection.rows)
            if let refusal = inspection.refusal { refused(refusal) }
        }
    }

    private func table(_ rows: [(String, String)]) {
        let width = rows.map(\.0.count).max() ?? 0
        for (name, value) in rows { output.row(name, value, width: width) }
    }
}

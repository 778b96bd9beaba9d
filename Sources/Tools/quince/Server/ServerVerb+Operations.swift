import CommandLineTool
import JSON
import MerchantServer
import Money
import Payments

extension ServerVerb {
    private static let payment = Operand(
        "PAYMENT",
        help: "the payment's id, or the number of its order"
    )
    private static let amount = Option.amount(
        "amount",
        "AMOUNT",
        isPositive: true,
        help: "a part of the amount, such as 4.50, in the payment's currency; all that\n"
            + "is left unless given"
    )
    private static let number = Option(
        "number",
        "N",
        in: 1...Int64.max,
        help: "the number of this capture or refund of the payment, from 1; with the\n"
            + "same number nothing is sent again"
    )

    private static let final = Option(
        "final",
        help: "release what is left of the hold; nothing can be captured after it"
    )

    /// `quince server capture`.
    static let capture = verb(
        .capture,
        summary: "Collect the amount of a payment, or a part of it.",
        options: [config, amount, final, number, moment, json]
    )

    /// `quince server void`.
    static let void = verb(
        .void,
        summary: "Release what was not captured of a payment's amount.",
        options: [config, moment, json]
    )

    /// `quince server refund`.
    static let refund = verb(
        .refund,
        summary: "Pay the captured amount of a payment back, or a part of it.",
        options: [config, amount, number, moment, json]
    )

    private static func verb(_ kind: OperationKind, summary: String, options: [any CommandOption])
        -> Verb
    {
        Verb(
            "server",
            kind.rawValue,
            summary: summary,
            operands: [payment],
            options: options,
            notes: """
                What is left unsettled of the payment is settled first. Without an answer of the
                processor the operation stays open, and a server or quince server settle repeats it. It
                can be used while servers run, and is in the audit log as the operator's.
                Exit status: 0 done, 1 declined, refused or without an answer, 2 wrong usage or
                configuration.
                """,
            example: "quince server \(kind.rawValue) 1001 --config shop/server.json",
            run: { invocation, output throws(UsageProblem) in
                let wanted = Wanted(
                    kind: kind,
                    payment: invocation.operands[0],
                    part: try invocation.value(amount),
                    number: try invocation.value(number),
                    isFinal: invocation.has(final.name)
                )
                let outcome = try await withRecords(invocation) { records, configuration in
                    try await perform(wanted, records, configuration)
                }
                return report(outcome, of: wanted, output, isJSON: invocation.has(json.name))
            }
        )
    }

    /// The operation that a command line asks for.
    private struct Wanted {
        let kind: OperationKind
        let payment: String
        let part: DecimalAmount?
        let number: Int64?
        let isFinal: Bool
    }

    private enum Outcome {
        case done(DeskRecords.OperationResult)
        /// The records or the processor do not allow it.
        case refused(String)
    }

    private static func perform(
        _ wanted: Wanted,
        _ records: DeskRecords,
        _ configuration: ServerConfiguration
    ) async throws -> Outcome {
        guard let payment = try await records.payment(named: wanted.payment) else {
            throw UsageProblem(
                "\(wanted.payment): there is no such payment",
                hint: "quince server payments lists the payments and their orders"
            )
        }
        let example = Money(minorUnits: 450, currency: payment.attempt.amounts.authorized.currency)
        guard let order = payment.order else { return .refused("it has no order") }
        var part: Money?
        if let amount = wanted.part {
            part = try? Money(amount, in: example.currency)
            guard part != nil else {
                throw UsageProblem(
                    "--amount \(amount): not an amount of the payment's currency",
                    hint: "write it as \(example.decimalText)"
                )
            }
        }
        let processors = try await ConnectedProcessors(configuration)
        let processor = payment.attempt.authorization.processor
        if processors.routes[processor] == nil {
            await processors.stop()
            throw processors.problem
                ?? UsageProblem(
                    "the payment's processor, \(processor), is not in the configuration",
                    hint: "configure it again"
                )
        }
        return try await closing(processors.stop) {
            do throws(RecordFailure) {
                let result = try await records.perform(
                    wanted.kind,
                    on: order.id,
                    amount: part,
                    number: wanted.number,
                    isFinal: wanted.isFinal,
                    with: processors.routes,
                    by: .theOperator
                )
                return .done(result)
            } catch {
                if case .storage = error { throw error }
                return .refused("\(error)")
            }
        }
    }

    private static func report(
        _ outcome: Outcome,
        of wanted: Wanted,
        _ output: Output,
        isJSON: Bool
    ) -> ExitStatus {
        switch outcome {
        case .done(let result):
            let operation = result.operation
            if isJSON {
                output.result(result.payment.json.compact)
            } else {
                output.result("\(operation.idempotencyKey)")
                output.row("state", operation.state.name.rawValue, width: 7)
                output.row("amount", "\(operation.amount)", width: 7)
                output.row("payment", "\(result.payment.status.rawValue)", width: 7)
                output.row("order", "\(result.order.number)", width: 7)
            }
            return operation.state.name == .completed ? .success : .refused
        case .refused(let cause):
            if isJSON {
                let refusal = JSONOutput.object([
                    "payment": .string(wanted.payment), "refused": .string(cause),
                ])
                output.result(refusal.compact)
            }
            output.problem(
                "\(wanted.payment): \(cause)",
                hint: "quince server payments --json shows what was captured and refunded"
            )
            return .refused
        }
    }
}

extension DeskRecords {
    /// The payment that a command line names: by its identifier, or by the number of its order.
    fileprivate func payment(named name: String) async throws(RecordFailure) -> PaymentRecord? {
        if let identifier = PaymentID(name) { return try await payment(identifier.attempt) }
        guard let number = Int64(name), let order = try await order(number: number) else {
            return nil
        }
        return try await payment(order.attempt)
    }
}

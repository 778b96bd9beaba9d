import CommandLineTool
import CommandOptions
import JSON
import Money
import Payments
import Processors

extension DeskVerb {
    private static let order = Option(
        "order",
        "NUMBER",
        in: 1...Int64.max,
        help: "the number of the order"
    )
    private static let amount = Option.amount(
        "amount",
        "AMOUNT",
        isPositive: true,
        help: "a part of the amount, such as 4.50, in the order's currency; all that is\n"
            + "left unless given"
    )
    private static let number = Option(
        "number",
        "N",
        in: 1...Int64.max,
        help: "the number of this capture or refund of the order, from 1; with the same\n"
            + "number nothing is sent again"
    )
    private static let operationTime = Option.time(
        "at",
        help: "the time of the operation, instead of now; for a shop that is stopped"
    )
    private static let connection: [any CommandOption] = [
        database, network, merchant, terminal, acquirer, processor, operationTime,
    ]

    /// `quince desk capture`.
    static let capture = verb(
        .capture,
        summary: "Collect the amount of an order, or a part of it.",
        options: connection + [order, amount, number, json]
    )

    /// `quince desk void`.
    static let void = verb(
        .void,
        summary: "Release the amount of an order of which nothing was captured.",
        options: connection + [order, json]
    )

    /// `quince desk refund`.
    static let refund = verb(
        .refund,
        summary: "Pay the captured amount of an order back, or a part of it.",
        options: connection + [order, amount, number, json]
    )

    private static func verb(_ kind: OperationKind, summary: String, options: [any CommandOption])
        -> Verb
    {
        Verb(
            "desk",
            kind.rawValue,
            summary: summary,
            options: options,
            notes: """
                What is left unsettled of the payment is settled first. Without an answer of the card
                network the operation stays open, and quince desk settle repeats it.
                Exit status: 0 done, 1 declined, refused or without an answer, 2 wrong usage or
                configuration.
                """,
            example: "quince desk \(kind.rawValue) --database quince-checkout/orders.sqlite"
                + " --network 127.0.0.1:8583 --order 1001",
            run: { invocation, output throws(UsageProblem) in
                try await perform(kind, invocation, output)
            }
        )
    }

    private static func perform(
        _ kind: OperationKind,
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        guard let orderNumber = try invocation.value(order) else {
            throw UsageProblem("no order is named", hint: "--order NUMBER names the order")
        }
        let operationNumber = try invocation.value(number)
        guard let acquirer = try await signOn(invocation) else {
            throw UsageProblem(
                "no card network is named",
                hint: "--network ADDRESS names the card network to ask"
            )
        }
        let outcome: Result<Outcome, UsageProblem>
        do throws(UsageProblem) {
            let part = try invocation.value(amount)
            let wanted = Wanted(kind: kind, order: orderNumber, part: part, number: operationNumber)
            outcome = .success(
                try await withRecords(invocation) { records throws(RecordFailure) in
                    try await perform(wanted, records, acquirer)
                }
            )
        } catch { outcome = .failure(error) }
        await acquirer.stop()
        switch try outcome.get() {
        case .done(let result):
            write(result, to: output, isJSON: invocation.has(json.name))
            return result.operation.state.name == .completed ? .success : .refused
        case .refused(let failure):
            if invocation.has(json.name) {
                let refusal = JSONOutput.object([
                    "orderNumber": .integer(orderNumber), "refused": .string("\(failure)"),
                ])
                output.result(refusal.compact)
            }
            output.problem(
                "order \(orderNumber): \(failure)",
                hint: "quince desk list shows what is open"
            )
            return .refused
        case .orderMissing:
            throw UsageProblem(
                "--order \(orderNumber): there is no such order",
                hint: "quince checkout prints the numbers of its orders"
            )
        case .notAmount(let amount):
            throw UsageProblem(
                "--amount \(amount): not an amount of the order's currency",
                hint: "write it as 4.50"
            )
        }
    }

    /// The operation that a command line asks for.
    private struct Wanted {
        let kind: OperationKind
        let order: Int64
        let part: DecimalAmount?
        let number: Int64?
    }

    private enum Outcome {
        case done(DeskRecords.OperationResult)
        /// The records or the processor do not allow it.
        case refused(RecordFailure)
        case orderMissing
        case notAmount(DecimalAmount)
    }

    private static func perform(
        _ wanted: Wanted,
        _ records: DeskRecords,
        _ acquirer: CardNetworkAcquirer
    ) async throws(RecordFailure) -> Outcome {
        guard let order = try await records.order(number: wanted.order) else {
            return .orderMissing
        }
        var part: Money?
        if let amount = wanted.part {
            part = Currency(code: order.currencyCode).flatMap { currency in
                try? Money(amount, in: currency)
            }
            guard part != nil else { return .notAmount(amount) }
        }
        do throws(RecordFailure) {
            return .done(
                try await records.perform(
                    wanted.kind,
                    on: order.id,
                    amount: part,
                    number: wanted.number,
                    with: acquirer
                )
            )
        } catch {
            if case .storage = error { throw error }
            return .refused(error)
        }
    }

    private static func write(
        _ result: DeskRecords.OperationResult,
        to output: Output,
        isJSON: Bool
    ) {
        let (operation, order) = (result.operation, result.order)
        if isJSON {
            let json = JSONOutput.object([
                "key": .string(operation.idempotencyKey.text),
                "kind": .string(operation.kind.rawValue),
                "state": .string(operation.state.name.rawValue),
                "amount": .string(operation.amount.decimalText),
                "currencyCode": .string(operation.amount.currency.code),
                "orderNumber": .integer(order.number),
                "paymentStatus": .string(order.paymentStatus.rawValue),
            ])
            output.result(json.compact)
            return
        }
        output.result("\(operation.idempotencyKey)")
        output.row("state", operation.state.name.rawValue, width: 6)
        output.row("amount", "\(operation.amount)", width: 6)
        output.row("order", "\(order.number), \(order.paymentStatus.rawValue)", width: 6)
    }
}

import CommandLineTool
import JSON
import Money
import Payments
import World

/// The payments that are still to be settled, as text or as JSON.
struct OpenPaymentsReport {
    let open: [DeskRecords.OpenItem]
    /// How many attempts were settled; nil where none was tried.
    let settled: Int?

    func write(to output: Output, isJSON: Bool) {
        if isJSON {
            output.result(json.compact)
            return
        }
        for item in open {
            let operation = item.operation
            output.result("\(operation.idempotencyKey)")
            let rows = [
                ("state", state(item)), ("amount", "\(operation.amount)"),
                ("prepared", operation.preparedAt.iso8601),
                ("next try", operation.dueAt?.iso8601 ?? "none"),
                ("processor", operation.processor.text),
            ]
            for (name, value) in rows { output.row(name, value, width: 9) }
        }
        if let settled { output.result("settled: \(settled)") }
        output.result("open: \(open.count)")
    }

    private func state(_ item: DeskRecords.OpenItem) -> String {
        switch item {
        case .operation(let operation): operation.state.name.rawValue
        case .withoutOrder(let operation):
            "\(operation.state.name.rawValue), without an order"
        }
    }

    private var json: JSONOutput {
        .object([
            "settled": settled.map { .integer(Int64($0)) },
            "open": .array(open.map(Self.json)),
        ])
    }

    private static func json(_ item: DeskRecords.OpenItem) -> JSONOutput {
        let operation = item.operation
        let isWithoutOrder = if case .withoutOrder = item { true } else { false }
        return .object([
            "key": .string(operation.idempotencyKey.text),
            "attempt": .string(operation.attempt.text),
            "kind": .string(operation.kind.rawValue),
            "state": .string(operation.state.name.rawValue),
            "withoutOrder": .bool(isWithoutOrder),
            "amount": .string(operation.amount.decimalText),
            "currencyCode": .string(operation.amount.currency.code),
            "preparedAt": .string(operation.preparedAt.iso8601),
            "nextTryAt": operation.dueAt.map { .string($0.iso8601) },
            "tries": .integer(operation.tries),
            "processor": .string(operation.processor.text),
        ])
    }
}

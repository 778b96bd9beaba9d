internal import CardMessages
internal import Money

/// A payment with its captures and refunds, as far as they are recorded.
struct RecordedPayment {
    let authorization: ChargeOperation
    /// Its captures and refunds.
    let operations: [ChargeOperation]
    /// Where those are that were found in a settlement.
    let settled: [OperationID: SettledLine]
}

/// Where an operation was found.
struct SettledLine: Hashable {
    let settlement: Int64
    let line: Int
}

/// The result of comparing an entry with the records.
enum EntryComparison: Hashable, Sendable {
    /// The entry is this operation, with its amount.
    case matched(ChargeOperation)
    case differs(SettlementDifference)

    /// Compares an entry with the payments that have its reference.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - earlier: An earlier line of the file with an entry of the same operation.
    ///   - settlement: The number of the file's settlement.
    ///   - payments: The payments.
    init(
        _ entry: SettlementEntry,
        repeating earlier: Int?,
        of settlement: Int64,
        with payments: [RecordedPayment]
    ) {
        func differs(
            _ cause: SettlementDifference.Cause,
            _ operation: ChargeOperation? = nil
        ) -> EntryComparison {
            .differs(SettlementDifference(cause, entry, operation))
        }
        if let earlier {
            self = differs(.repeated(line: earlier))
            return
        }
        guard let payment = Self.payment(of: entry, in: payments) else {
            self =
                payments.first.map {
                    differs(.operationUnrecorded(authorization: $0.authorization.state.name))
                } ?? differs(.paymentUnrecorded)
            return
        }
        let (authorization, operation) = (payment.authorization, payment.operation)
        let settled = payment.settled
        if !entry.isOf(operation.kind) {
            self = differs(.kindDiffers, operation)
        } else if operation.state.name != .completed {
            self = differs(.notCompleted(operation.state.name), operation)
        } else if !entry.isOf(operation.amount) {
            self = differs(.amountDiffers(recorded: operation.amount), operation)
        } else if authorization.state.code.map({ $0 != entry.authorizationCode }) == true {
            self = differs(.authorizationCodeDiffers, operation)
        } else if let settled, settled != SettledLine(settlement: settlement, line: entry.line) {
            let cause = SettlementDifference.Cause.settledElsewhere(
                settlement: settled.settlement,
                line: settled.line
            )
            self = differs(cause, operation)
        } else {
            self = .matched(operation)
        }
    }

    private typealias Found = (
        authorization: ChargeOperation, operation: ChargeOperation, settled: SettledLine?
    )

    /// The operation with the entry's trace number. Of several, which is very rare, the one that agrees
    /// best.
    private static func payment(
        of entry: SettlementEntry,
        in payments: [RecordedPayment]
    ) -> Found? {
        let candidates = payments.flatMap { payment in
            payment.operations.filter { entry.isOf(messageOf: $0) }.map { operation in
                (payment.authorization, operation, payment.settled[operation.id])
            }
        }
        return candidates.first { entry.isOf($0.1.kind) && entry.isOf($0.1.amount) }
            ?? candidates.first { entry.isOf($0.1.kind) } ?? candidates.first
    }
}

extension SettlementEntry {
    /// The identity that only a repetition shares with an entry. The amount is part of it, because two
    /// captures of one payment may by chance have the same trace number.
    struct Identity: Hashable {
        let kind: Kind
        let merchant: String
        let reference: String
        let trace: String
        let amount: Int64
    }

    var identity: Identity {
        Identity(
            kind: kind,
            merchant: merchant,
            reference: reference,
            trace: trace,
            amount: amount
        )
    }

    fileprivate func isOf(messageOf operation: ChargeOperation) -> Bool {
        let reference = MessageReference(
            key: operation.idempotencyKey.text,
            at: operation.preparedAt
        )
        return reference.traceNumber == trace
    }

    fileprivate func isOf(_ kind: OperationKind) -> Bool {
        switch self.kind {
        case .capture: kind == .capture
        case .refund: kind == .refund
        case .captureReversal, .refundReversal: false
        }
    }

    fileprivate func isOf(_ money: Money) -> Bool {
        money.currency.numericCode == currency && money.minorUnits == amount.magnitude
    }
}

extension OperationState {
    /// The issuer's code, where the state has it.
    fileprivate var code: String? {
        switch self {
        case .approved(let approval), .partiallyApproved(let approval, _):
            approval.authorizationCode
        default: nil
        }
    }
}

internal import CardMessages
internal import Money

/// A payment with its captures and refunds, as far as they are recorded.
struct RecordedPayment {
    let authorization: ChargeOperation
    /// Its captures and refunds.
    let operations: [ChargeOperation]
    /// Where those are that were found in a settlement.
    let settled: [OperationID: SettledLine]
    /// The processor's names of its disputes.
    let disputes: Set<String>
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
    /// The entry is of a dispute that is recorded.
    case disputed
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
        if entry.kind.isOfDispute, !payments.isEmpty {
            let isKnown = payments.contains { !$0.disputes.isDisjoint(with: entry.names) }
            self = isKnown ? .disputed : differs(.disputeUnrecorded, payments[0].authorization)
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
        } else if let code = authorization.state.code, let found = entry.authorizationCode,
            code != found
        {
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

    /// The operation with one of the entry's names. Of several, which is very rare, the one that agrees
    /// best. An entry without names is of one that was done or, where there is none, may have been. A platform's
    /// name for an operation without an answer is not recorded yet: there it is one of the same kind and amount.
    private static func payment(
        of entry: SettlementEntry,
        in payments: [RecordedPayment]
    ) -> Found? {
        func found(_ isOf: (ChargeOperation) -> Bool) -> [Found] {
            payments.flatMap { payment in
                payment.operations.filter(isOf).map { operation in
                    (payment.authorization, operation, payment.settled[operation.id])
                }
            }
        }
        var candidates = found { entry.names(it: $0) }
        if candidates.isEmpty, entry.authorizationCode == nil {
            candidates = found {
                !$0.state.isSettled && entry.isOf($0.kind) && entry.isOf($0.amount)
            }
        }
        if entry.names.isEmpty {
            let done = candidates.filter { $0.operation.state.name == .completed }
            let open = candidates.filter { !$0.operation.state.isSettled }
            candidates = [done, open].first { !$0.isEmpty } ?? candidates
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
        let merchant: String?
        let reference: String
        let names: [String]
        let amount: Int64
    }

    var identity: Identity {
        Identity(
            kind: kind,
            merchant: merchant,
            reference: reference,
            names: names,
            amount: amount
        )
    }

    fileprivate func names(it operation: ChargeOperation) -> Bool {
        guard !names.isEmpty else { return isOf(operation.kind) }
        let key = operation.idempotencyKey.text
        if case .completed(let reference?) = operation.state, names.contains(reference) {
            return true
        }
        let message = MessageReference(key: key, at: operation.preparedAt)
        return names.contains(key) || names.contains(message.traceNumber)
    }

    fileprivate func isOf(_ kind: OperationKind) -> Bool {
        switch self.kind {
        case .capture: kind == .capture
        case .refund: kind == .refund
        case .captureReversal, .refundReversal, .chargeback, .chargebackReversal: false
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

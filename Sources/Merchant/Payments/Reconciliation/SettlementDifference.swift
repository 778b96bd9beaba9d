public import Money

/// A way in which a settlement file and the shop's records disagree.
public struct SettlementDifference: Hashable, Sendable {
    /// The cause of a difference.
    public enum Cause: Hashable, Sendable {
        /// No payment of the processor has the entry's reference.
        case paymentUnrecorded
        /// The payment is recorded, with an authorization in this state, but no capture or refund of
        /// it has the entry's trace number.
        case operationUnrecorded(authorization: OperationState.Name)
        /// The operation is recorded as one of another kind.
        case kindDiffers
        /// The operation is recorded without an effect, or without an answer.
        case notCompleted(OperationState.Name)
        /// The operation is recorded with another amount or currency.
        case amountDiffers(recorded: Money)
        /// The payment's authorization has another code.
        case authorizationCodeDiffers
        /// An earlier line of the file is of the same operation.
        case repeated(line: Int)
        /// The payment is recorded without this dispute.
        case disputeUnrecorded
        /// The operation is in another settlement.
        case settledElsewhere(settlement: Int64, line: Int)
        /// The operation was done before the file was made, and is neither in this file nor in another
        /// that was reconciled.
        case missing
        /// Another file with the settlement's number was reconciled. Nothing of this one was recorded.
        case fileReplaced
        /// The files of these settlements were not reconciled, though earlier ones were.
        case settlementsSkipped(ClosedRange<Int64>)
        /// The reconciliation of this settlement's file was interrupted.
        case settlementUnfinished(Int64)
    }

    /// Who has to do something about it.
    public enum Actor: String, Hashable, Sendable {
        /// The acquirer has to explain or correct it.
        case acquirer
        /// The records follow by `quince server settle` or by a further reconciliation.
        case shop
        /// People at the shop have to decide: the records will not change by themselves.
        case people
    }

    /// The cause.
    public let cause: Cause
    /// The entry of the file; nil where the difference is not about one.
    public let entry: SettlementEntry?
    /// The operation that is recorded; nil where there is none.
    public let operation: ChargeOperation?

    init(
        _ cause: Cause,
        _ entry: SettlementEntry? = nil,
        _ operation: ChargeOperation? = nil
    ) {
        self.cause = cause
        self.entry = entry
        self.operation = operation
    }
}

extension SettlementDifference.Cause {
    /// The cause's name, for programs.
    public var name: String {
        switch self {
        case .paymentUnrecorded: "paymentUnrecorded"
        case .operationUnrecorded: "operationUnrecorded"
        case .kindDiffers: "kindDiffers"
        case .notCompleted: "notCompleted"
        case .amountDiffers: "amountDiffers"
        case .authorizationCodeDiffers: "authorizationCodeDiffers"
        case .repeated: "repeated"
        case .disputeUnrecorded: "disputeUnrecorded"
        case .settledElsewhere: "settledElsewhere"
        case .missing: "missing"
        case .fileReplaced: "fileReplaced"
        case .settlementsSkipped: "settlementsSkipped"
        case .settlementUnfinished: "settlementUnfinished"
        }
    }

    /// Who has to do something about it.
    public var actor: SettlementDifference.Actor {
        switch self {
        case .paymentUnrecorded, .operationUnrecorded, .kindDiffers, .amountDiffers,
            .authorizationCodeDiffers, .repeated, .settledElsewhere, .missing, .fileReplaced:
            .acquirer
        case .notCompleted(let state):
            switch state {
            case .prepared, .sent, .unknown: .shop
            default: .people
            }
        case .settlementsSkipped, .settlementUnfinished: .shop
        case .disputeUnrecorded: .people
        }
    }

    /// The remedy.
    public var remedy: String {
        switch self {
        case .paymentUnrecorded:
            "check merchant, processor and database; otherwise ask the acquirer whose payment it is"
        case .operationUnrecorded: "ask the acquirer who sent it: the shop did not"
        case .kindDiffers, .amountDiffers, .authorizationCodeDiffers:
            "ask the acquirer to correct it: the records have what the network answered"
        case .notCompleted(.prepared), .notCompleted(.sent), .notCompleted(.unknown):
            "run quince server settle, then reconcile the file again"
        case .notCompleted:
            "the money has moved: decide whether to keep it, and tell the customer and the acquirer"
        case .disputeUnrecorded: "answer the dispute, and check that webhooks arrive"
        case .repeated, .settledElsewhere: "ask the acquirer to take back the second one"
        case .missing: "reconcile earlier files that differed again; otherwise ask the acquirer"
        case .fileReplaced: "ask the acquirer which of the two files is right"
        case .settlementsSkipped: "fetch these files and reconcile them"
        case .settlementUnfinished: "reconcile its file again"
        }
    }
}

extension SettlementDifference.Cause: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .paymentUnrecorded: "no payment with this reference is recorded"
        case .operationUnrecorded(let state):
            "the payment is recorded (authorization \(state.rawValue)), but not this operation"
        case .kindDiffers: "recorded as an operation of another kind"
        case .notCompleted(let state): "recorded as \(state.rawValue)"
        case .amountDiffers(let recorded): "recorded with \(recorded)"
        case .authorizationCodeDiffers: "the authorization is recorded with another code"
        case .repeated(let line): "line \(line) is of the same operation"
        case .disputeUnrecorded: "the payment is recorded without this dispute"
        case .settledElsewhere(let settlement, let line):
            "already in settlement \(settlement), line \(line)"
        case .missing: "done before the file was made, but in no settlement"
        case .fileReplaced:
            "another file of this settlement was reconciled; nothing of this one was recorded"
        case .settlementsSkipped(let numbers):
            numbers.count == 1
                ? "settlement \(numbers.lowerBound) was not reconciled"
                : "settlements \(numbers.lowerBound) to \(numbers.upperBound) were not reconciled"
        case .settlementUnfinished(let number):
            "the reconciliation of settlement \(number) was interrupted"
        }
    }
}

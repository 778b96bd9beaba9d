import CardMessages
import CardNetwork
import ISO8583
import Payments
import Storage
import TestSupport

@testable import Processors

/// A mistake that is planted in one part of the system, to show that the simulation finds it.
enum PlantedBug: CaseIterable {
    // In the acquirer, or in what the desk makes of its answers.
    case reversalSkipped, keyNotDerived, timeoutCalledNotSent, timeoutCalledDeclined
    case partialTakenAsWhole, approvalInvented, followUpNotRepeated
    // In the desk.
    case recoveryDoesNotRun, noBackOff, approvalKeptWithoutOrder
    // On the disk.
    case diskForgets
    // In the network.
    case holdNotReleased, lateApprovalRevives, captureNotKept, repetitionActsAgain

    var policy: RecoveryPolicy {
        switch self {
        case .noBackOff: RecoveryPolicy(firstRetrySeconds: 1, retrySecondsAtMost: 1)
        case .approvalKeptWithoutOrder: .withoutOrders
        default: .standard
        }
    }

    // MARK: The acquirer

    func plant(in acquirer: CardNetworkAcquirer) -> any PaymentProcessor {
        MistakenProcessor(bug: self, acquirer: acquirer)
    }

    // MARK: The network

    enum Meddling {
        case none
        /// This is done in place of what the network does.
        case instead(NetworkReply?)
    }

    func meddle(
        with message: ISO8583Message,
        _ simulation: PaymentSystemSimulation
    ) async throws -> Meddling {
        let read = SwitchMessage(message, key: simulation.setting.digestKey)
        guard case .request(let request) = read.content else { return .none }
        let approved = Meddling.instead(read.reply(SwitchAnswer(.approved)))
        switch (self, request.kind) {
        case (.holdNotReleased, .reversal), (.captureNotKept, .capture): return approved
        case (.lateApprovalRevives, .reversal(let original, _)):
            let known = try await simulation.network.database.read {
                snapshot throws(StorageFailure) in try snapshot.message(original)
            }
            return known == nil ? approved : .none
        default: return .none
        }
    }

    func altered(
        _ message: ISO8583Message,
        _ queue: inout EventQueue<PaymentSystemSimulation.Event>
    )
        -> ISO8583Message
    {
        guard self == .repetitionActsAgain, message.type.number / 100 == 2 else { return message }
        var altered = message
        altered.fields[11] = Array("\(100_000 + queue.number(below: 900_000))".utf8)
        return altered
    }
}

/// An acquirer with a mistake.
private struct MistakenProcessor: PaymentProcessor {
    let bug: PlantedBug
    let acquirer: CardNetworkAcquirer

    var name: ProcessorName { acquirer.name }
    var capabilities: Set<ProcessorCapability> { acquirer.capabilities }

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let invented = Approval(authorizationCode: "123456", networkReference: "1")
        do throws(ProcessorFailure) {
            let answer = try await acquirer.authorize(request)
            if bug == .partialTakenAsWhole, case .partiallyApproved(let approval, _, _) = answer {
                return .approved(approval, echo: .none)
            }
            return answer
        } catch {
            guard case .outcomeUnknown = error else { throw error }
            switch bug {
            case .timeoutCalledNotSent: throw .notSent(.requestInvalid)
            case .timeoutCalledDeclined: return .declined(.issuerUnavailable)
            case .approvalInvented: return .approved(invented, echo: .none)
            default: throw error
            }
        }
    }

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        if bug == .reversalSkipped { return .reversed(networkReference: nil) }
        return try await acquirer.reverse(request)
    }

    func capture(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        do throws(ProcessorFailure) {
            return try await acquirer.capture(mistaken(request))
        } catch {
            guard bug == .followUpNotRepeated, !error.isNotSent else { throw error }
            return .declined(.issuerUnavailable)
        }
    }

    func void(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await acquirer.void(request)
    }

    func refund(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try await acquirer.refund(mistaken(request))
    }

    /// The request with another key when it is repeated.
    private func mistaken(_ request: FollowUpRequest) -> FollowUpRequest {
        let attempt = request.original.idempotencyKey.text.dropLast("-auth".utf8.count)
        guard bug == .keyNotDerived, request.isRepetition, let id = AttemptID(String(attempt))
        else { return request }
        return FollowUpRequest(
            idempotencyKey: IdempotencyKey(.capture, number: 100, of: id),
            preparedAt: request.preparedAt,
            amount: request.amount,
            original: request.original,
            isFinal: request.isFinal,
            isRepetition: request.isRepetition
        )
    }
}

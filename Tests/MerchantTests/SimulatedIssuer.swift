import Money
import Payments

/// A message of the simulation, to the issuer.
struct WireRequest: Hashable {
    let key: String
    let kind: OperationKind
    let attempt: Int
    let amount: Money
    /// The key of the authorization; for an inquiry and a reversal it is what they are about.
    let original: String
    var isInquiry = false
}

/// A message of the simulation, to the merchant.
enum WireAnswer: Hashable {
    case authorization(AuthorizationAnswer)
    case followUp(FollowUpAnswer)
    case reversal(ReversalAnswer)
    case inquiry(InquiryAnswer)
}

/// An issuer as the contract of ``PaymentProcessor`` reads: it acts once for a key, answers the same
/// each time, and never acts on a key that was reversed. It has no rules about amounts: those are the
/// merchant's to keep.
struct SimulatedIssuer {
    private(set) var held: [Int: Int64] = [:]
    private(set) var captured: [Int: Int64] = [:]
    private(set) var refunded: [Int: Int64] = [:]
    private(set) var authorizations: [Int: Int] = [:]
    private var answers: [String: WireAnswer] = [:]
    private var reversed: Set<String> = []

    mutating func handle(_ request: WireRequest) -> WireAnswer {
        if request.isInquiry {
            guard case .authorization(let answer) = answers[request.original] else {
                return .inquiry(.notFound)
            }
            return .inquiry(.answered(answer))
        }
        if let before = answers[request.key] { return before }
        let answer = act(on: request)
        answers[request.key] = answer
        return answer
    }

    private mutating func act(on request: WireRequest) -> WireAnswer {
        switch request.kind {
        case .authorization: return .authorization(authorize(request))
        case .capture:
            captured[request.attempt, default: 0] += request.amount.minorUnits
        case .void: held[request.attempt] = captured[request.attempt, default: 0]
        case .refund: refunded[request.attempt, default: 0] += request.amount.minorUnits
        case .release: held[request.attempt, default: 0] -= request.amount.minorUnits
        case .reversal:
            reversed.insert(request.original)
            held[request.attempt] = 0
            let isKnown = answers[request.original] != nil
            return .reversal(isKnown ? .reversed(networkReference: "R") : .originalNotFound)
        }
        if request.kind == .capture, request.amount.minorUnits % 5 == 1 {
            captured[request.attempt, default: 0] -= request.amount.minorUnits
            return .followUp(.declined(.doNotHonor))
        }
        return .followUp(.approved(networkReference: "N", echo: .none))
    }

    private mutating func authorize(_ request: WireRequest) -> AuthorizationAnswer {
        guard !reversed.contains(request.original) else { return .declined(.duplicate) }
        let approval = Approval(authorizationCode: "A", networkReference: "N\(request.attempt)")
        let whole = request.amount.minorUnits
        switch request.attempt % 7 {
        case 0: return .declined(.insufficientFunds)
        case 3:
            hold(whole / 2, request.attempt)
            let half = Money(minorUnits: whole / 2, currency: request.amount.currency)
            return .partiallyApproved(approval, amount: half, echo: .none)
        case 5:
            hold(whole + 1, request.attempt)
            return .approved(approval, echo: AnswerEcho(minorUnits: whole + 1))
        default:
            hold(whole, request.attempt)
            return .approved(approval, echo: AnswerEcho(minorUnits: whole, currency: "840"))
        }
    }

    private mutating func hold(_ amount: Int64, _ attempt: Int) {
        held[attempt, default: 0] += amount
        authorizations[attempt, default: 0] += 1
    }
}

import Money
import Payments
import Testing
import World

@Suite("The decision about an operation that was left unsettled")
struct RecoveryDecisionTests {
    typealias Step = RecoveryDecision.Step

    static let approved = OperationStateMachineTests.approved
    static let part = OperationState.partiallyApproved(
        Approval(authorizationCode: "A", networkReference: "N"),
        Money(minorUnits: 5, currency: .usd)
    )

    static func decision(
        _ kind: OperationKind,
        _ state: OperationState,
        tries: Int64 = 0,
        canInquire: Bool = true,
        policy: RecoveryPolicy = .standard
    ) -> RecoveryDecision {
        RecoveryDecision(
            kind: kind,
            state: state,
            tries: tries,
            canInquire: canInquire,
            policy: policy
        )
    }

    @Test(
        arguments: [
            (decision(.authorization, .prepared), .record(.notSent)),
            (decision(.authorization, .sent), .inquire),
            (decision(.authorization, .unknown), .inquire),
            (decision(.authorization, .unknown, tries: 2), .inquire),
            (decision(.authorization, .unknown, tries: 3), .reverse(.unanswered)),
            (decision(.authorization, .sent, canInquire: false), .reverse(.unanswered)),
            (decision(.authorization, approved), .reverse(.withoutOrder)),
            (decision(.authorization, part), .reverse(.partiallyApproved)),
            (
                decision(
                    .authorization,
                    part,
                    policy: RecoveryPolicy(partialApprovals: .accept)
                ), .reverse(.withoutOrder)
            ),
            (decision(.authorization, .mismatched(.amount)), .reverse(.mismatched)),
            (decision(.authorization, .reversing(.unanswered)), .nothing),
            (decision(.authorization, .reversed(.unanswered)), .nothing),
            (decision(.authorization, .declined(.doNotHonor)), .nothing),
            (decision(.capture, .prepared), .record(.notSent)),
            (decision(.capture, .sent), .send), (decision(.refund, .unknown), .send),
            (decision(.void, .unknown, tries: 99), .send),
            (decision(.capture, .mismatched(.amount)), .nothing),
            (decision(.capture, .completed(networkReference: nil)), .nothing),
            (decision(.reversal, .prepared), .send), (decision(.reversal, .sent), .send),
            (decision(.reversal, .unknown, tries: 99), .send),
            (decision(.release, .prepared), .send), (decision(.release, .unknown), .send),
        ] as [(RecoveryDecision, Step)]
    )
    func `begins with one step`(decision: RecoveryDecision, expected: Step) {
        #expect(decision.first == expected)
    }

    @Test(
        arguments: [
            (0, .answered(approved), .record(approved)), (0, .notSaid, .retry),
            (1, .notSaid, .retry), (2, .notSaid, .reverse(.unanswered)),
            // The request may still be on its way.
            (0, .notFound, .reverse(.unanswered)),
        ] as [(Int64, RecoveryDecision.Inquiry, Step)]
    )
    func `reverses what an inquiry does not answer`(
        tries: Int64,
        inquiry: RecoveryDecision.Inquiry,
        expected: Step
    ) {
        let decision = Self.decision(.authorization, .unknown, tries: tries)
        #expect(decision.step(after: inquiry) == expected)
    }

    @Test func `repeats what was not answered`() {
        let decision = Self.decision(.capture, .unknown)
        #expect(decision.step(after: nil as OperationState?) == .retry)
        #expect(decision.step(after: .unknown) == .retry)
        let done = OperationState.completed(networkReference: "N")
        #expect(decision.step(after: done) == .record(done))
        // The issuer is not reached this time; an earlier request may have reached it.
        #expect(decision.step(after: .declined(.issuerUnavailable)) == .retry)
        // A duplicate of a request whose effect is not told, which would free the amount for another capture.
        for kind in [OperationKind.capture, .void, .refund] {
            let decision = Self.decision(kind, .unknown)
            #expect(decision.step(after: .declined(.duplicate)) == .retry)
        }
        let refused = OperationState.declined(.duplicate)
        for kind in [OperationKind.reversal, .release] {
            #expect(Self.decision(kind, .unknown).step(after: refused) == .record(refused))
        }
        let declined = OperationState.declined(.amountInvalid)
        #expect(decision.step(after: declined) == .record(declined))
    }

    @Test(arguments: [(1, 5), (2, 10), (3, 20), (8, 640), (9, 900), (99, 900)])
    func `waits twice as long after each try, up to a limit`(tries: Int64, seconds: Int64) {
        #expect(RecoveryPolicy.standard.wait(afterTries: tries) == seconds)
        let now = UnixTime(seconds: 1_000)
        let randomness = SeededRandomness(seed: 1)
        for _ in 0..<100 {
            let next = RecoveryPolicy.standard.nextTry(afterTries: tries, at: now, randomness)
            #expect(((seconds + 1) / 2...seconds).contains(next.seconds - 1_000))
        }
    }

    static let money = { Money(minorUnits: $0, currency: .usd) } as @Sendable (Int64) -> Money

    static func amounts(_ sums: [Int64], released: Bool = false) -> AttemptAmounts {
        AttemptAmounts(
            authorized: money(sums[0]),
            capturing: money(sums[1]),
            captured: money(sums[2]),
            refunding: money(sums[3]),
            refunded: money(sums[4]),
            isReleased: released
        )
    }

    @Test(
        arguments: [
            ([10, 0, 0, 0, 0], .capture, 10, nil),
            ([10, 0, 0, 0, 0], .capture, 11, .exceedsAuthorized(left: money(10))),
            ([10, 3, 4, 0, 0], .capture, 4, .exceedsAuthorized(left: money(3))),
            ([10, 0, 0, 0, 0], .capture, 0, .amountNotPositive),
            ([10, 0, 10, 0, 0], .capture, 0, .exceedsAuthorized(left: money(0))),
            ([10, 0, 10, 0, 0], .refund, 10, nil),
            ([10, 0, 10, 0, 10], .refund, 0, .exceedsCaptured(left: money(0))),
            ([10, 10, 0, 0, 0], .refund, 1, .exceedsCaptured(left: money(0))),
            ([10, 0, 10, 3, 4], .refund, 4, .exceedsCaptured(left: money(3))),
            ([10, 0, 0, 0, 0], .void, 10, nil), ([10, 1, 0, 0, 0], .void, 10, .notVoidable),
            ([10, 0, 1, 0, 0], .void, 9, nil), ([10, 1, 1, 0, 0], .void, 8, .notVoidable),
            ([10, 0, 10, 0, 0], .void, 0, .notVoidable),
            ([0, 0, 0, 0, 0], .void, 10, .notVoidable),
        ] as [([Int64], OperationKind, Int64, OperationRefusal?)]
    )
    func `comes after the rules of amounts`(
        sums: [Int64],
        kind: OperationKind,
        amount: Int64,
        expected: OperationRefusal?
    ) {
        #expect(Self.amounts(sums).refusal(of: kind, Self.money(amount)) == expected)
    }

    @Test func `allows nothing once the hold is released, or in another currency`() {
        let released = Self.amounts([10, 0, 0, 0, 0], released: true)
        #expect(
            released.refusal(of: .capture, Self.money(1)) == .exceedsAuthorized(left: Self.money(0))
        )
        #expect(released.refusal(of: .void, Self.money(10)) == .notVoidable)
        let euros = Money(minorUnits: 1, currency: .eur)
        #expect(
            Self.amounts([10, 0, 0, 0, 0]).refusal(of: .capture, euros)
                == .otherCurrency(.eur, than: .usd)
        )
    }

    static let approval = Approval(authorizationCode: "A", networkReference: "N")

    @Test(
        arguments: [
            (AnswerEcho.none, .approved(approval)),
            (AnswerEcho(minorUnits: 10, currency: "USD"), .approved(approval)),
            (AnswerEcho(currency: "840", merchantReference: "cart"), .approved(approval)),
            (AnswerEcho(minorUnits: 11), .mismatched(.amount)),
            (AnswerEcho(minorUnits: 10, currency: "978"), .mismatched(.currency)),
            (AnswerEcho(merchantReference: "cart 2"), .mismatched(.reference)),
        ] as [(AnswerEcho, OperationState)]
    )
    func `is about answers that were compared with their requests`(
        echo: AnswerEcho,
        expected: OperationState
    ) {
        let answer = AuthorizationAnswer.approved(Self.approval, echo: echo)
        #expect(OperationState(answer, to: Self.money(10), "cart") == expected)
        let followUp = FollowUpAnswer.approved(networkReference: "N", echo: echo)
        let state = OperationState(followUp, to: Self.money(10), "cart")
        if case .approved = expected {
            #expect(state == .completed(networkReference: "N"))
        } else {
            #expect(state == expected)
        }
    }

    @Test(
        arguments: [
            (4, .partiallyApproved(approval, money(4))), (10, .mismatched(.amount)),
            (0, .mismatched(.amount)), (11, .mismatched(.amount)),
        ] as [(Int64, OperationState)]
    )
    func `takes for a partial approval only a part`(amount: Int64, expected: OperationState) {
        let answer = AuthorizationAnswer.partiallyApproved(
            Self.approval,
            amount: Self.money(amount),
            echo: .none
        )
        #expect(OperationState(answer, to: Self.money(10), "cart") == expected)
    }
}

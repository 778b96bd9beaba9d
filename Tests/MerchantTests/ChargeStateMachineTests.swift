import Charging
import Testing

/// Each event that changes something happens once; a repetition or a late one changes nothing.
@Suite("The states of a charge")
struct ChargeStateMachineTests {
    typealias Event = ChargeStateMachine.Event
    typealias Action = ChargeStateMachine.Action

    static let approval = AuthorizationAnswer.approved(
        authorizationCode: "A1B2C3",
        networkReference: "1234567890"
    )
    static let approved = OperationState.approved(
        authorizationCode: "A1B2C3",
        networkReference: "1234567890"
    )

    /// What is asked for after the last of some events.
    static func actions(after events: [Event]) -> [Action] {
        var machine = ChargeStateMachine()
        var actions: [Action] = []
        for event in events { actions = machine.handle(event) }
        return actions
    }

    static let asking: [Event] = [.paid, .recorded(.prepared), .recorded(.sent)]
    static let closing = asking + [.answered(approval)]
    static let closed = closing + [.recorded(approved)]
    static let doubt =
        asking + (1...3).map { Event.failed(.outcomeUnknown, request: $0) }
    static let open = doubt + [.recorded(.unknown)]

    @Test(
        arguments: [
            ([.paid], [.record(.prepared)]), ([.paid, .recorded(.prepared)], [.record(.sent)]),
            (asking, [.ask(request: 1)]), (closing, [.record(approved)]),
            (closed, [.tell(approved)]), (doubt, [.record(.unknown)]), (open, [.tell(.unknown)]),
            (asking + [.answered(.declined(.expiredCard))], [.record(.declined(.expiredCard))]),
            (asking + [.failed(.notSent, request: 1)], [.ask(request: 2)]),
            (
                asking + (1...3).map { .failed(.notSent, request: $0) },
                [.record(.notSent)]
            ),
            // The answer to an abandoned request is still used, and is reported once.
            (doubt + [.answered(approval)], [.record(approved)]),
            (open + [.answered(approval)], [.record(approved)]),
            (open + [.answered(approval), .recorded(approved)], []),
        ] as [([Event], [Action])]
    )
    func `continue with the next value`(events: [Event], expected: [Action]) {
        #expect(Self.actions(after: events) == expected)
    }

    @Test(
        arguments: [
            [.paid, .paid], asking + [.paid], closing + [.paid], closed + [.paid], open + [.paid],
            [.recorded(.prepared)], [.paid, .recorded(.sent)], asking + [.recorded(.sent)],
            asking + [.recorded(.prepared)], asking + [.recorded(approved)],
            [.answered(approval)], [.paid, .answered(approval)],
            [.paid, .recorded(.prepared), .answered(approval)],
            closing + [.answered(.declined(.doNotHonor))],
            closed + [.answered(.declined(.doNotHonor))], closed + [.recorded(approved)],
            closing + [.recorded(.declined(.doNotHonor))], closing + [.recorded(.sent)],
            [.failed(.notSent, request: 1)], asking + [.failed(.notSent, request: 2)],
            asking + [.failed(.notSent, request: 0)],
            asking + [.failed(.notSent, request: 1), .failed(.notSent, request: 1)],
            closing + [.failed(.outcomeUnknown, request: 1)],
            closed + [.failed(.outcomeUnknown, request: 1)],
        ] as [[Event]]
    )
    func `do not change by repeated, early or late events`(events: [Event]) {
        #expect(Self.actions(after: events) == [])
    }
}

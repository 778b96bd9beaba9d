import Payments
import Testing

/// Each event that changes something happens once; a repetition or a late one changes nothing.
@Suite("The states of an operation whose caller waits")
struct OperationStateMachineTests {
    typealias Event = OperationStateMachine.Event
    typealias Action = OperationStateMachine.Action

    static let approved = OperationState.approved(
        Approval(authorizationCode: "A1B2C3", networkReference: "1234567890")
    )
    static let unavailable = OperationState.declined(.issuerUnavailable)
    static let duplicate = OperationState.declined(.duplicate)
    static let late = ProcessorFailure.outcomeUnknown(.timedOut)
    static let unreachable = ProcessorFailure.notSent(.unreachable)

    /// The actions that follow the last of some events.
    static func actions(after events: [Event]) -> [Action] {
        var machine = OperationStateMachine()
        var actions: [Action] = []
        for event in events { actions = machine.handle(event) }
        return actions
    }

    static let asking: [Event] = [.begun, .recorded(.sent)]
    static let closing = asking + [.answered(approved)]
    static let closed = closing + [.recorded(approved)]
    static let doubt =
        asking + (1...3).map { Event.failed(late, request: $0) }
    static let open = doubt + [.recorded(.unknown)]

    @Test(
        arguments: [
            ([.begun], [.record(.sent)]),
            (asking, [.ask(request: 1)]), (closing, [.record(approved)]),
            (closed, [.tell]), (doubt, [.record(.unknown)]), (open, [.tell]),
            (asking + [.answered(.declined(.expiredCard))], [.record(.declined(.expiredCard))]),
            (asking + [.failed(unreachable, request: 1)], [.ask(request: 2)]),
            (
                asking + (1...3).map { .failed(unreachable, request: $0) },
                [.record(.notSent)]
            ),
            // There is no time for another request.
            (asking + [.failed(unreachable, request: 1, isLast: true)], [.record(.notSent)]),
            (asking + [.failed(late, request: 1, isLast: true)], [.record(.unknown)]),
            (
                asking + [
                    .failed(late, request: 1), .failed(unreachable, request: 2, isLast: true),
                ], [.record(.unknown)]
            ),
            // The answer to an abandoned request is still used, and is reported once.
            (doubt + [.answered(approved)], [.record(approved)]),
            // What can never be sent is not sent again.
            (asking + [.failed(.notSent(.unsupported), request: 1)], [.record(.notSent)]),
            (asking + [.failed(.outcomeUnknown(.cancelled), request: 1)], [.record(.unknown)]),
            // Without an earlier request in doubt these are declines.
            (asking + [.answered(unavailable)], [.record(unavailable)]),
            (asking + [.answered(duplicate)], [.record(duplicate)]),
            (
                asking + [.failed(unreachable, request: 1), .answered(unavailable)],
                [.record(unavailable)]
            ),
            // After one in doubt they say nothing of it.
            (asking + [.failed(late, request: 1), .answered(unavailable)], [.ask(request: 3)]),
            (asking + [.failed(late, request: 1), .answered(duplicate)], [.ask(request: 3)]),
            (
                asking + [
                    .failed(late, request: 1), .answered(unavailable), .answered(unavailable),
                ], [.record(.unknown)]
            ),
            (
                asking + [
                    .failed(late, request: 1), .answered(.declined(.insufficientFunds)),
                ], [.record(.declined(.insufficientFunds))]
            ),
            (asking + [.takenOver], [.tell]), (closing + [.takenOver], [.tell]),
        ] as [([Event], [Action])]
    )
    func `continue with the next value`(events: [Event], expected: [Action]) {
        #expect(Self.actions(after: events) == expected)
    }

    @Test(
        arguments: [
            [.begun, .begun], asking + [.begun], closing + [.begun], closed + [.begun],
            open + [.begun],
            [.recorded(.sent)], [.begun, .recorded(approved)], asking + [.recorded(.sent)],
            asking + [.recorded(.prepared)], asking + [.recorded(approved)],
            [.answered(approved)], [.begun, .answered(approved)],
            // Once it is told, recovery settles it.
            open + [.answered(approved)], closed + [.takenOver], [.takenOver],
            closing + [.answered(.declined(.doNotHonor))],
            doubt + [.answered(unavailable)],
            closed + [.answered(.declined(.doNotHonor))], closed + [.recorded(approved)],
            closing + [.recorded(.declined(.doNotHonor))], closing + [.recorded(.sent)],
            [.failed(unreachable, request: 1)], asking + [.failed(unreachable, request: 2)],
            asking + [.failed(unreachable, request: 0)],
            asking + [.failed(unreachable, request: 1), .failed(unreachable, request: 1)],
            closing + [.failed(late, request: 1)],
            closed + [.failed(late, request: 1)],
        ] as [[Event]]
    )
    func `do not change by repeated, early or late events`(events: [Event]) {
        #expect(Self.actions(after: events) == [])
    }
}

import Foundation
import TestSupport
import Testing

/// A desk on PostgreSQL of which one message after another fails: the first of an operation, then the
/// second, until the operation has no more. Whatever is left is settled by a desk beside it.
///
/// Each case tries every fourth message; `QUINCE_KILLS` set to any number makes it try all.
@Suite(
    "A payment desk whose server fails at one statement",
    .enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence))
)
struct DeskStatementFaultTests {
    /// The operation that a desk is asked for while its database fails.
    enum Operation: String, CaseIterable {
        case accept
        /// The same submission again, after its first answer was lost.
        case acceptAgain
        case capture
        /// The same capture again, after its first answer was lost.
        case captureAgain
        case partialCapture
        /// A final capture of a part, with the release of the rest.
        case finalCapture
        case void
        case refund
        /// An authorization without an answer, which gets no order and is cancelled.
        case recoverPayment
        case recoverCapture
        case recoverRefund

        /// How the processor's held, captured and refunded amounts change where it is done.
        var effect: [Int64] {
            switch self {
            case .accept: [1_075, 0, 0]
            case .acceptAgain, .captureAgain: [0, 0, 0]
            case .capture: [0, 1075, 0]
            case .partialCapture: [0, 5, 0]
            case .finalCapture: [-1_070, 5, 0]
            case .void: [-1_075, 0, 0]
            case .refund: [0, 0, 5]
            case .recoverPayment: [-1_075, 0, 0]
            case .recoverCapture, .recoverRefund: [0, 0, 0]
            }
        }
    }

    /// The answer to the caller.
    enum Told: Equatable {
        case done
        /// Try again: the processor was not asked.
        case notDone
        /// The outcome is being settled.
        case open
        /// The processor was not asked, and it is not known whether recovery will ask it.
        case notKnown
        /// A pass of recovery failed; no caller waits for it.
        case failed
    }

    /// A fault, and whether it lasts.
    struct Case: CustomTestStringConvertible {
        let fault: StatementProxy.Fault
        let lasts: Bool
        /// The first message that fails; the cases differ, so that together they try each message.
        let first: Int
        var testDescription: String { "\(fault.rawValue), \(lasts ? "lasting" : "once")" }
    }

    static let step = ProcessInfo.processInfo.environment["QUINCE_KILLS"] == nil ? 4 : 1

    static let cases: [Case] = {
        let faults =
            StatementProxy.Fault.allCases.map { ($0, false) }
            + [.full, .before, .after].map { ($0, true) }
        return faults.enumerated().map { index, fault in
            Case(fault: fault.0, lasts: fault.1, first: 1 + index % step)
        }
    }()

    @Test(arguments: cases)
    func `settles every operation, whichever message failed`(of kind: Case) async throws {
        let sweep = try await StatementSweep(kind, step: Self.step)
        var messages: [String] = []
        for operation in Operation.allCases { messages += try await sweep.run(operation) }
        // A transaction begins, and ends with its commit; between them is at least one statement,
        // which is prepared first.
        #expect(messages.contains { $0.hasPrefix("Q BEGIN ISOLATION LEVEL SERIALIZABLE") })
        #expect(messages.contains { $0.hasPrefix("Q INSERT INTO storage_commit") })
        #expect(messages.contains { $0.hasPrefix("P ") })
        #expect(messages.contains { $0.hasPrefix("B ") })
        try await sweep.expectAgreement()
    }
}

internal import Payments
internal import Storage
internal import World

/// The caller is told that an outcome is being settled, or that nothing was charged; the operator is told why.
extension PaymentService {
    /// Logs why a processor took no payment, or why the outcome of one, or its order, was not recorded.
    func logUnrecorded(_ refusal: PaymentRefusal) {
        switch refusal {
        case .beingSettled(let attempt, .some): report(attempt, .refusal(refusal))
        case .order: report(nil, .refusal(refusal))
        case .notSent(.some): report(nil, .refusal(refusal), as: "payment.notSent")
        default: break
        }
    }

    /// Logs why the outcome of a capture, a void or a refund was not recorded.
    func logUnrecorded(_ failure: RecordFailure, _ attempt: AttemptID) {
        switch failure {
        case .outcomeNotRecorded, .recordUnknown, .attemptNotAuthorized, .alreadyPlaced,
            .orderMissing, .statusRefused, .paymentRefused:
            report(attempt, .failure(failure))
        default: break
        }
    }

    /// Logs why the answer to a request was not recorded.
    func logUnrecorded(answer failure: RecordFailure, _ attempt: AttemptID?) {
        report(attempt, .failure(failure), as: "request.notRecorded")
    }

    private func report(
        _ attempt: AttemptID?,
        _ cause: LogLine.Value,
        as event: StaticString = "payment.notRecorded"
    ) {
        let line = LogLine(
            event,
            at: world.clock.now,
            ["payment": .payment(attempt), "cause": cause]
        )
        log(line.text)
    }
}

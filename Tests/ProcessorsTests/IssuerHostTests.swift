import CardMessages
import Money
import Payments
import Processors
import Testing
import World

@Suite("The acquirer with an independent issuer's host", .timeLimit(.minutes(30)))
struct IssuerHostTests {
    static let isInstalled = ConditionTrait.enabled(
        if: IssuerHost.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no issuer's host is here"
    )

    private func signedOn(_ host: IssuerHost) async throws -> AcquirerBench {
        let bench = try AcquirerBench(host.address)
        await bench.acquirer.start()
        #expect(await bench.wait { $0 == .signedOn })
        return bench
    }

    @Test(isInstalled)
    func `approvals, declines, captures, voids and refunds are answered`() async throws {
        let host = try await IssuerHost()
        let bench = try await signedOn(host)
        let request = try bench.authorization(1_075)
        let answer = try await bench.acquirer.authorize(request)
        guard case .approved(let approval, let echo) = answer else {
            Issue.record("\(answer)")
            return
        }
        let reference = MessageReference(
            key: request.idempotencyKey.text,
            at: request.preparedAt
        )
        // The host derives its code from field 11.
        #expect(approval.authorizationCode == "A" + reference.traceNumber.suffix(5))
        #expect(approval.networkReference == reference.retrievalReference)
        #expect(echo == AnswerEcho(minorUnits: 1_075, currency: "978"))
        let declined = try await bench.acquirer.authorize(bench.authorization(5_100, key: 2))
        #expect(declined == .declined(.insufficientFunds, code: ProcessorCode("51")))

        let approved = FollowUpAnswer.approved(
            networkReference: nil,
            echo: AnswerEcho(minorUnits: 500, currency: "978")
        )
        let capture = try bench.followUp(.capture, 500, of: request)
        #expect(try await bench.acquirer.capture(capture) == approved)
        let again = try bench.followUp(.capture, 500, of: request, isRepetition: true)
        #expect(try await bench.acquirer.capture(again) == approved)
        let refund = try bench.followUp(.refund, 500, of: request)
        #expect(try await bench.acquirer.refund(refund) == approved)
        let void = try bench.followUp(.void, 7_100, of: request)
        #expect(
            try await bench.acquirer.void(void)
                == .declined(.transactionInvalid, code: ProcessorCode("12"))
        )
        await bench.acquirer.stop()
        #expect(await bench.wait { $0 == .disconnected(.closed) })
    }

    @Test(isInstalled)
    func `a request without an answer is reversed, and reversed again`() async throws {
        let host = try await IssuerHost()
        let bench = try await signedOn(host)
        let request = try bench.authorization(6_800)
        async let expiring: Void = bench.expire(afterSending: "0100")
        let failure = await #expect(throws: ProcessorFailure.self) {
            try await bench.acquirer.authorize(request)
        }
        await expiring
        #expect(failure == .outcomeUnknown(.timedOut))
        let reversal = try bench.reversal(of: request)
        #expect(try await bench.acquirer.reverse(reversal) == .reversed(networkReference: nil))
        let again = try bench.reversal(of: request, isRepetition: true)
        #expect(try await bench.acquirer.reverse(again) == .reversed(networkReference: nil))
        let unknown = try bench.reversal(of: bench.authorization(7_200, key: 3))
        #expect(try await bench.acquirer.reverse(unknown) == .originalNotFound)
        await bench.acquirer.stop()
    }

    @Test(isInstalled)
    func `a connection that the host closes is opened again`() async throws {
        let host = try await IssuerHost()
        let bench = try await signedOn(host)
        let failure = await #expect(throws: ProcessorFailure.self) {
            try await bench.acquirer.authorize(bench.authorization(6_900))
        }
        #expect(failure == .outcomeUnknown(.connectionLost))
        bench.clock.advance(bySeconds: 2)
        #expect(await bench.wait(2) { $0 == .signedOn })
        let answer = try await bench.acquirer.authorize(bench.authorization(100, key: 2))
        guard case .approved = answer else {
            Issue.record("\(answer)")
            return
        }
        await bench.acquirer.stop()
    }

    @Test(isInstalled)
    func `answers come in another order than requests`() async throws {
        let host = try await IssuerHost()
        let bench = try await signedOn(host)
        async let slow = bench.acquirer.authorize(bench.authorization(7_000))
        _ = await bench.wait {
            if case .sent(let trace) = $0 { "\(trace.type)" == "0100" } else { false }
        }
        let fast = try await bench.acquirer.authorize(bench.authorization(100, key: 2))
        #expect(bench.answers() == ["000000000100"])
        guard case .approved(_, let fastEcho) = fast,
            case .approved(_, let slowEcho) = try await slow
        else {
            Issue.record("not approved")
            return
        }
        #expect(fastEcho.minorUnits == 100 && slowEcho.minorUnits == 7_000)
        #expect(bench.answers() == ["000000000100", "000000007000"])
        await bench.acquirer.stop()
    }

    @Test(isInstalled)
    func `an idle connection is asked for an echo`() async throws {
        let host = try await IssuerHost()
        let bench = try await signedOn(host)
        bench.clock.advance(bySeconds: 31)
        let isEcho: @Sendable (AcquirerObservation) -> Bool = { observation in
            guard case .received(let trace) = observation else { return false }
            return trace.fields.contains { $0.number == 70 && $0.value == "301" }
        }
        #expect(await bench.wait(for: isEcho))
        // It is observed before the connection takes it. A call waits until that is done.
        await bench.acquirer.start()
        bench.clock.advance(bySeconds: 31)
        #expect(await bench.wait(2, for: isEcho))
        await bench.acquirer.stop()
        let disconnections = bench.observations.read { all in
            all.filter { if case .disconnected = $0 { true } else { false } }
        }
        #expect(disconnections == [.disconnected(.closed)])
    }

    @Test(isInstalled)
    func `200 requests share the connection`() async throws {
        let host = try await IssuerHost()
        let bench = try await signedOn(host)
        try await withThrowingTaskGroup { group in
            for number in 1...200 as ClosedRange<UInt8> {
                group.addTask {
                    let request = try bench.authorization(Int64(number), key: number)
                    guard
                        case .approved(_, let echo) = try await bench.acquirer.authorize(request)
                    else { return false }
                    return echo.minorUnits == Int64(number)
                }
            }
            for try await isApproved in group { #expect(isApproved) }
        }
        await bench.acquirer.stop()
    }
}

extension AcquirerBench {
    /// The amounts of the answers to authorizations, in the order in which they came.
    func answers() -> [String] {
        observations.read { all in
            all.compactMap { observation in
                guard case .received(let trace) = observation, "\(trace.type)" == "0110" else {
                    return nil
                }
                return trace.fields.first { $0.number == 4 }?.value
            }
        }
    }
}

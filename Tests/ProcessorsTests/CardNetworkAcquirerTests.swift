import Bytes
import CardMessages
import ISO8583
import Money
import Payments
import Processors
import Sockets
import Testing
import World

@Suite("The acquirer and what a network answers", .timeLimit(.minutes(30)))
struct CardNetworkAcquirerTests {
    private static let approval = Approval(
        authorizationCode: "A1B2C3",
        networkReference: "123456789012345",
        laterPayments: .account(firstPayment: "123456789012345"),
        // Seven days after the request was recorded.
        holdEndsAt: UnixTime(seconds: 1_772_323_190 + 604_800)
    )
    private let approved = AuthorizationAnswer.approved(
        Self.approval,
        echo: AnswerEcho(minorUnits: 1_075, currency: "978")
    )

    private func bench(_ network: ScriptedNetwork) async throws -> AcquirerBench {
        let bench = try AcquirerBench(network.listener.address)
        await bench.acquirer.start()
        return bench
    }

    private func answer(
        to request: (AcquirerBench) throws -> AuthorizationRequest = {
            try $0.authorization(1_075)
        },
        _ script: @escaping ScriptedNetwork.Script
    ) async throws -> Result<AuthorizationAnswer, ProcessorFailure> {
        let network = try ScriptedNetwork(script)
        let bench = try await bench(network)
        let request = try request(bench)
        let answer: Result<AuthorizationAnswer, ProcessorFailure>
        do throws(ProcessorFailure) {
            answer = .success(try await bench.acquirer.authorize(request))
        } catch { answer = .failure(error) }
        await bench.acquirer.stop()
        return answer
    }

    @Test func `an answer may come byte by byte`() async throws {
        let answer = try await answer { _, request in
            try ScriptedNetwork.frame(ScriptedNetwork.approval(of: request)).map { [$0] }
        }
        #expect(answer == .success(approved))
    }

    @Test func `an answer with another amount or currency shows it`() async throws {
        let amount = try await answer { _, request in
            [
                try ScriptedNetwork.frame(
                    ScriptedNetwork.approval(of: request) {
                        $0.amount = Money(minorUnits: 1_076, currency: .usd)
                    }
                )
            ]
        }
        guard case .success(.approved(_, let echo)) = amount else {
            Issue.record("\(amount)")
            return
        }
        #expect(echo == AnswerEcho(minorUnits: 1_076, currency: "840"))
    }

    @Test(arguments: [(42, "OTHER          "), (54, "not amounts"), (38, "A1B2C "), (39, "  ")])
    func `an answer for another merchant, or that cannot be read, settles nothing`(
        field: Int,
        value: String
    ) async throws {
        let answer = try await answer { _, request in
            var message = try ScriptedNetwork.approval(of: request)
            message.fields[field] = Array(value.utf8)
            return [try ScriptedNetwork.frame(message)]
        }
        #expect(answer == .failure(.outcomeUnknown(.answerUnreadable)))
    }

    @Test func `an approval without the network's name for it takes no later payments`()
        async throws
    {
        let answer = try await answer { _, request in
            [
                try ScriptedNetwork.frame(
                    ScriptedNetwork.approval(of: request) { $0.networkTransaction = nil }
                )
            ]
        }
        guard case .approved(let approval, _) = try answer.get() else {
            Issue.record("\(answer)")
            return
        }
        #expect(approval.authorizationCode == "A1B2C3" && approval.laterPayments == nil)
    }

    @Test func `an approval without the issuer's code settles nothing`() async throws {
        let answer = try await answer { _, request in
            [
                try ScriptedNetwork.frame(
                    ScriptedNetwork.approval(of: request) { $0.authorizationCode = nil }
                )
            ]
        }
        #expect(answer == .failure(.outcomeUnknown(.answerUnreadable)))
    }

    @Test(arguments: [(7, "0101000000"), (11, "999998"), (37, "OTHER0000000"), (41, "TERM2   ")])
    func `an answer with another reference is not the request's`(
        field: Int,
        value: String
    ) async throws {
        let network = try ScriptedNetwork { _, request in
            var other = try ScriptedNetwork.approval(of: request)
            other.fields[field] = Array(value.utf8)
            return [try ScriptedNetwork.frame(other)]
        }
        let bench = try await bench(network)
        async let expiring: Void = {
            _ = await bench.wait { if case .unmatchedAnswer = $0 { true } else { false } }
            bench.clock.advance(bySeconds: 26)
        }()
        let failure = await #expect(throws: ProcessorFailure.self) {
            try await bench.acquirer.authorize(bench.authorization(1_075))
        }
        await expiring
        #expect(failure == .outcomeUnknown(.timedOut))
        await bench.acquirer.stop()
    }

    @Test func `a clock that is set a day ahead does not give up a request`() async throws {
        let network = try ScriptedNetwork { _, _ in [] }
        let bench = try await bench(network)
        async let answer = bench.acquirer.authorize(bench.authorization(1_075))
        _ = await network.received.wait(within: .seconds(120)) { !$0.isEmpty }
        bench.clock.set(to: UnixTime(seconds: bench.clock.now.seconds + 86_400))
        // Twenty looks of the driver at its clock.
        await RealTime.pass(.milliseconds(100))
        let request = try #require(network.received.read(\.first))
        let approval = try ScriptedNetwork.approval(of: CardRequest(request))
        try await network.send(ScriptedNetwork.frame(approval))
        #expect(try await answer == approved)
        await bench.acquirer.stop()
    }

    @Test func `a part that was approved is told with the amount that was asked for`() async throws
    {
        let answer = try await answer { _, request in
            [
                try ScriptedNetwork.frame(
                    ScriptedNetwork.approval(of: request, .partiallyApproved) { answer in
                        answer.additionalAmounts = [
                            AdditionalAmount(
                                amountType: AdditionalAmount.originalAmount,
                                amount: Money(minorUnits: 1_075, currency: .eur)
                            )
                        ]
                        .compactMap { $0 }
                        answer.amount = Money(minorUnits: 300, currency: .eur)
                    }
                )
            ]
        }
        let expected = AuthorizationAnswer.partiallyApproved(
            Self.approval,
            amount: Money(minorUnits: 300, currency: .eur),
            echo: AnswerEcho(minorUnits: 1_075, currency: "978")
        )
        #expect(answer == .success(expected))
    }

    @Test func `bytes that are no message are reported, and the connection goes on`() async throws {
        let network = try ScriptedNetwork { _, request in
            [[0, 3, 1, 2, 3], try ScriptedNetwork.frame(ScriptedNetwork.approval(of: request))]
        }
        let bench = try await bench(network)
        #expect(try await bench.acquirer.authorize(bench.authorization(1_075)) == approved)
        #expect(bench.observations.read { $0.contains(.unreadable) })
        await bench.acquirer.stop()
    }

    @Test func `a length that no message has ends the connection`() async throws {
        let answer = try await answer { _, _ in [[0, 0]] }
        #expect(answer == .failure(.outcomeUnknown(.connectionLost)))
    }

    @Test func `a late approval after the reversal is reported and changes nothing`() async throws {
        let network = try ScriptedNetwork { message, request in
            guard case .reversal = request else { return [] }
            return [try ScriptedNetwork.frame(ScriptedNetwork.approval(of: request))]
        }
        let bench = try await bench(network)
        let request = try bench.authorization(1_075)
        async let expiring: Void = bench.expire(afterSending: "0100")
        let failure = await #expect(throws: ProcessorFailure.self) {
            try await bench.acquirer.authorize(request)
        }
        await expiring
        #expect(failure == .outcomeUnknown(.timedOut))
        let reversed = try await bench.acquirer.reverse(bench.reversal(of: request))
        #expect(reversed == .reversed(networkReference: "123456789012345"))

        let sent = network.received.read { $0 }
        let late = try ScriptedNetwork.frame(ScriptedNetwork.approval(of: CardRequest(sent[0])))
        try await network.send(late + late)
        let isReported = await bench.wait { observation in
            guard case .lateAnswer(let answer) = observation else { return false }
            return answer.isReversed && answer.responseCode == .approved
        }
        #expect(isReported)
        #expect(await bench.wait { if case .repeatedAnswer = $0 { true } else { false } })
        // Nothing was sent for it.
        #expect(network.received.read { $0 } == sent && sent.count == 2)
        #expect(sent[1].type == .reversalAdvice && sent[1].fields[37] == sent[0].fields[37])
        await bench.acquirer.stop()
    }

    @Test func `the network's echo is answered`() async throws {
        let network = try ScriptedNetwork { _, _ in [] }
        let bench = try await bench(network)
        #expect(await bench.wait { $0 == .signedOn })
        let echo = ISO8583Message(
            .networkManagementRequest,
            texts: [7: "0228000000", 11: "000042", 32: "1", 37: "ECHO00000042", 70: "301"]
        )
        try await network.send(ScriptedNetwork.frame(echo))
        let isAnswered = await network.answered.wait(within: .seconds(120)) { !$0.isEmpty }
        #expect(isAnswered)
        let answer = try #require(network.answered.read { $0.first })
        #expect(answer.type == MessageType(810) && answer.text(39) == "00")
        #expect(answer.text(11) == "000042")
        await bench.acquirer.stop()
    }

    @Test func `the same operation is the same message after a restart`() async throws {
        let network = try ScriptedNetwork { _, request in
            [try ScriptedNetwork.frame(ScriptedNetwork.approval(of: request))]
        }
        for seconds in [0, 3_600] as [Int64] {
            let bench = try AcquirerBench(network.listener.address)
            bench.clock.advance(bySeconds: seconds)
            await bench.acquirer.start()
            let request = try bench.authorization(1_075)
            #expect(try await bench.acquirer.authorize(request) == approved)
            let capture = try bench.followUp(.capture, 500, of: request)
            _ = try await bench.acquirer.capture(capture)
            await bench.acquirer.stop()
        }
        let sent = network.received.read { $0 }
        #expect(sent.count == 4 && sent[0] == sent[2] && sent[1] == sent[3])
        #expect(sent[0].fields[11] != sent[1].fields[11])
        #expect(sent[1].text(90)?.hasPrefix("0100" + (sent[0].text(11) ?? "-")) == true)
    }

    @Test func `a request that cannot be written is not sent`() async throws {
        let network = try ScriptedNetwork { _, _ in [] }
        let bench = try await bench(network)
        #expect(await bench.wait { $0 == .signedOn })
        let request = try bench.authorization(1_000_000_000_000)
        let failure = await #expect(throws: ProcessorFailure.self) {
            try await bench.acquirer.authorize(request)
        }
        #expect(failure == .notSent(.requestInvalid))
        await bench.acquirer.stop()
        #expect(network.received.read { $0.isEmpty })
    }
}

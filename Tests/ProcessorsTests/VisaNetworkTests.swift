import CardNetwork
import ISO8583
import Money
import Payments
import Processors
import Testing

/// Both ends are ours; VisaOracleTests compares the bytes with another codec.
@Suite("The acquirer with the sandbox's network in Visa's layout", .timeLimit(.minutes(30)))
struct VisaNetworkTests {
    private static let layout = VisaHeader.Station("456789").map {
        MessageLayout.visa(VisaHeader(from: $0))
    }

    private func network(
        _ number: String = "4111111111111111",
        _ scheme: CardScheme = .visa
    ) async throws -> SandboxNetwork {
        try await SandboxNetwork(
            layout: try #require(Self.layout),
            framing: .visa,
            number: number,
            scheme: scheme
        )
    }

    private func approval(
        _ sandbox: SandboxNetwork,
        _ request: AuthorizationRequest
    ) async throws -> Approval {
        let answer = try await sandbox.bench.acquirer.authorize(request)
        guard case .approved(let approval, let echo) = answer else {
            throw Unexpected(answer: "\(answer)")
        }
        #expect(echo == AnswerEcho(minorUnits: request.amount.minorUnits, currency: "978"))
        return approval
    }

    private struct Unexpected: Error { let answer: String }

    private func isApproved(_ answer: FollowUpAnswer) -> Bool {
        if case .approved = answer { true } else { false }
    }

    static let cards: [(String, CardScheme)] = [
        ("4111111111111111", .visa), ("5555555555554444", .mastercard),
        ("378282246310005", .americanExpress), ("6011111111111117", .discover),
    ]

    @Test(arguments: cards)
    func `an amount is authorized, captured in parts and refunded`(
        number: String,
        scheme: CardScheme
    ) async throws {
        let sandbox = try await network(number, scheme)
        let acquirer = sandbox.bench.acquirer
        let address = BillingAddress(postalCode: "WC2H 9BH", street: "1 Example Street")
        let request = try sandbox.authorization(1_075, billing: address)
        let approval = try await approval(sandbox, request)
        #expect(approval.networkReference.count == 15)
        func followUp(_ kind: OperationKind, _ amount: Int64, _ number: Int64 = 1) throws
            -> FollowUpRequest
        {
            try sandbox.bench.followUp(kind, amount, of: request, approval, number: number)
        }
        #expect(isApproved(try await acquirer.capture(followUp(.capture, 500))))
        #expect(isApproved(try await acquirer.capture(followUp(.capture, 575, 2))))
        #expect(!isApproved(try await acquirer.capture(followUp(.capture, 1, 3))))
        #expect(isApproved(try await acquirer.refund(followUp(.refund, 1_000))))
        #expect(!isApproved(try await acquirer.refund(followUp(.refund, 100, 2))))
        await sandbox.stop()
    }

    @Test func `a voided amount can be spent again`() async throws {
        let sandbox = try await network()
        let request = try sandbox.authorization(SandboxNetwork.limit)
        let approval = try await approval(sandbox, request)
        let second = try sandbox.authorization(1, key: 2)
        let acquirer = sandbox.bench.acquirer
        #expect(
            try await acquirer.authorize(second)
                == .declined(.insufficientFunds, code: ProcessorCode("51"))
        )
        let void = try sandbox.bench.followUp(.void, SandboxNetwork.limit, of: request, approval)
        #expect(isApproved(try await acquirer.void(void)))
        _ = try await self.approval(sandbox, sandbox.authorization(1, key: 3))
        await sandbox.stop()
    }

    /// The network's scenarios by amount: `time-out`, `malformed-answer`.
    @Test(arguments: [900_104, 900_107] as [Int64])
    func `an authorization without an answer is reversed`(amount: Int64) async throws {
        let sandbox = try await network()
        let (request, failure) = try await sandbox.unansweredAuthorization(amount)
        #expect(failure == .outcomeUnknown(.timedOut))
        let reversal = try sandbox.bench.reversal(of: request)
        guard case .reversed = try await sandbox.bench.acquirer.reverse(reversal) else {
            throw Unexpected(answer: "not reversed")
        }
        _ = try await approval(sandbox, sandbox.authorization(SandboxNetwork.limit, key: 2))
        await sandbox.stop()
    }

    @Test func `a part of an amount is approved`() async throws {
        let sandbox = try await network()
        let answer = try await sandbox.bench.acquirer.authorize(sandbox.authorization(900_101))
        guard case .partiallyApproved(_, let amount, let echo) = answer else {
            throw Unexpected(answer: "\(answer)")
        }
        #expect(amount.minorUnits == 450_050 && echo.minorUnits == 900_101)
        await sandbox.stop()
    }
}

import Bytes
import CardAccounts
import CardMessages
import CardNetwork
import Foundation
import ISO8583
import Money
import Payments
import Processors
import Sockets
import TestSupport
import Testing
import World

/// The sandbox's network on a port of this machine, with a card, and an acquirer.
final class SandboxNetwork: Sendable {
    static let limit: Int64 = 3_000_000
    static let merchantIdentifier = "merchant.com.example"

    let bench: AcquirerBench
    private let folder = ScratchFolder()
    private let durable: CardNetwork
    private let server: NetworkServer
    private let serving: Task<Void, Never>
    private let account: DeviceAccount
    private let counter = LockedValue<UInt16>(0)

    init(
        layout: MessageLayout = .ascii,
        framing: MessageFraming = .binary,
        number: String = "4111111111111111",
        scheme: CardScheme = .visa
    ) async throws {
        let start = UnixTime(seconds: 1_772_323_199)
        durable = try await CardNetwork(
            folder: folder.url.path,
            world: World(
                clock: SimulatedClock(startingAt: start),
                randomness: SeededRandomness(seed: 2)
            )
        )
        let card = PaymentCard(
            number: number,
            expirationDate: "351231",
            scheme: scheme
        )
        account = try await durable.provision(
            try #require(card),
            availableMinorUnits: Self.limit
        )
        var settings = NetworkServer.Settings()
        settings.form = MessageForm(framing: framing, layout: ("", layout))
        let server = NetworkServer(durable, at: try TCPListener(), settings: settings)
        self.server = server
        serving = Task { await server.run() }
        bench = try AcquirerBench(
            server.address,
            merchantIdentifier: Self.merchantIdentifier,
            layout: layout,
            framing: framing
        )
        await bench.acquirer.start()
        #expect(await bench.wait { $0 == .signedOn })
    }

    func stop() async {
        await bench.acquirer.stop()
        server.stop()
        serving.cancel()
        await serving.value
        await durable.close()
    }

    /// A request with the device's next cryptogram.
    func authorization(
        _ minorUnits: Int64,
        key number: UInt8 = 1,
        billing address: BillingAddress? = nil
    ) throws -> AuthorizationRequest {
        let next = counter.withLock { counter in
            counter += 1
            return counter
        }
        let payment = try #require(
            ProvenPayment(
                amountMinorUnits: minorUnits,
                currencyNumericCode: "978",
                merchant: MerchantDigest(of: Self.merchantIdentifier)
            )
        )
        let cryptogram = PaymentCryptogram(
            of: payment,
            layout: account.cryptogramLayout,
            tokenRequestor: account.deviceManufacturerIdentifier,
            counter: next,
            unpredictableNumber: [1, 2, 3, 4],
            keys: account.keys
        )
        return try bench.authorization(
            minorUnits,
            key: number,
            card: CardCredentials(
                accountNumber: account.accountNumber,
                proof: .cryptogram(cryptogram.bytes),
                expiry: try #require(CardExpiry(year: 2035, month: 12)),
                electronicCommerceIndicator: "7"
            ),
            billing: address
        )
    }

    /// The outcome of an authorization whose answer does not come.
    func unansweredAuthorization(
        _ minorUnits: Int64
    ) async throws -> (AuthorizationRequest, ProcessorFailure?) {
        let request = try authorization(minorUnits)
        async let expiring: Void = bench.expire(afterSending: "0100")
        do throws(ProcessorFailure) {
            _ = try await bench.acquirer.authorize(request)
            await expiring
            return (request, nil)
        } catch {
            await expiring
            return (request, error)
        }
    }
}

@Suite("The acquirer with the sandbox's network", .timeLimit(.minutes(30)))
struct SandboxNetworkTests {
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

    @Test func `an amount is authorized, captured in parts and refunded`() async throws {
        let sandbox = try await SandboxNetwork()
        let acquirer = sandbox.bench.acquirer
        let request = try sandbox.authorization(1_075)
        let approval = try await approval(sandbox, request)
        #expect(approval.networkReference.count == 15)
        func followUp(_ kind: OperationKind, _ amount: Int64, _ number: Int64 = 1) throws
            -> FollowUpRequest
        {
            try sandbox.bench.followUp(kind, amount, of: request, approval, number: number)
        }
        func isApproved(_ answer: FollowUpAnswer) -> Bool {
            if case .approved = answer { true } else { false }
        }
        #expect(isApproved(try await acquirer.capture(followUp(.capture, 500))))
        // The same operation once more, as after a restart.
        #expect(isApproved(try await acquirer.capture(followUp(.capture, 500))))
        #expect(isApproved(try await acquirer.capture(followUp(.capture, 575, 2))))
        #expect(!isApproved(try await acquirer.capture(followUp(.capture, 1, 3))))
        #expect(!isApproved(try await acquirer.void(followUp(.void, 1_075))))
        #expect(isApproved(try await acquirer.refund(followUp(.refund, 1_000))))
        #expect(!isApproved(try await acquirer.refund(followUp(.refund, 100, 2))))
        #expect(isApproved(try await acquirer.refund(followUp(.refund, 75, 3))))
        await sandbox.stop()
    }

    @Test func `a voided amount can be spent again`() async throws {
        let sandbox = try await SandboxNetwork()
        let acquirer = sandbox.bench.acquirer
        let request = try sandbox.authorization(SandboxNetwork.limit)
        let approval = try await approval(sandbox, request)
        let second = try sandbox.authorization(1, key: 2)
        #expect(
            try await acquirer.authorize(second)
                == .declined(.insufficientFunds, code: ProcessorCode("51"))
        )
        let void = try sandbox.bench.followUp(.void, SandboxNetwork.limit, of: request, approval)
        guard case .approved = try await acquirer.void(void) else {
            throw Unexpected(answer: "not voided")
        }
        _ = try await self.approval(sandbox, sandbox.authorization(1, key: 3))
        await sandbox.stop()
    }

    /// The network's scenarios by amount: `time-out`, `malformed-answer`.
    @Test(arguments: [900_104, 900_107] as [Int64])
    func `an authorization without an answer is reversed, once`(amount: Int64) async throws {
        let sandbox = try await SandboxNetwork()
        let (request, failure) = try await sandbox.unansweredAuthorization(amount)
        #expect(failure == .outcomeUnknown(.timedOut))
        for isRepetition in [false, true] {
            let reversal = try sandbox.bench.reversal(of: request, isRepetition: isRepetition)
            guard case .reversed = try await sandbox.bench.acquirer.reverse(reversal) else {
                throw Unexpected(answer: "not reversed")
            }
        }
        _ = try await approval(sandbox, sandbox.authorization(SandboxNetwork.limit, key: 2))
        await sandbox.stop()
    }

    @Test func `a connection that the network closes is opened again`() async throws {
        let sandbox = try await SandboxNetwork()
        let request = try sandbox.authorization(900_108)
        let failure = await #expect(throws: ProcessorFailure.self) {
            try await sandbox.bench.acquirer.authorize(request)
        }
        #expect(failure == .outcomeUnknown(.connectionLost))
        sandbox.bench.clock.advance(bySeconds: 2)
        #expect(await sandbox.bench.wait(2) { $0 == .signedOn })
        let reversal = try sandbox.bench.reversal(of: request)
        guard case .reversed = try await sandbox.bench.acquirer.reverse(reversal) else {
            throw Unexpected(answer: "not reversed")
        }
        _ = try await approval(sandbox, sandbox.authorization(SandboxNetwork.limit, key: 2))
        await sandbox.stop()
    }

    @Test func `an answer that comes twice, and a part of an amount`() async throws {
        let sandbox = try await SandboxNetwork()
        _ = try await approval(sandbox, sandbox.authorization(900_106))
        let isRepeated = await sandbox.bench.wait {
            if case .repeatedAnswer = $0 { true } else { false }
        }
        #expect(isRepeated)
        let part = try sandbox.authorization(900_101, key: 2)
        let answer = try await sandbox.bench.acquirer.authorize(part)
        guard case .partiallyApproved(_, let amount, let echo) = answer else {
            throw Unexpected(answer: "\(answer)")
        }
        #expect(amount.minorUnits == 450_050 && echo.minorUnits == 900_101)
        await sandbox.stop()
    }

    static let declines: [(Int64, DeclineReason)] = [
        (900_005, DeclineReason.doNotHonor), (900_012, .transactionInvalid),
        (900_014, .unknownAccount), (900_041, .lostOrStolen), (900_051, .insufficientFunds),
        (900_054, .expiredCard), (900_059, .suspectedFraud), (900_061, .limitExceeded),
        (900_062, .restrictedCard), (900_082, .cryptogramInvalid), (900_091, .issuerUnavailable),
        (900_102, .pinRequired),
    ]

    @Test(arguments: declines)
    func `a decline has its reason`(amount: Int64, reason: DeclineReason) async throws {
        let sandbox = try await SandboxNetwork()
        let request = try sandbox.authorization(amount)
        let answer = try await sandbox.bench.acquirer.authorize(request)
        // 9000.51 is answered with 51; the last one asks for a PIN.
        let code = ProcessorCode(amount == 900_102 ? "1A" : String("\(amount)".suffix(2)))
        #expect(answer == .declined(reason, code: code))
        await sandbox.stop()
    }

    @Test func `100 payments share the connection, each with its own answer`() async throws {
        let sandbox = try await SandboxNetwork()
        // A counter may not go back, so the cryptograms are made in order and sent one after another.
        var approvals: Set<String> = []
        for number in 1...100 as ClosedRange<UInt8> {
            let request = try sandbox.authorization(Int64(number), key: number)
            approvals.insert(try await approval(sandbox, request).networkReference)
        }
        #expect(approvals.count == 100)
        await sandbox.stop()
    }
}

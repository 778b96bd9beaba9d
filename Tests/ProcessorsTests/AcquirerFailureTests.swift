import CardMessages
import Payments
import Sockets
import Testing
import World

@testable import Processors

@Suite("The acquirer without an answer", .timeLimit(.minutes(30)))
struct AcquirerFailureTests {
    @Test func `without a network nothing is sent`() async throws {
        let listener = try TCPListener()
        listener.close()
        let bench = try AcquirerBench(listener.address)
        await bench.acquirer.start()
        #expect(await bench.wait { $0 == .disconnected(.notOpened) })
        let request = try bench.authorization(100)
        async let failure = Self.failure { _ = try await bench.acquirer.authorize(request) }
        let clock = Task {
            while !Task.isCancelled {
                bench.clock.advance(bySeconds: 1)
                await RealTime.pass(.milliseconds(20))
            }
        }
        #expect(await failure == .notSent(.unreachable))
        // It may have been sent before this process.
        let capture = try bench.followUp(.capture, 100, of: request, isRepetition: true)
        let unknown = await Self.failure { _ = try await bench.acquirer.capture(capture) }
        #expect(unknown == .outcomeUnknown(.timedOut))
        clock.cancel()
        await bench.acquirer.stop()
    }

    @Test func `a network that refuses the sign-on is sent nothing`() async throws {
        let network = try ScriptedNetwork(signOnCode: .systemError) { _, _ in [] }
        let bench = try AcquirerBench(network.listener.address)
        await bench.acquirer.start()
        #expect(await bench.wait { $0 == .signOnRefused(.systemError) })
        let clock = Task {
            while !Task.isCancelled {
                bench.clock.advance(bySeconds: 1)
                await RealTime.pass(.milliseconds(20))
            }
        }
        let failure = await Self.failure {
            _ = try await bench.acquirer.authorize(bench.authorization(100))
        }
        clock.cancel()
        #expect(failure == .notSent(.notSignedOn))
        #expect(network.received.read { $0.isEmpty })
        await bench.acquirer.stop()
    }

    @Test func `a task that is cancelled before its request is sent leaves nothing behind`()
        async throws
    {
        // The sign-on has no answer.
        let listener = try TCPListener()
        defer { listener.close() }
        let bench = try AcquirerBench(listener.address)
        await bench.acquirer.start()
        let request = try bench.authorization(100)
        let asking = Task {
            await Self.failure { _ = try await bench.acquirer.authorize(request) }
        }
        asking.cancel()
        #expect(await asking.value == .notSent(.cancelled))
        await bench.acquirer.stop()
    }

    @Test func `a task that is cancelled after its request was sent does not know the outcome`()
        async throws
    {
        let network = try ScriptedNetwork { _, _ in [] }
        let bench = try AcquirerBench(network.listener.address)
        await bench.acquirer.start()
        let request = try bench.authorization(100)
        let asking = Task {
            await Self.failure { _ = try await bench.acquirer.authorize(request) }
        }
        _ = await network.received.wait(within: .seconds(120)) { !$0.isEmpty }
        asking.cancel()
        #expect(await asking.value == .outcomeUnknown(.cancelled))
        await bench.acquirer.stop()
    }

    @Test(arguments: [
        ("01", DeclineReason.doNotHonor), ("05", .doNotHonor), ("12", .transactionInvalid),
        ("13", .amountInvalid), ("14", .unknownAccount), ("25", .originalNotFound),
        ("30", .formatError), ("41", .lostOrStolen), ("43", .lostOrStolen),
        ("51", .insufficientFunds), ("54", .expiredCard), ("55", .pinIncorrect),
        ("57", .notPermitted), ("58", .notPermitted), ("59", .suspectedFraud),
        ("61", .limitExceeded), ("62", .restrictedCard), ("65", .limitExceeded),
        ("70", .pinRequired), ("75", .pinTriesExceeded), ("82", .cryptogramInvalid),
        ("91", .issuerUnavailable), ("94", .duplicate), ("1A", .pinRequired),
        ("ZZ", .doNotHonor),
    ])
    func `a code means a reason`(code: String, reason: DeclineReason) throws {
        #expect(try AnswerReading.declineReason(#require(ResponseCode(code))) == reason)
    }

    /// The tables that processors publish, such as Galileo's and TabaPay's.
    @Test func `a letter says what of an address matches`() {
        let letters: [(String, AddressCheck)] = [
            ("DFMXY", .matches), ("AB", .streetOnly), ("PWZ", .postalCodeOnly), ("N", .differs),
            ("CEGIRSTU0 ", .notCompared),
        ]
        let discover: [(String, AddressCheck)] = [
            ("AX", .matches), ("Y", .streetOnly), ("TZ", .postalCodeOnly), ("N", .differs),
            ("BCDEFGIMPRSUW0 ", .notCompared),
        ]
        for scheme in MessageScheme.allCases {
            for (letters, check) in scheme == .discover ? discover : letters {
                for letter in letters {
                    #expect(AnswerReading.addressCheck(letter, of: scheme) == check)
                }
            }
        }
    }

    @Test(arguments: [
        ("09", ProcessorFailure.UnknownCause.processorInDoubt), ("68", .processorInDoubt),
        ("96", .processorInDoubt),
    ])
    func `a network that does not know yet, or has failed, settles nothing`(
        code: String,
        cause: ProcessorFailure.UnknownCause
    ) throws {
        #expect(throws: ProcessorFailure.outcomeUnknown(cause)) {
            try AnswerReading.declineReason(#require(ResponseCode(code)))
        }
    }

    /// An approval that the request cannot have is not a refusal: something may be held.
    @Test(arguments: ["00", "08", "10", "11", "16", "85"])
    func `an approval that does not belong to the request is no decline`(code: String) throws {
        #expect(throws: ProcessorFailure.outcomeUnknown(.answerUnreadable)) {
            try AnswerReading.declineReason(#require(ResponseCode(code)))
        }
    }

    private static func failure(
        _ body: @Sendable () async throws -> Void
    ) async -> ProcessorFailure? {
        do {
            try await body()
            return nil
        } catch { return error as? ProcessorFailure }
    }
}

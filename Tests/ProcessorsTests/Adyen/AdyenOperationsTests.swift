import HTTPClient
import HTTPMessages
import JSON
import Payments
import PlatformProcessors
import Testing
import World

@Suite("Captures, voids, refunds and reversals through Adyen")
struct AdyenOperationsTests {
    private static let received = AdyenBench.Answer.json(
        201,
        #"{"status":"received","pspReference":"M"}"#
    )

    private static func send(
        _ kind: OperationKind,
        _ processor: any PaymentProcessor,
        isRepetition: Bool = false
    ) async throws -> FollowUpAnswer {
        let request = try AdyenBench.followUp(kind, isRepetition: isRepetition)
        return switch kind {
        case .capture: try await processor.capture(request)
        case .void: try await processor.void(request)
        default: try await processor.refund(request)
        }
    }

    private static let kinds: [(kind: OperationKind, path: String, value: Int64?)] = [
        (.capture, "captures", 500), (.void, "cancels", nil), (.refund, "refunds", 500),
    ]

    @Test(arguments: kinds) func `are only received, under a key and reference of their own`(
        _ example: (kind: OperationKind, path: String, value: Int64?)
    ) async throws {
        let bench = AdyenBench(Self.received)
        #expect(try await Self.send(example.kind, bench.processor()) == .received)
        let request = try #require(bench.requests.first)
        #expect(request.url.hasSuffix("/v72/payments/PSP4567890123456/\(example.path)"))
        let key = try AdyenBench.key(example.kind).text
        #expect(request.fields["Idempotency-Key"]?.text == key)
        let body = try bench.body()
        #expect(body.member("reference")?.string == key)
        #expect(body.member("amount")?.member("value")?.integer == example.value)
    }

    @Test(arguments: kinds) func `are declined where Adyen refuses them, and open where it fails`(
        _ example: (kind: OperationKind, path: String, value: Int64?)
    ) async throws {
        for (code, reason) in [
            ("137", .amountInvalid), ("167", .originalNotFound), ("1", .transactionInvalid),
        ] as [(String, DeclineReason)] {
            let bench = AdyenBench(.json(422, #"{"errorCode":"\#(code)"}"#))
            let answer = try await Self.send(example.kind, bench.processor())
            #expect(answer == .declined(reason, code: ProcessorCode(code)))
        }
        for (answer, failure) in [
            (.json(422, #"{"errorCode":"704"}"#), .outcomeUnknown(.processorInDoubt)),
            (.json(500, "{}"), .outcomeUnknown(.processorInDoubt)),
            (.json(201, "{}"), .outcomeUnknown(.answerUnreadable)),
            (.json(404, "{}"), .notSent(.requestInvalid)),
            (.failure(.mayHaveBeenSent(.timedOut)), .outcomeUnknown(.timedOut)),
        ] as [(AdyenBench.Answer, ProcessorFailure)] {
            await #expect(throws: failure) {
                try await Self.send(example.kind, AdyenBench(answer).processor())
            }
        }
    }

    @Test func `are not repeated after Adyen may have forgotten their key`() async throws {
        let bench = AdyenBench(Self.received, Self.received)
        bench.clock.advance(bySeconds: 30 * 86_400 - 1)
        #expect(try await Self.send(.refund, bench.processor(), isRepetition: true) == .received)
        bench.clock.advance(bySeconds: 1)
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await Self.send(.refund, bench.processor(), isRepetition: true)
        }
        #expect(bench.requests.count == 1)
        #expect(try await Self.send(.refund, bench.processor()) == .received)
    }

    @Test func `an authorization without an answer is cancelled by its reference, each time anew`()
        async throws
    {
        let bench = AdyenBench(Self.received, Self.received, .json(422, "{}"))
        let processor = bench.processor()
        for isRepetition in [false, true] {
            let reversal = try AdyenBench.reversal(nil, isRepetition: isRepetition)
            #expect(try await processor.reverse(reversal) == .received)
        }
        for (number, request) in bench.requests.enumerated() {
            #expect(request.url == "https://checkout-test.adyen.com/v72/cancels")
            #expect(request.fields["Idempotency-Key"] == nil)
            let reference = try bench.body(number).member("paymentReference")?.string
            #expect(reference == (try AdyenBench.key(.authorization).text))
        }
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await processor.reverse(try AdyenBench.reversal(nil))
        }
    }

    @Test func `an authorization with an answer is cancelled once`() async throws {
        let bench = AdyenBench(Self.received, .json(422, #"{"errorCode":"1"}"#))
        let processor = bench.processor()
        let reversal = try AdyenBench.reversal("PSP4567890123456")
        #expect(try await processor.reverse(reversal) == .received)
        let request = try #require(bench.requests.first)
        #expect(request.url.hasSuffix("/v72/payments/PSP4567890123456/cancels"))
        #expect(
            request.fields["Idempotency-Key"]?.text == (try AdyenBench.key(.reversal).text)
        )
        let refused = try await processor.reverse(reversal)
        #expect(refused == .refused(.transactionInvalid, code: ProcessorCode("1")))
    }
}

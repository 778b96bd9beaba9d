import HTTPClient
import HTTPMessages
import JSON
import Payments
import PlatformProcessors
import Testing
import World

/// Reversals of authorizations that were not answered: without card data, and without Checkout.com's identifier.
@Suite("A reversal through Checkout.com")
struct CheckoutReversalTests {
    @Test func `of a request that is not known waits until it can arrive no more`() async throws {
        let bench = PlatformBench(.checkout, [CheckoutBench.list(), CheckoutBench.list()])
        bench.clock.advance(bySeconds: 1_199)
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.reverse(bench.reversal())
        }
        bench.clock.advance(bySeconds: 1)
        #expect(try await bench.processor.reverse(bench.reversal()) == .originalNotFound)
        #expect(bench.platform.lines == [CheckoutBench.listed, CheckoutBench.listed])
    }

    @Test func `waits as long as the account says`() async throws {
        for (text, seconds) in [("5", Int64(5)), ("none", 1_200), ("-1", 0)] {
            let bench = PlatformBench(
                .checkout,
                [CheckoutBench.list()],
                settings: ["arrivalSeconds": text]
            )
            bench.clock.advance(bySeconds: seconds)
            #expect(try await bench.processor.reverse(bench.reversal()) == .originalNotFound)
        }
    }

    @Test func `voids the payment that our key finds`() async throws {
        let bench = PlatformBench(
            .checkout,
            [
                CheckoutBench.list(CheckoutBench.payment()), CheckoutBench.accepted,
                CheckoutBench.actions(CheckoutBench.action("Void", "rev")),
            ]
        )
        let answer = try await bench.processor.reverse(bench.reversal())
        #expect(answer == .reversed(networkReference: "pay_1"))
        #expect(
            bench.platform.lines == [
                CheckoutBench.listed, "POST /payments/pay_1/voids", "GET /payments/pay_1/actions",
            ]
        )
        let asked = bench.platform.asked[1]
        #expect(asked.member("reference")?.string == "\(CheckoutBench.key)-rev")
    }

    @Test func `voids each payment of a request that was made twice, under keys of their own`()
        async throws
    {
        let void = CheckoutBench.actions(CheckoutBench.action("Void", "rev"))
        let bench = PlatformBench(
            .checkout,
            [
                CheckoutBench.list(CheckoutBench.payment(), CheckoutBench.payment(id: "pay_2")),
                CheckoutBench.accepted, void, CheckoutBench.accepted, void,
            ]
        )
        let answer = try await bench.processor.reverse(bench.reversal())
        #expect(answer == .reversed(networkReference: "pay_1"))
        let keys = bench.platform.asked.compactMap { $0.field("Cko-Idempotency-Key") }
        #expect(Set(keys).count == 2)
        #expect(bench.platform.lines.contains("POST /payments/pay_2/voids"))
    }

    @Test func `is received until the void is done`() async throws {
        let bench = PlatformBench(
            .checkout,
            [
                CheckoutBench.list(CheckoutBench.payment()), CheckoutBench.accepted,
                CheckoutBench.actions(CheckoutBench.action("Authorization", "auth")),
                CheckoutBench.list(CheckoutBench.payment("Voided")),
            ]
        )
        #expect(try await bench.processor.reverse(bench.reversal()) == .received)
        let answer = try await bench.processor.reverse(bench.reversal())
        #expect(answer == .reversed(networkReference: "pay_1"))
        #expect(bench.platform.lines.count == 4)
    }

    @Test(arguments: [
        ("Declined", ReversalAnswer?.some(.reversed(networkReference: "pay_1"))),
        ("Expired", .reversed(networkReference: "pay_1")),
        ("Captured", .refused(.transactionInvalid)), ("Pending", nil),
    ])
    func `asks for nothing where nothing is held`(status: String, expected: ReversalAnswer?)
        async throws
    {
        let bench = PlatformBench(.checkout, [CheckoutBench.list(CheckoutBench.payment(status))])
        let answer = try? await bench.processor.reverse(bench.reversal())
        #expect(answer == expected)
        #expect(bench.platform.lines == [CheckoutBench.listed])
    }

    @Test func `is left to people where the void is declined, and tried again where it fails`()
        async throws
    {
        let declined = PlatformBench(
            .checkout,
            [
                CheckoutBench.list(CheckoutBench.payment()), CheckoutBench.accepted,
                CheckoutBench.actions(CheckoutBench.action("Void", "rev", code: "20012")),
            ]
        )
        let answer = try await declined.processor.reverse(declined.reversal())
        #expect(answer == .refused(.transactionInvalid, code: ProcessorCode("20012")))
        for status in [403, 500] {
            let failing = PlatformBench(
                .checkout,
                [
                    CheckoutBench.list(CheckoutBench.payment()), .status(status, ""),
                ]
            )
            await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
                try await failing.processor.reverse(failing.reversal())
            }
        }
    }
}

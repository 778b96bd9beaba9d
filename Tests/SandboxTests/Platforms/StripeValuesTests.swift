import Money
import Testing
import World

@testable import Platforms

@Suite("Values in Stripe's form")
struct StripeValuesTests {
    /// Made by Stripe's SDK for Python.
    @Test func `webhooks have the signature of Stripe's SDK`() {
        let signature = StripeSignature(
            of: Array(#"{"id":"evt_1"}"#.utf8),
            at: UnixTime(seconds: 1_700_000_000),
            secret: "whsec_test"
        )
        #expect(
            signature.text
                == "t=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925"
        )
    }

    private static let declines: [(answer: String?, code: String, declineCode: String)] = [
        ("51", "card_declined", "insufficient_funds"), ("05", "card_declined", "do_not_honor"),
        ("54", "expired_card", "expired_card"), ("14", "incorrect_number", "incorrect_number"),
        ("82", "card_declined", "generic_decline"), ("91", "card_declined", "issuer_not_available"),
        ("96", "processing_error", "processing_error"),
        (nil, "processing_error", "processing_error"),
    ]

    @Test(arguments: declines) func `answers of the network have Stripe's words`(
        _ decline: (answer: String?, code: String, declineCode: String)
    ) {
        let words = StripeDeclineCode(decline.answer)
        #expect(words.code == decline.code && words.declineCode == decline.declineCode)
    }
}

@Suite("Payments at a platform")
struct PlatformPaymentTests {
    private func payment(_ state: PlatformPayment.State) -> PlatformPayment {
        PlatformPayment(
            "pi_1",
            of: .stripe,
            state,
            Money(minorUnits: 1_075, currency: .usd),
            at: UnixTime(seconds: 0),
            [:]
        )
    }

    @Test func `end, and never go back from there`() {
        for end in [PlatformPayment.State.captured, .canceled] {
            for next in PlatformPayment.State.allCases {
                var payment = payment(end)
                #expect(!payment.go(to: next) && payment.state == end)
            }
        }
    }

    @Test func `reach every state from the first one, and lose their end with the authorization`() {
        var reached: Set<PlatformPayment.State> = [.created]
        for _ in PlatformPayment.State.allCases {
            reached.formUnion(reached.flatMap(\.next))
        }
        #expect(reached == Set(PlatformPayment.State.allCases))
        var held = payment(.authorized)
        held.expiresAt = UnixTime(seconds: 604_800)
        #expect(held.go(to: .captured) && held.expiresAt == nil)
        var other = payment(.created)
        #expect(!other.go(to: .captured) && other.state == .created)
    }
}

@Suite("Faults of platforms")
struct PlatformFaultsTests {
    @Test func `are used in their order, each as often as was asked for`() {
        let faults = PlatformFaults()
        #expect(faults.add(.init(.slow, of: .stripe, count: 2, delay: 0)))
        #expect(faults.add(.init(.webhookSilence, of: .stripe)))
        #expect(faults.add(.init(.serverError, of: .stripe)))
        let used = (0..<4).map { _ in faults.takeRequestFault(of: .stripe)?.kind }
        #expect(used == [.slow, .slow, .serverError, nil])
        #expect(faults.all.map(\.kind) == [.webhookSilence])
        #expect(faults.takeWebhookFault(of: .stripe)?.delaySeconds == 86_400)
        #expect(faults.takeWebhookFault(of: .stripe) == nil)
        for _ in 0..<1_000 { #expect(faults.add(.init(.slow, of: .stripe))) }
        #expect(!faults.add(.init(.slow, of: .stripe)))
        faults.removeAll()
        #expect(faults.all.isEmpty)
    }
}

import Bytes
import Cryptography
import Money
import Payments
import PlatformProcessors
import Testing
import World

/// The messages of Checkout.com.
///
/// - Source: the signature of `{"id":"evt_1"}` was made with Checkout.com's documentation in another program.
@Suite("A webhook of Checkout.com's")
struct CheckoutWebhookTests {
    private static let golden = "106392f7ee1ad97a2dc6923dd0af9f55080dc5dbd59f4bb776d9584961b77083"

    private func notices(
        _ body: String,
        _ signature: String?,
        secrets: [String] = ["cko-secret"]
    ) throws(WebhookRefusal) -> [ProcessorNotice] {
        let account = PlatformAccount(
            origin: "https://quince.api.checkout.test",
            secretKey: Secret(copying: []),
            form: .passThrough,
            webhookSecrets: secrets.map { Secret(copying: Array($0.utf8)) }
        )
        let clock = SimulatedClock(startingAt: UnixTime(seconds: 0))
        return try PaymentPlatform.checkout.webhook(account, clock: clock)
            .notices(Array(body.utf8), signature: signature)
    }

    private func signed(_ body: String) throws(WebhookRefusal) -> [ProcessorNotice] {
        let code = HMACSHA256(key: Secret(copying: Array("cko-secret".utf8)))
            .code(for: Array(body.utf8))
        let text = code.withBytes { Hexadecimal.encode([UInt8](copying: $0)) }
        return try notices(body, text)
    }

    @Test func `is believed by its signature`() {
        // It is signed, but it is no event.
        #expect(throws: WebhookRefusal.eventUnreadable) {
            try notices(#"{"id":"evt_1"}"#, Self.golden)
        }
        #expect(throws: WebhookRefusal.eventUnreadable) {
            try notices(#"{"id":"evt_1"}"#, Self.golden, secrets: ["new", "cko-secret"])
        }
        #expect(throws: WebhookRefusal.signatureWrong) {
            try notices(#"{"id":"evt_2"}"#, Self.golden)
        }
        #expect(throws: WebhookRefusal.signatureWrong) {
            try notices(#"{"id":"evt_1"}"#, Self.golden, secrets: ["another"])
        }
        #expect(throws: WebhookRefusal.signatureWrong) {
            try notices(#"{"id":"evt_1"}"#, String(Self.golden.dropLast(2)))
        }
        for missing in [nil, "", "not hexadecimal"] {
            #expect(throws: WebhookRefusal.signatureMissing) {
                try notices(#"{"id":"evt_1"}"#, missing)
            }
        }
    }

    private static func usd(_ units: Int64) -> Money { Money(minorUnits: units, currency: .usd) }

    @Test(arguments: [
        ("payment_approved", ProcessorNotice.News?.some(.decided)), ("payment_declined", .decided),
        ("payment_captured", .captured(usd(1_000))), ("payment_refunded", .refunded(usd(75))),
        ("payment_voided", .released), ("payment_expired", .released),
        ("payment_refund_declined", .other), ("payment_pending", nil), ("card_verified", nil),
    ])
    func `says what became of a payment`(type: String, news: ProcessorNotice.News?) throws {
        let found = try signed(
            """
            {"id":"evt_1","type":"\(type)","data":{"id":"pay_1","action_id":"act_1",
            "reference":"key","amount":75,"currency":"USD",
            "balances":{"total_captured":1000,"total_refunded":75}}}
            """
        )
        let expected = news.map {
            ProcessorNotice(processor: .checkout, key: "key", reference: "pay_1", news: $0)
        }
        #expect(found == [expected].compactMap(\.self))
    }

    @Test(arguments: [
        ("dispute_received", DisputeState.open), ("dispute_evidence_required", .open),
        ("dispute_won", .won), ("dispute_lost", .lost), ("dispute_expired", .lost),
    ])
    func `says what became of a dispute`(type: String, state: DisputeState) throws {
        let found = try signed(
            """
            {"id":"evt_1","type":"\(type)","data":{"id":"dsp_1","payment_id":"pay_1",
            "payment_action_id":"act_1","reference":"key","amount":1000,"currency":"USD"}}
            """
        )
        let dispute = ProcessorStatement.Dispute(
            reference: "dsp_1",
            action: "act_1",
            amount: Self.usd(1_000),
            state: state
        )
        #expect(
            found == [
                ProcessorNotice(
                    processor: .checkout,
                    key: nil,
                    reference: "pay_1",
                    news: .says(ProcessorStatement(disputes: [dispute]))
                )
            ]
        )
    }
}

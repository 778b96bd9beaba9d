import Bytes
import HTTPMessages
import Payments
import PlatformProcessors
import Testing
import World

/// Stripe's messages. The signature of `{"id":"evt_1"}` was made by Stripe's own library, stripe 16.1.0.
@Suite("Webhooks of Stripe")
struct StripeWebhookTests {
    private static let signedAt: Int64 = 1_700_000_000
    private static let signature =
        "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925"
    private static let body = Array(#"{"id":"evt_1"}"#.utf8)

    private func refusal(
        _ field: String?,
        secrets: [String] = ["whsec_test"],
        later seconds: Int64 = 0,
        _ body: [UInt8] = body
    ) -> WebhookRefusal? {
        let webhook = PaymentPlatform.stripe.webhook(
            PlatformAccount(
                origin: "https://stripe.test",
                secretKey: Secret(copying: [1]),
                form: .networkToken,
                webhookSecrets: secrets.map { Secret(copying: Array($0.utf8)) }
            ),
            clock: SimulatedClock(startingAt: UnixTime(seconds: Self.signedAt + seconds))
        )
        do throws(WebhookRefusal) {
            _ = try webhook.notices(body, signature: field)
            return nil
        } catch { return error }
    }

    /// The event is signed, and is no event: the signature was taken.
    @Test func `are believed by the signature that Stripe's library makes`() {
        #expect(refusal("t=1700000000,v1=\(Self.signature)") == .eventUnreadable)
    }

    @Test func `are believed while one secret replaces another`() {
        let field = "t=1700000000,v1=\(String(repeating: "0", count: 64)),v1=\(Self.signature)"
        #expect(refusal(field, secrets: ["whsec_new", "whsec_test"]) == .eventUnreadable)
        #expect(refusal(field, secrets: ["whsec_new"]) == .signatureWrong)
        #expect(refusal(field, secrets: []) == .signatureWrong)
    }

    @Test func `are fresh for five minutes`() {
        let field = "t=1700000000,v1=\(Self.signature)"
        for seconds in [-300, 300] as [Int64] {
            #expect(refusal(field, later: seconds) == .eventUnreadable)
        }
        for seconds in [-301, 301] as [Int64] {
            #expect(refusal(field, later: seconds) == .notFresh)
        }
    }

    @Test(arguments: [
        nil, "", "t=1700000000", "v1=00", "t=now,v1=00", "t=1700000000,v1=0g", "v0=00,t=1700000000",
    ])
    func `are refused without a signature`(field: String?) {
        #expect(refusal(field) == .signatureMissing)
    }

    @Test func `are refused when one byte is another`() {
        let field = "t=1700000000,v1=\(Self.signature)"
        #expect(refusal(field, Array(#"{"id":"evt_2"}"#.utf8)) == .signatureWrong)
        #expect(refusal("t=1700000001,v1=\(Self.signature)") == .signatureWrong)
    }
}

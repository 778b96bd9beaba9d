internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments

/// Reads the messages that Checkout.com sends of its own accord.
///
/// They have no time of their signature, so there is no window for replays: a message that comes again says
/// nothing new, because what became of its payment is read.
///
/// - Source: Checkout.com, *Receive webhooks*, "Webhook signatures", and *Webhook event types*.
struct CheckoutWebhook: PlatformWebhook {
    /// The header field with the signature.
    static let signatureField: HTTPFieldName = "Cko-Signature"

    private let keys: [HMACSHA256]

    /// A reader of messages that one of the workflow's signature keys signs.
    init(secrets: [Secret]) { keys = secrets.map { HMACSHA256(key: $0) } }

    func notices(
        _ body: [UInt8],
        signature: String?
    ) throws(WebhookRefusal) -> [ProcessorNotice] {
        guard let code = try? Hexadecimal.decode(signature ?? ""), !code.isEmpty else {
            throw .signatureMissing
        }
        let shown = Secret(copying: code)
        guard keys.contains(where: { $0.code(for: body) == shown }) else { throw .signatureWrong }
        guard let event = try? JSONDocument(body).root, let type = event.member("type")?.string,
            let data = event.member("data"), data.isObject
        else { throw .eventUnreadable }
        let isDispute = type.hasPrefix("dispute_")
        guard let news = isDispute ? Self.dispute(type, data) : Self.news(type, data),
            let payment = data.member(isDispute ? "payment_id" : "id")?.string
        else { return [] }
        return [
            ProcessorNotice(
                processor: .checkout,
                key: isDispute ? nil : data.member("reference")?.string,
                reference: payment,
                news: news
            )
        ]
    }

    /// The news in an event; nil for one that says nothing about the records.
    private static func news(_ type: String, _ data: JSONValue) -> ProcessorNotice.News? {
        let balances = data.member("balances")
        return switch type {
        case "payment_approved", "payment_declined": .decided
        case "payment_voided", "payment_expired", "payment_canceled": .released
        case "payment_captured":
            data.checkoutAmount(balances?.member("total_captured")).map { .captured($0) } ?? .other
        case "payment_refunded":
            data.checkoutAmount(balances?.member("total_refunded")).map { .refunded($0) } ?? .other
        case "payment_capture_declined", "payment_void_declined", "payment_refund_declined": .other
        default: nil
        }
    }

    private static func dispute(_ type: String, _ data: JSONValue) -> ProcessorNotice.News? {
        let state: DisputeState? =
            switch type {
            case "dispute_received", "dispute_evidence_required", "dispute_evidence_submitted",
                "dispute_arbitration_sent_to_scheme":
                .open
            case "dispute_won", "dispute_canceled", "dispute_resolved", "dispute_arbitration_won":
                .won
            case "dispute_lost", "dispute_accepted", "dispute_expired", "dispute_arbitration_lost":
                .lost
            default: nil
            }
        guard let state, let reference = data.member("id")?.string,
            let amount = data.checkoutAmount(data.member("amount"))
        else { return nil }
        return .says(
            ProcessorStatement(
                disputes: [
                    .init(
                        reference: reference,
                        action: data.member("payment_action_id")?.string,
                        amount: amount,
                        state: state
                    )
                ]
            )
        )
    }
}

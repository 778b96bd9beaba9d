internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments
internal import World

/// Reads the messages that Stripe sends of its own accord.
///
/// - Source: Stripe, *Webhooks*, "Verify webhook signatures manually", and *Types of events*.
struct StripeWebhook: PlatformWebhook {
    /// The header field with the signature.
    static let signatureField: HTTPFieldName = "Stripe-Signature"
    /// The greatest difference between a message's time and now, as Stripe's libraries have it. Units: seconds.
    static let tolerance: Int64 = 300

    private let keys: [HMACSHA256]
    private let clock: any WallClock

    /// A reader of messages that one of the endpoint's secrets signs, such as `whsec_…`.
    init(secrets: [Secret], clock: any WallClock) {
        keys = secrets.map { HMACSHA256(key: $0) }
        self.clock = clock
    }

    func notices(
        _ body: [UInt8],
        signature: String?
    ) throws(WebhookRefusal) -> [ProcessorNotice] {
        try verify(body, signature)
        guard let event = try? JSONDocument(body).root, let type = event.member("type")?.string,
            let object = event.member("data")?.member("object"), object.isObject
        else { throw .eventUnreadable }
        guard let news = Self.news(type, object) else { return [] }
        let isIntent = object.member("object")?.string == "payment_intent"
        guard let payment = object.member(isIntent ? "id" : "payment_intent")?.string else {
            return []
        }
        return [
            ProcessorNotice(
                processor: .stripe,
                key: object.member("metadata")?.member(StripeMetadata.key)?.string,
                reference: payment,
                news: news
            )
        ]
    }

    /// The news of an event; nil for one that says nothing about the records.
    private static func news(_ type: String, _ object: JSONValue) -> ProcessorNotice.News? {
        switch type {
        case "payment_intent.amount_capturable_updated", "payment_intent.payment_failed": .decided
        case "payment_intent.canceled": .released
        case "payment_intent.succeeded":
            object.stripeAmount("amount_received").map { .captured($0) } ?? .other
        case "charge.refunded":
            object.stripeAmount("amount_refunded").map { .refunded($0) } ?? .other
        case "refund.failed", "charge.dispute.created", "charge.dispute.closed": .other
        default: nil
        }
    }

    private func verify(_ body: [UInt8], _ signature: String?) throws(WebhookRefusal) {
        var (time, codes): (String?, [[UInt8]]) = (nil, [])
        for part in (signature ?? "").split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { throw .signatureMissing }
            switch pair[0] {
            case "t": time = String(pair[1])
            case "v1":
                guard let code = try? Hexadecimal.decode(String(pair[1])) else {
                    throw .signatureMissing
                }
                codes.append(code)
            default: break
            }
        }
        guard let time, let seconds = Int64(time), !codes.isEmpty else { throw .signatureMissing }
        let content = Array("\(time).".utf8) + body
        let isSigned = keys.contains { key in
            let own = key.code(for: content)
            return codes.contains { Secret(copying: $0) == own }
        }
        guard isSigned else { throw .signatureWrong }
        let now = clock.now.seconds
        guard (now - Self.tolerance...now + Self.tolerance).contains(seconds) else {
            throw .notFresh
        }
    }
}

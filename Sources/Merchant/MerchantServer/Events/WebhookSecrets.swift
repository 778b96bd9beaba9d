internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import Payments
internal import World

/// The secrets of webhooks, which are derived from a key in a file: the database has none of them.
struct WebhookSecrets: Sendable {
    private let key: Secret

    init(key: Secret) { self.key = key }

    /// A secret of a webhook as its receiver keeps it.
    ///
    /// - Source: Standard Webhooks, "Symmetric": `whsec_` and Base64 of 24 to 64 bytes.
    func text(of webhook: String, number: Int64) -> String {
        "whsec_"
            + secret(of: webhook, number: number).withBytes { Base64.encode([UInt8](copying: $0)) }
    }

    private func secret(of webhook: String, number: Int64) -> Secret {
        HMACSHA256(key: key).code(for: Array("webhook secret \(number) of \(webhook)".utf8))
    }

    /// The fields of a message, signed with each secret that is valid.
    ///
    /// - Source: Standard Webhooks, "Webhook metadata" and "Verifying signatures".
    func fields(
        of webhook: Webhook,
        _ identifier: String,
        _ body: [UInt8],
        at now: UnixTime
    ) -> HTTPFields {
        let signed = Array("\(identifier).\(now.seconds).".utf8) + body
        let signatures = webhook.secretNumbers(at: now).map { number in
            let secret = secret(of: webhook.identifier, number: number)
            let code = HMACSHA256(key: secret).code(for: signed)
            return "v1," + code.withBytes { Base64.encode([UInt8](copying: $0)) }
        }
        var fields: HTTPFields = [.contentType: .json]
        fields["webhook-id"] = HTTPFieldValue(identifier)
        fields["webhook-timestamp"] = HTTPFieldValue("\(now.seconds)")
        fields["webhook-signature"] = HTTPFieldValue(signatures.joined(separator: " "))
        return fields
    }
}

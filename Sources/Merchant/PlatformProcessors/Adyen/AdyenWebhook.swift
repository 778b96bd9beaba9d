internal import Bytes
internal import Cryptography
internal import JSON
internal import Money
internal import Payments
internal import World

/// Reads the messages that Adyen sends of its own accord.
///
/// Each item of a message has its own signature, over eight of its members. The time is none of them, so that there
/// is no window for repetitions; what an item says changes the records once only. Adyen takes any 2xx answer.
///
/// - Source: Adyen, *Verify HMAC signatures*, *Webhooks API v1*.
struct AdyenWebhook: PlatformWebhook {
    private let keys: [HMACSHA256]
    private let merchantAccount: String?

    /// A reader of messages that one of the account's keys signs: each is hexadecimal.
    init(_ account: PlatformAccount) {
        keys = account.webhookSecrets.compactMap { Self.key($0).map { HMACSHA256(key: $0) } }
        merchantAccount = account.settings[AdyenAccount.merchantAccount]
    }

    /// The key in a line of the configuration's file; nil where it is none.
    static func key(_ text: Secret) -> Secret? {
        let key = text.withBytes { try? Hexadecimal.decodeSecret($0) }
        return key?.count == 32 ? key : nil
    }

    func notices(
        _ body: [UInt8],
        signature _: String?
    ) throws(WebhookRefusal) -> [ProcessorNotice] {
        guard let message = try? JSONDocument(body).root,
            let items = message.member("notificationItems")?.elements, !items.isEmpty
        else { throw .signatureMissing }
        var notices: [ProcessorNotice] = []
        for wrapper in items {
            guard let json = wrapper.member("NotificationRequestItem"),
                let signature = json.member("additionalData")?.member("hmacSignature")?.string,
                let code = try? Base64.decode(signature)
            else { throw .signatureMissing }
            let content = Array(Self.signedText(json).utf8)
            guard keys.contains(where: { Secret(copying: code) == $0.code(for: content) }) else {
                throw .signatureWrong
            }
            guard let item = AdyenNotificationItem(json) else { throw .eventUnreadable }
            guard item.merchantAccount == merchantAccount, let statement = item.statement else {
                continue
            }
            notices.append(
                ProcessorNotice(
                    processor: .adyen,
                    key: item.merchantReference,
                    reference: item.payment,
                    news: .says(statement)
                )
            )
        }
        return notices
    }

    /// The members that are signed, in their order; one that is missing is empty.
    static func signedText(_ item: JSONValue) -> String {
        let amount = item.member("amount")
        return [
            item.member("pspReference")?.string, item.member("originalReference")?.string,
            item.member("merchantAccountCode")?.string, item.member("merchantReference")?.string,
            amount?.member("value")?.numberText, amount?.member("currency")?.string,
            item.member("eventCode")?.string, item.member("success")?.string,
        ]
        .map { $0 ?? "" }.joined(separator: ":")
    }
}

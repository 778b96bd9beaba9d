internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import Money
internal import Payments
internal import XML

/// Reads the messages that Braintree sends of its own accord: a form of a signature and of XML in Base64.
///
/// The time in them is that of the event, which may be hours old when a message is repeated. So there is no window
/// for replays: a message that comes again says nothing new, because what became of its payment is read.
///
/// - Source: Braintree, *Webhooks*, "Parse"; the signature is verified as its SDK for Python 4.48.0 does.
struct BraintreeWebhook: PlatformWebhook {
    private let keys: [[UInt8]]

    /// A reader of messages that a private key signs.
    init(secrets: [Secret]) {
        keys = secrets.map { $0.withBytes { SHA1.digest([UInt8](copying: $0)) } }
    }

    func notices(
        _ body: [UInt8],
        signature _: String?
    ) throws(WebhookRefusal) -> [ProcessorNotice] {
        let form = (try? HTTPRequestTarget.formItems(of: body)) ?? []
        guard let payload = form.first(where: { $0.name == "bt_payload" })?.value,
            let signature = form.first(where: { $0.name == "bt_signature" })?.value
        else { throw .signatureMissing }
        // There is a signature by each key pair of the account, after its public key.
        let shown = signature.split(separator: "&").compactMap { pair in
            (try? Hexadecimal.decode(String(pair.drop { $0 != "|" }.dropFirst())))
                .map { Secret(copying: $0) }
        }
        let isSigned = keys.contains { key in
            let code = SHA1.authenticationCode(of: Array(payload.utf8), key: key)
            return shown.contains(Secret(copying: code))
        }
        guard isSigned else { throw .signatureWrong }
        guard let document = try? Base64.decode(payload.filter { $0 != "\n" }),
            let message = try? XMLElement(document), message.name == "notification",
            let subject = message["subject"]
        else { throw .eventUnreadable }
        return Self.notice(subject).map { [$0] } ?? []
    }

    /// The notice in a message; nil for one that says nothing about the records.
    private static func notice(_ subject: XMLElement) -> ProcessorNotice? {
        let dispute = subject["dispute"]
        guard let transaction = dispute?["transaction"] ?? subject["transaction"],
            let id = transaction["id"]?.text
        else { return nil }
        let news = dispute.map(Self.dispute) ?? .other
        return news.map { news in
            ProcessorNotice(
                processor: .braintree,
                key: transaction["order-id"]?.value,
                reference: transaction["refunded-transaction-id"]?.value ?? id,
                news: news
            )
        }
    }

    /// - Source: Braintree, *Dispute* and *Disputes: Statuses*.
    private static func dispute(_ dispute: XMLElement) -> ProcessorNotice.News? {
        let state: DisputeState? =
            switch dispute["status"]?.text {
            case "open", "disputed", "under_review": .open
            case "won": .won
            case "lost", "accepted", "auto_accepted", "expired": .lost
            default: nil
            }
        guard let state, let reference = dispute["id"]?.text,
            let currency = dispute["currency-iso-code"].flatMap({ Currency(code: $0.text) }),
            let amount = (dispute["amount-disputed"] ?? dispute["amount"])?.money(currency)
        else { return nil }
        let statement = ProcessorStatement(
            disputes: [.init(reference: reference, amount: amount, state: state)]
        )
        return .says(statement)
    }
}

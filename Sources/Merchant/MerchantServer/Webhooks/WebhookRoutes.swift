internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import PlatformProcessors
internal import World

/// The messages that platforms send of their own accord.
///
/// A message is believed by its signature alone, so its sender needs no API key.
enum WebhookRoutes {
    static func operations(
        _ platforms: PlatformMaterials,
        _ payments: PaymentService
    ) -> [APIOperation] {
        platforms.accounts.filter { !$0.account.webhookSecrets.isEmpty }.map { platform, account in
            let webhook = platform.webhook(account, clock: payments.world.clock)
            return APIOperation(
                .post,
                platform.webhookPath,
                "Takes a message of the platform's, and records what it says, or reads that soon after.",
                parameters: platform.signatureField.map {
                    [.header($0, .anyText, "The message's signature, as the platform makes it.")]
                } ?? [],
                body: platform == .braintree
                    ? .form("`bt_signature` and `bt_payload`, as the platform sends them.")
                    : .described("An event, as the platform sends it."),
                answer: .object([
                    .required(
                        "taken",
                        .list(.choice(DeskRecords.TakenNotice.allCases.map(\.rawValue)))
                    )
                ]),
                problems: [.serviceUnavailable],
                access: .everyone
            ) { request in
                let signature = platform.signatureField.flatMap { request.http.head.fields[$0] }
                let notices: [ProcessorNotice]
                do throws(WebhookRefusal) {
                    notices = try webhook.notices(request.http.body, signature: signature?.text)
                } catch { throw MerchantProblemCode.webhookRefused.problem("\(error)") }
                return try await payments.take(notices)
            }
        }
    }
}

extension PaymentPlatform {
    /// Where its messages are taken.
    fileprivate var webhookPath: StaticString {
        switch self {
        case .stripe: "/webhooks/stripe"
        case .checkout: "/webhooks/checkout"
        case .adyen: "/webhooks/adyen"
        case .braintree: "/webhooks/braintree"
        }
    }
}

extension PaymentService {
    /// Answers a platform's message: at once, and before what became of the payment is read.
    fileprivate func take(
        _ notices: [ProcessorNotice]
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        var taken: [DeskRecords.TakenNotice] = []
        for notice in notices {
            do throws(RecordFailure) { taken.append(try await records.take(notice)) } catch {
                throw MerchantProblemCode.problem(error)
            }
            if taken.last == .contradicts { await tellContradiction(of: notice) }
        }
        // What is not read now is read in the next round of settling.
        if taken.contains(.noted), let name = notices.first?.processor,
            let processor = desk.processors[name]
        {
            Task { await readStatements(from: processor) }
        }
        return .json(.object(["taken": .array(taken.map { .string($0.rawValue) })]))
    }

    /// Logs that people must look at a payment.
    private func tellContradiction(of notice: ProcessorNotice) async {
        guard let payment = try? await records.payment(about: notice) else { return }
        log(
            LogLine(
                "payments.contradicted",
                at: world.clock.now,
                ["payment": .payment(payment), "cause": .name("webhook")]
            ).text
        )
    }
}

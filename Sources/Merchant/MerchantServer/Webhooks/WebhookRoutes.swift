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
        _ configuration: ServerConfiguration,
        _ platforms: PlatformMaterials,
        _ payments: PaymentService
    ) -> [APIOperation] {
        guard let secrets = platforms.stripe?.webhookSecrets, !secrets.isEmpty else { return [] }
        let webhook = StripeWebhook(secrets: secrets, clock: payments.world.clock)
        return [
            APIOperation(
                .post,
                "/webhooks/stripe",
                "Takes an event of Stripe's, and reads what became of its payment soon after.",
                parameters: [
                    .header(
                        StripeWebhook.signatureField,
                        .anyText,
                        isRequired: false,
                        "The event's signature, as Stripe makes it."
                    )
                ],
                body: .described("An event of Stripe's."),
                answer: .object([
                    .required("taken", .choice(DeskRecords.TakenNotice.allCases.map(\.rawValue)))
                ]),
                problems: [.serviceUnavailable],
                access: .everyone
            ) { request in
                let signature = request.http.head.fields[StripeWebhook.signatureField]
                let notice: ProcessorNotice?
                do throws(WebhookRefusal) {
                    notice = try webhook.notice(request.http.body, signature: signature?.text)
                } catch { throw MerchantProblemCode.webhookRefused.problem("\(error)") }
                return try await payments.take(notice)
            }
        ]
    }
}

extension PaymentService {
    /// Answers a platform's message: at once, and before what became of the payment is read.
    fileprivate func take(
        _ notice: ProcessorNotice?
    ) async throws(HTTPProblem) -> HTTPServerResponse {
        var taken = DeskRecords.TakenNotice.known
        if let notice {
            do throws(RecordFailure) { taken = try await records.take(notice) } catch {
                throw MerchantProblemCode.problem(error)
            }
        }
        // What is not read now is read in the next round of settling.
        if taken == .noted { Task { await readStatements() } }
        return .json(.object(["taken": .string(taken.rawValue)]))
    }

    /// Reads what became of the payments that platforms sent messages about.
    func readStatements() async {
        do throws(RecordFailure) {
            let report = try await records.readStatements(from: desk.processors)
            for (attempt, contradictions) in report.contradictions {
                for contradiction in contradictions {
                    log(
                        LogLine(
                            "payments.contradicted",
                            at: world.clock.now,
                            [
                                "payment": .payment(attempt),
                                "cause": .code(contradiction.rawValue),
                            ]
                        ).text
                    )
                }
            }
        } catch {
            log(
                LogLine(
                    "payments.statementsUnread",
                    at: world.clock.now,
                    ["cause": .failure(error)]
                ).text
            )
        }
    }
}

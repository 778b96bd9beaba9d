import ApplePaySession
internal import AppleServers
internal import Certificates
internal import Cryptography
internal import HTTPClient
internal import HTTPMessages
public import HTTPServer
internal import JSON
internal import Money
internal import PaymentRequest
public import PaymentSheet
internal import PaymentToken
internal import Platforms
internal import TestSandbox
public import Wallet

/// Payments on the devices: `/wallet/payments`.
enum WalletPaymentRoutes {
    static func operations(
        _ payments: WalletPayments,
        _ gateway: SessionGateway,
        _ platforms: PlatformService?,
        client: HTTPClient
    ) -> [APIOperation] {
        [
            APIOperation(
                .post,
                "/wallet/payments",
                """
                Shows a payment sheet for a page's request to a shopper who takes the given steps, and
                answers with the payment token.
                """,
                body: order,
                answer: result,
                problems: [.notFound, .unprocessableContent]
            ) { request in
                var order = try order(request.body, gateway, client)
                if let name = request.body.text("platform") {
                    order.recipient = try await PlatformRoutes.recipient(
                        of: order.request.merchantIdentifier,
                        at: name,
                        platforms
                    )
                }
                return .json(json(of: try await payments.pay(order)))
            }
        ]
    }

    private static let order = APISchema.object([
        .required("merchantIdentifier", .text(example: "merchant.com.example")),
        .required("request", .described("An ApplePayPaymentRequest of Apple Pay JS.")),
        .optional("device", .text(example: Devices.first)),
        .optional("shopper", ShopperSteps.schema, "The steps; to authorize, unless given."),
        .optional(
            "updates",
            PageAnswers.schema,
            """
            What the page answers: by event, or the URL to which each event is posted. An event without
            an answer leaves the sheet as it is; a payment without one has succeeded.
            """
        ),
        .optional(
            "contacts",
            .list(ShopperSteps.contact),
            "What the device knows; John Appleseed."
        ),
        .optional(
            "merchantSession",
            .described("The session that the gateway gave; it is used up."),
            "Checked as a device does; nothing is checked without one."
        ), .optional("domain", .text(example: "shop.example"), "The domain of the session's page."),
        .optional(
            "certificate",
            .text(example: "-----BEGIN CERTIFICATE-----"),
            "Seals to this certificate, in PEM, in place of the merchant's registered one."
        ),
        .optional(
            "platform",
            .choice(Platform.allCases.map(\.rawValue)),
            "Seals to the certificate of this payment platform for the merchant, with --platforms."
        ),
    ])

    private static let result = APISchema.object([
        .required("outcome", .choice(["paid", "notPaid", "unresolved"])),
        .optional(
            "reason",
            .choice([
                "cancelled", "failed", "answerOverdue", "invalidUpdate", "merchantSessionRefused",
                "noToken",
            ])
        ),
        .optional("detail", .anyText, "Why the session was refused, or no token was made."),
        .required(
            "total",
            .object([
                .required("amount", .text(example: "10.75")),
                .required("currencyCode", .text(example: "USD")),
            ])
        ),
        .optional("payment", .described("An ApplePayPayment: token and contacts.")),
        .required("events", .list(.described("An event of ApplePaySession, without the token."))),
        .required("mistakes", .list(.text(example: "the answer came too late"))),
        .required("advice", .list(.text(example: "the total has no label"))),
    ])

    private static func order(
        _ body: RequestObject,
        _ gateway: SessionGateway,
        _ client: HTTPClient
    ) throws(HTTPProblem) -> OrderedPayment {
        let merchant = try body.required("merchantIdentifier")
        guard let json = body.member("request") else { throw HTTPProblem(.badRequest) }
        let request: PaymentRequest
        do throws(PageTypeError) {
            request = try PageRequest.read(json, merchantIdentifier: merchant)
        } catch {
            throw .refused(.unprocessableContent, "requestInvalid", "the request's \(error)")
        }
        var contacts: [Contact] = []
        for (index, json) in (body.member("contacts")?.elements ?? []).enumerated() {
            do throws(PageTypeError) {
                contacts.append(try Contact(page: json, at: "contacts[\(index)]"))
            } catch { throw .refused(.unprocessableContent, "contactInvalid", "\(error)") }
        }
        return OrderedPayment(
            device: body.text("device") ?? Devices.first,
            request: request,
            statedRequest: JSONOutput(json),
            steps: try body.member("shopper").map(ShopperSteps.read) ?? [.authorize],
            answers: PageAnswers(body.member("updates"), client: client),
            contacts: body.member("contacts") == nil ? [.johnAppleseed] : contacts,
            recipient: try body.text("certificate").map { (text) throws(HTTPProblem) in
                try recipient(text, merchant)
            },
            domain: body.text("domain") ?? "",
            session: try session(body, gateway, of: merchant)
        )
    }

    /// Uses the merchant session that the caller gives, as a device does when its page has validated the
    /// merchant. Without one, nothing is checked.
    private static func session(
        _ body: RequestObject,
        _ gateway: SessionGateway,
        of merchant: String
    ) throws(HTTPProblem) -> @Sendable () async -> SessionCheck {
        guard let session = body.member("merchantSession") else { return { .notAsked } }
        guard let domain = body.text("domain") else {
            throw .refused(
                .badRequest,
                "memberMissing",
                "\"domain\", the page's, is missing; a merchant session is used on a page"
            )
        }
        return {
            do throws(SessionRefusal) {
                _ = try await gateway.redeem(session, onPageAt: domain, for: merchant)
                return .accepted
            } catch { return .refused("\(error)") }
        }
    }

    /// The owner of a certificate that the caller gives. It needs nothing of Apple's: a certificate that
    /// `openssl req -x509` makes will do.
    private static func recipient(
        _ text: String,
        _ merchantIdentifier: String
    ) throws(HTTPProblem) -> PaymentTokenSealer.Recipient {
        guard let certificate = try? Certificate(pem: text) else {
            throw .refused(
                .unprocessableContent,
                "certificateInvalid",
                "\"certificate\" is not one certificate in PEM"
            )
        }
        switch certificate.publicKey.kind {
        case .ellipticCurve(.p256), .rsa(bits: 2048):
            return PaymentTokenSealer.Recipient(
                publicKey: certificate.publicKey,
                merchantIdentifier: merchantIdentifier
            )
        default:
            throw .refused(
                .unprocessableContent,
                "certificateInvalid",
                "the key of \"certificate\" is neither on P-256 nor of RSA with 2048 bits"
            )
        }
    }
}

// The answer.
extension WalletPaymentRoutes {
    private static func json(of result: WalletResult) -> JSONOutput {
        var reason = result.outcome.ending?.name
        if result.page.payment == nil, result.tokenFailure != nil { reason = "noToken" }
        if reason != nil, result.page.hasFailed { reason = "failed" }
        let total = result.page.payment?.details.total ?? result.request.total
        return .object([
            "outcome": .string(result.outcome.name),
            "reason": reason.map { .string($0) },
            "detail": detail(of: result).map { .string($0) },
            "total": .object([
                "amount": .string(total.decimalText),
                "currencyCode": .string(total.currency.code),
            ]),
            "payment": result.page.payment?.pageJSON,
            "events": .array(result.page.events.map(event)),
            "mistakes": .array(result.mistakes.map { .string($0) }),
            "advice": .array(result.request.advice.map { .string($0.description) }),
        ])
    }

    private static func detail(of result: WalletResult) -> String? {
        if case .refused(let reason) = result.page.session { return reason }
        return result.tokenFailure.map(text)
    }

    /// An event as the page got it, but without the token, which is in `payment`.
    private static func event(_ question: AppQuestion) -> JSONOutput {
        guard case .authorization = question else { return question.pageEvent }
        return .object(["type": .string(question.pageEventName)])
    }

    static func text(of failure: any Error) -> String {
        guard failure as? TokenServiceRefusal == .merchantWithoutCertificate else {
            return "\(failure)"
        }
        return "\(failure); POST /merchants registers it, or give \"certificate\""
    }
}

extension PresentationRefusal: HTTPProblemSource {
    /// The problem that the caller of the wallet is told.
    public var problem: HTTPProblem {
        switch self {
        case .invalidRequest(let invalid):
            .refused(
                .unprocessableContent,
                "requestInvalid",
                invalid.violations.map(\.description).joined(separator: "; ")
            )
        case .noCard:
            .refused(
                .unprocessableContent,
                "noCard",
                "the device has no card that the request's supportedNetworks, merchantCapabilities and"
                    + " supportedCountries admit; POST /devices/DEVICE/cards adds one"
            )
        default: .refused(.unprocessableContent, "notPresented", "\(self)")
        }
    }
}

extension ScriptFailure: HTTPProblemSource {
    /// The problem that the caller of the wallet is told.
    public var problem: HTTPProblem {
        .refused(.unprocessableContent, "stepImpossible", "\(self)")
    }
}

internal import CardNetwork
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import PaymentRequest
import PaymentSheet
internal import Wallet
internal import World

/// The routes of the wallet's page: devices with their cards, contacts and testers, the last payments, and what
/// the card network answers to the next one.
///
/// Most are operations of the API, for which the page shows no token: only the wallet's own pages get here.
struct WalletPageRoutes: Sendable {
    private let router: HTTPRouter

    /// Routes.
    ///
    /// - Parameters:
    ///   - orders: The devices, with the orders in their Wallets.
    ///   - network: The card network.
    ///   - journal: The last payments.
    ///   - xray: The address of the x-ray, once there is one.
    init(
        _ orders: DeviceOrders,
        _ network: CardNetwork,
        _ journal: PaymentJournal,
        xray: LockedValue<String?>
    ) {
        var router = HTTPRouter()
        let operations =
            DeviceRoutes.operations(orders.devices) + ContactRoutes.operations(orders.devices)
            + DeviceOrderRoutes.operations(orders) + ScenarioRoutes.operations(network) + [
                Self.payments(journal, xray)
            ]
        for operation in operations { operation.add(to: &router) }
        self.router = router
    }

    /// Answers a request of the wallet's own pages; nil where it is for something else.
    func response(to request: HTTPServerRequest) async -> HTTPServerResponse? {
        guard router.pattern(for: request.head) != nil else { return nil }
        var request = request
        request.caller = HTTPCaller(identifier: "wallet", role: "operator")
        return await router.respond(to: request)
    }

    private static func payments(
        _ journal: PaymentJournal,
        _ xray: LockedValue<String?>
    ) -> APIOperation {
        APIOperation(
            .get,
            "/wallet/payments",
            "The last payments of the sandbox's devices, the newest first.",
            answer: .object([
                .required("payments", .list(.described("a payment"))),
                .optional("xray", .text(example: "http://127.0.0.1:8080"), "The x-ray's address."),
            ])
        ) { _ in
            .json(
                .object([
                    "payments": .array(journal.payments.compactMap(json)),
                    "xray": xray.withLock(\.self).map { .string($0) },
                ])
            )
        }
    }

    /// A payment; nil where its sheet was never shown.
    private static func json(of payment: PaymentJournal.Payment) -> JSONOutput? {
        let summary = payment.summary
        guard let payee = summary.payee, let total = summary.total else { return nil }
        return .object([
            "number": .integer(Int64(payment.number)),
            "time": .string(payment.time.iso8601),
            "device": .string(payment.device),
            "client": .string(payment.client),
            "payee": .string(payee),
            "amount": .string(total.decimalText),
            "currency": .string(total.currency.code),
            "card": summary.card.map { .string($0) },
            "outcome": .string(summary.outcome?.name ?? "open"),
        ])
    }
}

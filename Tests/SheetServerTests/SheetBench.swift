import ApplePaySession
import AppleServers
import Foundation
import HTTPClient
import HTTPMessages
import HTTPServer
import JSON
import PaymentRequest
import PaymentSheet
import PaymentToken
import SheetServer
import Sockets
import TestSandbox
import Testing
import Wallet
import World

/// A server of sheets whose devices and merchants are of this process, and a page that uses it.
final class SheetBench: Sendable {
    static let merchant = "merchant.com.example.sheets"
    /// The session that the page's server got from the gateway, for this bench's host.
    static var session: [String: Any] { ["merchant": merchant] }

    let host: Host
    let sheets: PageSheets
    let server: HTTPServer
    let merchant: SandboxMerchant
    private let client: HTTPClient

    /// Shows the sheets of pages on a device with all TEST cards.
    final class Host: SheetHost {
        let validationURL = "https://gateway.example/paymentservices/startSession"
        let sandbox: TestSandbox
        let observations = LockedValue<[PaymentObservation]>([])

        init(_ sandbox: TestSandbox) { self.sandbox = sandbox }

        func hasActiveCard() async -> Bool { !sandbox.wallet.cards.isEmpty }

        func sheet(
            for order: SheetOrder,
            of app: any PaymentApp,
            before shopper: PageShopper
        ) async throws(SheetRefusal) -> SheetSession {
            let device = InstalledApp(
                AppEntitlement(bundleIdentifier: "", merchantIdentifiers: [""]),
                in: sandbox.wallet,
                contacts: [.johnAppleseed, .inLondon],
                interface: .page,
                before: shopper,
                observe: { [observations] seen in observations.withLock { $0.append(seen) } }
            )
            do {
                let request = try PageRequest.read(order.request, merchantIdentifier: "")
                return try #require(
                    try await device.present(request, for: app) as? SheetSession
                )
            } catch { throw .refused("\(error)") }
        }

        /// Accepts what ``SheetBench/session`` is.
        func use(
            _ session: JSONValue,
            for order: SheetOrder
        ) async -> Result<String, MerchantSessionUnusable> {
            guard let merchant = session.member("merchant")?.string else {
                return .failure(MerchantSessionUnusable("it is not the bench's"))
            }
            return .success(merchant)
        }
    }

    init(patience: Duration = PageShopper.patience) throws {
        let sandbox = try TestSandbox(world: .system)
        sandbox.wallet.signIn(.first)
        for card in SandboxCard.all { try sandbox.provision(card) }
        merchant = try sandbox.setUpMerchant(Self.merchant, named: "Sheets")
        host = Host(sandbox)
        sheets = PageSheets(host: host, randomness: World.system.randomness, patience: patience)
        let routes = SheetRoutes(sheets)
        let pages = WalletPages(.showsSheets, answering: [{ await routes.response(to: $0) }])
        server = try HTTPServer(world: .system) { await pages.respond(to: $0) }
        pages.listen(at: server.address)
        client = try HTTPClient()
    }

    /// The answer of a server.
    struct Answer {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
        }

        /// The words for the developer.
        var detail: String { object["detail"] as? String ?? "" }
    }

    /// The fields that a browser sends with a request of the sheet's own page.
    static let own: HTTPFields = [
        .contentType: "application/json", "Sec-Fetch-Site": "same-origin",
    ]

    func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ body: Any? = nil,
        fields: HTTPFields = SheetBench.own
    ) async throws -> Answer {
        let bytes = try body.map { body -> [UInt8] in
            Array(
                try JSONSerialization.data(withJSONObject: body, options: [.fragmentsAllowed])
            )
        }
        var request = HTTPClientRequest(
            method,
            "http://\(server.address)\(path)",
            fields: fields,
            body: bytes ?? []
        )
        // Tests that run beside these may occupy every thread on which handlers run.
        request.timeLimit = .seconds(240)
        let response = try await client.send(request)
        return Answer(
            status: response.status.code,
            fields: response.fields,
            body: response.body
        )
    }

    /// A request of Apple Pay JS, changed.
    static func request(_ changes: [String: Any] = [:]) -> [String: Any] {
        var request: [String: Any] = [
            "countryCode": "US", "currencyCode": "USD",
            "supportedNetworks": ["visa", "masterCard"],
            "merchantCapabilities": ["supports3DS"],
            "total": ["label": "Shinobi", "amount": "29.27"],
        ]
        for (name, value) in changes { request[name] = value }
        return request
    }

    /// Opens a sheet as its page does.
    func open(
        _ changes: [String: Any] = [:],
        origin: String = "https://shop.example",
        language: Any = "en"
    ) async throws -> SheetPage {
        let answer = try await ask(
            .post,
            "/sheet/sessions",
            [
                "origin": origin, "language": language,
                "request": Self.request(changes),
            ]
        )
        guard answer.status == 201 else {
            throw Refused(status: answer.status, words: answer.detail)
        }
        let identifier = try #require(answer.object["session"] as? String)
        return try await SheetPage(identifier, self)
    }

    /// Opens a sheet whose merchant is validated.
    func openValidated(
        _ changes: [String: Any] = [:],
        language: Any = "en"
    ) async throws -> SheetPage {
        let page = try await open(changes, language: language)
        try await page.answer("validatemerchant", Self.session)
        return page
    }

    struct Refused: Error, Equatable {
        let status: Int
        let words: String
    }
}

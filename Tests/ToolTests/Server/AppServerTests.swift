import Foundation
import PassKit
import QuinceTesting
import RemoteSandbox
import TestSupport
import Testing

/// An app whose delegate posts the payment to the shop's server, and shows the server's answer on the sheet.
@MainActor
final class ServerStore: NSObject, PKPaymentAuthorizationControllerDelegate {
    private let server: @Sendable (_ body: Data, _ attempt: Int) async throws -> Data
    private let amount: String
    private let merchant: String
    private(set) var answers: [[String: Any]] = []

    init(
        selling amount: String,
        for merchant: String,
        by server: @escaping @Sendable (Data, Int) async throws -> Data
    ) {
        (self.amount, self.merchant, self.server) = (amount, merchant, server)
    }

    func buy() {
        let request = PKPaymentRequest()
        request.merchantIdentifier = merchant
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa]
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "Shop", amount: NSDecimalNumber(string: amount))
        ]
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present(completion: nil)
    }

    // APP: begin
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        do {
            let token = try JSONSerialization.jsonObject(with: payment.token.paymentData)
            let body = try JSONSerialization.data(withJSONObject: [
                "token": token, "amount": amount, "currency": "USD", "reference": "cart",
            ])
            let answer = try JSONSerialization.jsonObject(
                with: try await server(body, answers.count)
            )
            let object = answer as? [String: Any] ?? [:]
            answers.append(object)
            let sheet = object["applePay"] as? [String: Any]
            let status = (sheet?["status"] as? Int).flatMap(PKPaymentAuthorizationStatus.init)
            return PKPaymentAuthorizationResult(status: status ?? .failure, errors: nil)
        } catch { return PKPaymentAuthorizationResult(status: .failure, errors: [error]) }
    }
    // APP: end

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss(completion: nil)
    }
}

@Suite("An app whose delegate posts to the shop's server", .timeLimit(.minutes(30)))
struct AppServerTests {
    /// Runs the app with a phone of the sandbox.
    @MainActor
    private func pay(
        _ amount: String,
        _ shop: ShopProcess,
        sending times: Int = 1
    ) async throws -> (isPaid: Bool, answers: [[String: Any]]) {
        let connection = try SandboxConnection(api: shop.sandbox.api, token: shop.sandbox.token)
        let wallet = try await connection.wallet(with: [.visa])
        let phone = ApplePayPhone(wallet: wallet, merchant: shop.merchant)
        let (url, key) = (shop.url, shop.apiKey)
        let store = ServerStore(selling: amount, for: shop.merchant) { body, attempt in
            var answer = Data()
            for time in 1...times {
                answer = try await Program(at: URL(filePath: "/usr/bin/curl")).runAside(
                    [
                        "-sS", "--max-time", "60", "-H", "Authorization: Bearer \(key)", "-H",
                        "Idempotency-Key: \(attempt)-\(time)", "--json", "@-", url + "/payments",
                    ],
                    input: [UInt8](body)
                ).output
            }
            return answer
        }
        let payment = try await phone.run(
            ScriptedShopper(.authorize),
            patience: .seconds(60)
        ) { store.buy() }
        return (payment.isPaid, store.answers)
    }

    @Test func `is what the page on the server shows`() throws {
        let example = try PageExample("APP", in: "Tests/ToolTests/Server/AppServerTests.swift")
        #expect(example.code.count > 200)
        #expect(try example.isShown(by: "Documentation/RunningTheServer.md"))
    }

    @MainActor
    @Test func `is paid, also where it posts the payment twice`() async throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let (isPaid, answers) = try await pay("10.75", shop, sending: 2)
        #expect(isPaid && answers.count == 1)
        let list = try shop.call("GET", "/payments").json["payments"] as? [[String: Any]]
        #expect(list?.count == 1, "a duplicate is charged once")
        #expect(list?.first?["authorized"] as? String == "10.75")
    }

    @MainActor
    @Test(
        arguments: [
            ("9000.51", "declined"), ("9001.01", "partiallyApproved"), ("9001.02", "pinRequired"),
        ]
    )
    func `tells the sheet what the server says of a payment that is not made`(
        _ amount: String,
        _ code: String
    ) async throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        let (isPaid, answers) = try await pay(amount, shop)
        #expect(!isPaid)
        #expect(answers.first?["code"] as? String == code, "\(answers)")
        let sheet = answers.first?["applePay"] as? [String: Any]
        #expect(sheet?["status"] as? Int == (code == "pinRequired" ? 5 : 1))
    }

    @MainActor
    @Test func `is paid once where the first answer of the card network is lost`() async throws {
        let shop = try ShopProcess()
        try shop.becomeReady()
        // The network decides, and then closes the connection.
        let (isPaid, answers) = try await pay("9001.08", shop)
        #expect(isPaid && answers.count == 1, "\(answers)")
        let list = try shop.call("GET", "/payments").json["payments"] as? [[String: Any]]
        #expect(list?.compactMap { $0["authorized"] as? String } == ["9001.08"])
        let accounts = try ProcessRun(
            "\"$QUINCE\" sandbox accounts --state sandbox --json",
            in: shop.folder.url
        )
        #expect(accounts.results.contains("\"held\":900108,"), "\(accounts.results)")
    }
}

import AppleServers
import FinanceKit
import Foundation
import HTTPMessages
import JSON
import PassKit
import QuinceTesting
import RemoteSandbox
import TestSupport
import Testing

/// The payment that an app's delegate gets, for the tests of its server.
@MainActor
final class OneItemStore: NSObject, PKPaymentAuthorizationControllerDelegate {
    private(set) var tokens: [Data] = []

    func buy() {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa, .masterCard]
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "Shop", amount: NSDecimalNumber(string: "10.75"))
        ]
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present(completion: nil)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        tokens.append(payment.token.paymentData)
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss(completion: nil)
    }
}

@Suite("An app's phone and a sandbox in another process", .enabled(if: PythonOracle.isInstalled))
struct RemoteWalletTests {
    let orders = SandboxOrders()
    let sandbox: SandboxProcess
    let connection: SandboxConnection
    private static let keyOptions = [
        "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=Shop",
    ]

    init() throws {
        sandbox = try orders.start()
        connection = try SandboxConnection(api: sandbox.api, token: sandbox.token)
    }

    /// Registers the merchant with a key of OpenSSL's.
    private func register() throws {
        let folder = orders.folder
        let made = try Program.openSSL.run(
            ["req", "-new"] + Self.keyOptions + [
                "-keyout", folder.path("shop.key"), "-out", folder.path("shop.csr"),
            ]
        )
        #expect(made.isSuccess, "\(made.complaint)")
        let merchant = ["identifier": "merchant.com.example", "description": "Shop"]
        #expect(try sandbox.call("POST", "/merchants", merchant).status == 201)
        let issued = try sandbox.call(
            "POST",
            "/merchants/merchant.com.example/certificates",
            [
                "kind": "paymentProcessing",
                "request": try String(contentsOfFile: folder.path("shop.csr"), encoding: .utf8),
            ]
        )
        let certificate = try #require(issued.text("certificate"), "\(issued.json)")
        try certificate.write(toFile: folder.path("shop.pem"), atomically: true, encoding: .utf8)
    }

    /// Opens tokens with the merchant's key, and charges them over the sandbox's card network.
    private func charge(_ tokens: [Data]) async throws -> [String] {
        let answers = try tokens.map { token -> [String: Any] in
            ["payment": ["token": ["paymentData": try JSONSerialization.jsonObject(with: token)]]]
        }
        let order: [String: Any] = [
            "network": sandbox.ready["network"] ?? "", "payments": answers,
            "certificate": orders.folder.path("shop.pem"), "key": orders.folder.path("shop.key"),
        ]
        return try await SandboxOrders.charge(order)
    }

    // REMOTE: begin
    @MainActor func buy(_ store: OneItemStore, in sandbox: SandboxConnection) async throws {
        let wallet = try await sandbox.wallet(with: [.visa, .masterCard])
        let phone = ApplePayPhone(wallet: wallet, merchant: "merchant.com.example")
        let payment = try await phone.run(ScriptedShopper(.authorize)) { store.buy() }
        #expect(payment.isPaid)
    }
    // REMOTE: end

    @Test func `is what the page on testing an app shows`() throws {
        let path = "Tests/ToolTests/Sandbox/RemoteWalletTests.swift"
        let example = try PageExample("REMOTE", in: path)
        #expect(example.code.count > 200)
        #expect(try example.isShown(by: "Documentation/TestingApps.md"))
    }

    @MainActor
    @Test func `give tokens that the merchant opens and the sandbox's card network approves`()
        async throws
    {
        try register()
        let store = OneItemStore()
        try await buy(store, in: connection)
        try await buy(store, in: connection)
        #expect(try await charge(store.tokens) == ["00", "00"])
    }

    @MainActor
    @Test func `still work after a restart of the sandbox`() async throws {
        try register()
        let wallet = try await connection.wallet(with: [.masterCard])
        sandbox.kill()
        let again = try SandboxProcess([
            "--state", orders.path, "--listen",
            String(sandbox.api.dropFirst("http://".count)),
        ])
        defer { again.kill() }
        let phone = ApplePayPhone(wallet: wallet, merchant: "merchant.com.example")
        let store = OneItemStore()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { store.buy() }
        #expect(payment.isPaid && store.tokens.count == 1, "\(payment)")
    }

    @MainActor
    @Test func `save orders that a merchant of the sandbox signed`() async throws {
        let made = try ProcessRun(
            #"""
            set -e
            mkdir order
            echo '{"schemaVersion":1,"orderType":"ecommerce","orderTypeIdentifier":"order.com.example",
                "orderIdentifier":"1","status":"open","createdAt":"2026-03-14T09:00:00Z",
                "updatedAt":"2026-03-14T09:00:00Z","orderManagementURL":"https://shop.example",
                "merchant":{"merchantIdentifier":"merchant.com.example","displayName":"Shop",
                "url":"https://shop.example"}}' >order/order.json
            in=(--state '\#(orders.path)')
            "$QUINCE" merchant register order.com.example --name Orders "${in[@]}"
            "$QUINCE" merchant csr --kind order --key order.key --request order.csr
            "$QUINCE" merchant certificate order.com.example --kind order --request order.csr \
                --out order.cer "${in[@]}"
            "$QUINCE" merchant authorities --out authorities "${in[@]}"
            "$QUINCE" order make order --key order.key --certificate order.cer \
                --certificate authorities/developer-relations-rsa.pem --out signed.order
            """#,
            in: orders.folder.url
        )
        try #require(made.status == 0, "\(made.remarks)")
        let archive = try Data(contentsOf: orders.folder.url.appending(path: "signed.order"))
        let wallet = try await connection.wallet()
        let phone = ApplePayPhone(wallet: wallet, merchant: "merchant.com.example")
        let seen = try await phone.record {
            let saved = try await FinanceStore.shared.saveOrder(signedArchive: archive)
            #expect(saved == .added)
        }
        #expect(seen.mistakes == [])
    }

    @MainActor
    @Test func `have no token for a merchant that is not registered there`() async throws {
        let wallet = try await connection.wallet(with: [.visa])
        let phone = ApplePayPhone(wallet: wallet, merchant: "merchant.com.example")
        let store = OneItemStore()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { store.buy() }
        #expect(!payment.isPaid && store.tokens.isEmpty)
        let refusals = payment.observations.compactMap { observation -> TokenServiceRefusal? in
            if case .noToken(let failure) = observation {
                failure as? TokenServiceRefusal
            } else {
                nil
            }
        }
        #expect(refusals == [.merchantWithoutCertificate])
    }

    @MainActor
    @Test func `have no token where the sandbox is gone, and say so`() async throws {
        let wallet = try await connection.wallet(with: [.visa])
        sandbox.kill()
        let phone = ApplePayPhone(wallet: wallet, merchant: "merchant.com.example")
        let store = OneItemStore()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { store.buy() }
        #expect(!payment.isPaid && store.tokens.isEmpty)
        #expect("\(payment)".contains("the sandbox did not answer"), "\(payment)")
    }

    @Test func `are refused by a sandbox whose token is another`() async throws {
        let stranger = try SandboxConnection(api: sandbox.api, token: "TEST-0")
        let failure = await #expect(throws: SandboxConnectionFailure.self) {
            _ = try await stranger.wallet()
        }
        guard case .refused(401, "unauthorized", _)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `connect by the line that the sandbox printed`() async throws {
        let line = try JSONSerialization.data(withJSONObject: sandbox.ready)
        let other = try SandboxConnection(line: String(decoding: line, as: UTF8.self))
        #expect(other.api == sandbox.api)
        _ = try await other.call(.get, ["devices", "phone"])
        #expect(throws: SandboxConnectionFailure.lineMalformed) {
            _ = try SandboxConnection(line: "{\"api\":\"http://127.0.0.1:1\"}")
        }
    }

    @Test(
        arguments: [
            (
                "POST", "/secure-elements", ["identifier": "00", "publicKey": "00"], 422,
                "identifierInvalid"
            ),
            (
                "POST", "/secure-elements",
                ["identifier": "000102030405060708090a0b", "publicKey": "30"], 422, "keyInvalid"
            ),
            (
                "POST", "/secure-elements/000102030405060708090a0b/accounts",
                ["number": "4111111111111111", "expiry": "12/35"], 404, "secureElementUnknown"
            ),
            (
                "POST", "/token-service/tokens", ["sealed": [:] as [String: String]], 422,
                "sealedInvalid"
            ),
        ] as [(String, String, [String: any Sendable], Int, String)]
    )
    func `are told what is wrong with a call`(
        _ method: String,
        _ path: String,
        _ body: [String: any Sendable],
        _ status: Int,
        _ code: String
    ) throws {
        let answer = try sandbox.call(method, path, body)
        #expect(answer.status == status && answer.code == code, "\(answer.json)")
    }

    @Test func `are not mistaken for another with the same identifier`() async throws {
        func key() throws -> String {
            let file = orders.folder.path("chip.key")
            let made = try Program.openSSL.run([
                "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", file,
            ])
            #expect(made.isSuccess)
            let info = try Program.openSSL.run([
                "pkey", "-in", file, "-pubout", "-outform", "DER",
            ])
            return info.output.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let chip = ["identifier": "000102030405060708090a0b", "publicKey": try key()]
        #expect(try sandbox.call("POST", "/secure-elements", chip).status == 201)
        #expect(try sandbox.call("POST", "/secure-elements", chip).status == 201)
        let other = ["identifier": "000102030405060708090a0b", "publicKey": try key()]
        let refused = try sandbox.call("POST", "/secure-elements", other)
        #expect(refused.status == 409 && refused.code == "secureElementTaken")
    }
}

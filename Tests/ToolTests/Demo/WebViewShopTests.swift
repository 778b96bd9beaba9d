import Foundation
import PassKit
import QuinceTesting
import RemoteSandbox
import TestSupport
import Testing
import WebKit

/// An app that shows the store's page in a web view, catches the link that buys, and sells with PassKit
/// (mission 6.1 to 6.4). What it knows of prices is what the store's server says.
@MainActor
final class WebViewShop: NSObject, WKNavigationDelegate, PKPaymentAuthorizationControllerDelegate {
    typealias Server = @Sendable (_ path: String, _ body: Data) async throws -> Data

    let webView = WKWebView()
    private let merchant: String
    private let server: Server
    private var contact: PKContact?
    private var method: PKShippingMethod?
    private(set) var order: String?

    init(of merchant: String, server: @escaping Server) {
        (self.merchant, self.server) = (merchant, server)
        super.init()
        webView.navigationDelegate = self
    }

    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = navigationAction.request.url,
            url.scheme?.caseInsensitiveCompare("myShoppingApp") == .orderedSame,
            (url as NSURL).resourceSpecifier == "buyItem"
        else { return decisionHandler(.allow) }
        buy()
        decisionHandler(.cancel)
    }

    private func buy() {
        let request = PKPaymentRequest()
        request.merchantIdentifier = merchant
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa, .masterCard]
        request.merchantCapabilities = .threeDSecure
        request.requiredShippingContactFields = [
            .postalAddress, .name, .emailAddress, .phoneNumber,
        ]
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "Shinobi Store", amount: NSDecimalNumber(string: "22.99"))
        ]
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        controller.present(completion: nil)
    }

    private func ask(_ path: String, _ body: [String: Any]) async throws -> [String: Any] {
        let answer = try await server(path, JSONSerialization.data(withJSONObject: body))
        return try #require(try JSONSerialization.jsonObject(with: answer) as? [String: Any])
    }

    private static func json(_ contact: PKContact) -> [String: Any] {
        let address = contact.postalAddress
        return [
            "givenName": contact.name?.givenName ?? "",
            "familyName": contact.name?.familyName ?? "",
            "emailAddress": contact.emailAddress ?? "",
            "phoneNumber": contact.phoneNumber?.stringValue ?? "",
            "addressLines": (address?.street ?? "").split(separator: "\n").map(String.init),
            "locality": address?.city ?? "", "administrativeArea": address?.state ?? "",
            "postalCode": address?.postalCode ?? "", "country": address?.country ?? "",
            "countryCode": address?.isoCountryCode ?? "",
        ]
    }

    private func choice() -> [String: Any] {
        var body: [String: Any] = [:]
        body["shippingContact"] = contact.map(Self.json)
        body["shippingMethod"] = method?.identifier
        return body
    }

    private struct Quote {
        let items: [PKPaymentSummaryItem]
        let methods: [PKShippingMethod]
    }

    private func quote() async throws -> Quote {
        let update = try await ask("/api/checkout/quote", choice())
        func item<Item: PKPaymentSummaryItem>(_ json: [String: Any], _ item: Item) -> Item {
            item.label = json["label"] as? String ?? ""
            item.amount = NSDecimalNumber(string: json["amount"] as? String ?? "")
            return item
        }
        let lines =
            (update["newLineItems"] as? [[String: Any]] ?? [])
            + [update["newTotal"] as? [String: Any] ?? [:]]
        let methods = update["newShippingMethods"] as? [[String: Any]] ?? []
        return Quote(
            items: lines.map { item($0, PKPaymentSummaryItem()) },
            methods: methods.map { json in
                let method = item(json, PKShippingMethod())
                method.identifier = json["identifier"] as? String
                method.detail = json["detail"] as? String
                return method
            }
        )
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        self.contact = contact
        guard let quote = try? await quote() else {
            return PKPaymentRequestShippingContactUpdate(
                errors: [],
                paymentSummaryItems: [],
                shippingMethods: []
            )
        }
        return PKPaymentRequestShippingContactUpdate(
            errors: [],
            paymentSummaryItems: quote.items,
            shippingMethods: quote.methods
        )
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod method: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        self.method = method
        let items = (try? await quote())?.items ?? []
        return PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: items)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        do {
            let token = try JSONSerialization.jsonObject(with: payment.token.paymentData)
            var body: [String: Any] = [
                "payment": [
                    "token": ["paymentData": token],
                    "shippingContact": payment.shippingContact.map(Self.json) ?? [:],
                ]
            ]
            body["shippingMethod"] = payment.shippingMethod?.identifier
            let answer = try await ask("/api/checkout/payment", body)
            order = answer["order"] as? String
            let status = (answer["result"] as? [String: Any])?["status"] as? Int
            return PKPaymentAuthorizationResult(
                status: status.flatMap(PKPaymentAuthorizationStatus.init) ?? .failure,
                errors: nil
            )
        } catch { return PKPaymentAuthorizationResult(status: .failure, errors: [error]) }
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss(completion: nil)
    }
}

@Suite("The store's page in the web view of an app", .timeLimit(.minutes(30)))
struct WebViewShopTests {
    /// The links of a page.
    private static func links(_ page: String) -> [String] {
        page.matches(of: /<a [^>]*href="([^"]*)"/).map { String($0.1) }
    }

    @MainActor
    @Test(arguments: [nil, "networkToken", "passThrough"] as [String?])
    func `is where a shopper buys the toy, on the app's own sheet, also over a platform`(
        form: String?
    ) async throws {
        let platform = form.map { ["--platform", "stripe", "--token-form", $0] }
        let demo = try DemoProcess(platform ?? [])
        let (shop, cookies) = (try demo.address("shop"), demo.folder.path("cookies"))
        let curl = Program(at: URL(filePath: "/usr/bin/curl"))
        let server: WebViewShop.Server = { path, body in
            let answer = try await curl.runAside(
                [
                    "-sS", "--max-time", "60", "-b", cookies, "-c", cookies, "--json", "@-",
                    shop + path,
                ],
                input: [UInt8](body)
            )
            return answer.output
        }
        let put = ["-sS", "-b", cookies, "-c", cookies, "-X", "PUT", "--json", "{\"quantity\":1}"]
        _ = try await curl.runAside(put + [shop + "/api/cart/items/toy"])
        let page = try await curl.runAside(["-sS", shop + "/app.html"]).text
        let links = Self.links(page)
        #expect(links.filter { $0.hasPrefix("myShoppingApp:") } == ["myShoppingApp:buyItem"])

        let connection = try SandboxConnection(
            api: try demo.address("api"),
            token: try demo.address("token")
        )
        let wallet = try await connection.wallet(with: [.visa])
        let phone = ApplePayPhone(wallet: wallet, merchant: "merchant.com.example")
        let app = WebViewShop(of: "merchant.com.example", server: server)
        let payment = try await phone.run(
            ScriptedShopper(
                .chooseShippingContact(.johnAppleseed),
                .chooseShippingMethod("express"),
                .authorize
            ),
            patience: .seconds(60)
        ) {
            let base = try #require(URL(string: shop + "/app.html"))
            app.webView.load(URLRequest(url: base))
            for link in links {
                let url = try #require(URL(string: link, relativeTo: base)?.absoluteURL)
                let policy = await app.webView.follow(url)
                #expect(policy == (link == "myShoppingApp:buyItem" ? .cancel : .allow), "\(link)")
            }
        }
        #expect(payment.isPaid && payment.mistakes == [])
        let reference = try #require(app.order).drop { $0 != "#" }.dropFirst()
        let order = try await curl.runAside(["-sS", shop + "/api/orders/" + reference])
        #expect(order.text.contains("\"total\":\"37.95\""), "\(order.text)")
        #expect(order.text.contains("1234 Laurel Street"))
        let found = try demo.merchant("GET", "/payments?reference=\(reference)").json["payments"]
        let processor = (found as? [[String: Any]])?.first?["processor"] as? String
        #expect(processor == (form == nil ? "card-network" : "stripe"))
    }
}

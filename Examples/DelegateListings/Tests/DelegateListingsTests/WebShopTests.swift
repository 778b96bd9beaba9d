import PassKit
import QuinceTesting
import Testing
import WebKit

@testable import DelegateListings

@MainActor
@Suite("The listing that sells from a web page")
struct WebShopTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `goes from the page's link to a native sheet (mission 6.1 to 6.3, 6.6)`()
        async throws
    {
        let link = try url("myShoppingApp:buyItem")
        let page = try url("https://shop.example/")
        var app: WebShopViewController?
        let payment = try await ApplePaySandbox.phone().run(ScriptedShopper(.authorize)) {
            let shop = WebShopViewController()
            app = shop
            shop.loadViewIfNeeded()
            shop.webView.load(URLRequest(url: page))
            let policy = await shop.webView.follow(link)
            #expect(policy == .cancel)
        }
        #expect(payment.isPaid)
        #expect(payment.mistakes == [])
        #expect(app?.webView.url == page)
    }

    @Test(arguments: ["https://shop.example/toys", "myShoppingApp:help", "other:buyItem"])
    func `lets every other link load (mission 6.4)`(link: String) async throws {
        let link = try url(link)
        let policy = try await ApplePaySandbox.phone().onDevice {
            let shop = WebShopViewController()
            shop.loadViewIfNeeded()
            let policy = await shop.webView.follow(link)
            #expect(shop.presentedViewController == nil)
            return policy
        }
        #expect(policy == .allow)
    }

    /// The listing as it is printed, but for the comparison of schemes where that is asked for.
    final class ShopAsPrinted: NSObject, WKNavigationDelegate {
        let scheme: String
        private(set) var timesBought = 0

        init(scheme: String = "myShoppingApp") { self.scheme = scheme }

        func webView(
            _ webView: WKWebView,
            decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) {
            let url = navigationAction.request.url
            if url?.scheme == scheme, (url as NSURL?)?.resourceSpecifier == "buyItem" {
                timesBought += 1
                decisionHandler(.cancel)
            }
            decisionHandler(.allow)
        }
    }

    @Test func `is reported, as it is printed, for deciding twice (mission 6.5)`() async throws {
        let link = try url("myShoppingApp:buyItem")
        try await ApplePaySandbox.phone().onDevice {
            let (webView, shop) = (WKWebView(), ShopAsPrinted(scheme: "myshoppingapp"))
            webView.navigationDelegate = shop
            await webView.follow(link)
            #expect(shop.timesBought == 1)
            #expect(webView.mistakes.map(\.description) == [Self.twice])
        }
    }

    @Test func `never sells, as it is printed, for its scheme comes in lower case (mission 6.6)`()
        async throws
    {
        let link = try url("myShoppingApp:buyItem")
        try await ApplePaySandbox.phone().onDevice {
            let (webView, shop) = (WKWebView(), ShopAsPrinted())
            webView.navigationDelegate = shop
            let policy = await webView.follow(link)
            #expect(policy == .allow)
            #expect(shop.timesBought == 0)
        }
    }

    private static let twice = "decisionHandler was called twice; return after the first call"
}

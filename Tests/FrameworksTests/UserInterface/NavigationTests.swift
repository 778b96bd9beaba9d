import PaymentSheet
import Testing
import WebKit

@MainActor
@Suite("A web view of a shop")
struct NavigationTests {
    /// The guide's listing, with the `return` that it lacks (mission 6.2 to 6.4).
    final class Shop: NSObject, WKNavigationDelegate {
        var bought = 0
        var arrivals = 0

        func webView(
            _ webView: WKWebView,
            decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
        ) {
            if let url = navigationAction.request.url,
                url.scheme?.caseInsensitiveCompare("myShoppingApp") == .orderedSame,
                (url as NSURL).resourceSpecifier == "buyItem"
            {
                bought += 1
                decisionHandler(.cancel)
                return
            }
            decisionHandler(.allow)
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { arrivals += 1 }
    }

    /// The form of Xcode 16, with the listing's defect: no `return` (mission 6.5).
    final class DoubleShop: NSObject, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView,
            decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) {
            if navigationAction.request.url?.scheme == "myshoppingapp" { decisionHandler(.cancel) }
            decisionHandler(.allow)
        }
    }

    final class AsyncShop: NSObject, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView,
            decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            navigationAction.navigationType == .linkActivated ? .cancel : .allow
        }
    }

    final class SilentShop: NSObject, WKNavigationDelegate {
        func webView(
            _ webView: WKWebView,
            decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
        ) {}
    }

    final class Onlooker: NSObject, WKNavigationDelegate {}

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: ["myShoppingApp:buyItem", "MYSHOPPINGAPP:buyItem", "myshoppingapp:buyItem"])
    func `stops at the app's own links, in any case of letters (mission 6.2, 6.3, 6.6)`(
        link: String
    ) async throws {
        let (view, shop) = (WKWebView(frame: .zero), Shop())
        view.navigationDelegate = shop
        view.load(URLRequest(url: try url("https://shop.example/")))
        #expect(await view.follow(try url(link)) == .cancel)
        #expect(shop.bought == 1)
        #expect(view.url == (try url("https://shop.example/")))
    }

    @Test func `follows every other link (mission 6.4)`() async throws {
        let (view, shop) = (WKWebView(frame: .zero), Shop())
        view.navigationDelegate = shop
        for link in ["https://shop.example/a", "myShoppingApp:other", "HTTPS://shop.example/b"] {
            #expect(await view.follow(try url(link)) == .allow)
        }
        #expect(shop.arrivals == 3)
        #expect(view.history.map(\.scheme) == ["https", "myshoppingapp", "https"])
    }

    @Test func `reports a handler that is called twice, and uses the first call (mission 6.5)`()
        async throws
    {
        let device = FakeDevice()
        let view = await CurrentDevice.with(device) { WKWebView(frame: .zero) }
        let shop = DoubleShop()
        view.navigationDelegate = shop
        #expect(await view.follow(try url("https://shop.example/")) == .allow)
        #expect(view.mistakes.isEmpty)
        #expect(await view.follow(try url("myShoppingApp:buyItem")) == .cancel)
        #expect(view.history.count == 1)
        #expect(view.mistakes == [.navigationDecidedTwice])
        #expect(device.mistakes == [.navigationDecidedTwice])
    }

    @Test func `reports a handler that is released, and does not navigate`() async throws {
        let (view, shop) = (WKWebView(frame: .zero), SilentShop())
        view.navigationDelegate = shop
        #expect(await view.follow(try url("https://shop.example/")) == nil)
        #expect(view.mistakes == [.navigationNeverDecided])
        #expect(view.history.isEmpty)
    }

    @Test func `asks a delegate that decides asynchronously`() async throws {
        let (view, shop) = (WKWebView(frame: .zero), AsyncShop())
        view.navigationDelegate = shop
        view.load(URLRequest(url: try url("https://shop.example/")))
        #expect(view.url == (try url("https://shop.example/")))
        #expect(await view.follow(try url("https://shop.example/b")) == .cancel)
        #expect(view.mistakes.isEmpty)
    }

    @Test func `follows every link if the delegate does not decide`() async throws {
        let (view, onlooker) = (WKWebView(frame: .zero), Onlooker())
        view.navigationDelegate = onlooker
        #expect(await view.follow(try url("https://shop.example/")) == .allow)
        view.navigationDelegate = nil
        #expect(await view.follow(try url("https://shop.example/b")) == .allow)
        #expect(view.mistakes.isEmpty)
    }
}

import PassKit
import UIKit
import WebKit

/// A shop whose pages are on the web and whose sheet is native (listing 3-1).
final class WebShopViewController: HandlerViewController, WKNavigationDelegate {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())

    override func viewDidLoad() {
        super.viewDidLoad()
        webView.navigationDelegate = self
        view.addSubview(webView)
    }

    /// Called when the web view is about to load `myShoppingApp:buyItem`, or anything else.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = navigationAction.request.url, buysItem(url) else {
            return decisionHandler(.allow)
        }
        pay(self)
        // Corrected: the listing goes on from here and decides a second time.
        decisionHandler(.cancel)
    }

    /// Corrected: a web view passes a link's scheme in lower case, which is never equal to the
    /// listing's `myShoppingApp`.
    private func buysItem(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "myshoppingapp"
            && (url as NSURL).resourceSpecifier == "buyItem"
    }
}

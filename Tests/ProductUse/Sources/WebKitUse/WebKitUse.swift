import WebKit

/// A page in an app.
@MainActor
public func useWebKit() -> WKWebView { WKWebView() }

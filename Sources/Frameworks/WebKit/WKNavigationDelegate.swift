internal import UIKitStubs

/// The form of a navigation delegate's decision whose handler belongs to no actor, as apps have it
/// that were written before Xcode 16.
///
/// - Source: ours, not Apple's: one protocol cannot declare both forms. Apps conform to
///   ``WKNavigationDelegate``.
@preconcurrency @MainActor
public protocol WKNavigationDelegateOfAnyThread: NSObjectProtocol {
    /// Asks whether the web view may go somewhere; the handler is to be called once.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @Sendable (WKNavigationActionPolicy) -> Void
    )
}

extension WKNavigationDelegateOfAnyThread {
    /// Declines: the delegate has another form, or every link is followed.
    public func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @Sendable (WKNavigationActionPolicy) -> Void
    ) { OptionalCall.decline(by: self) }
}

/// Who decides where a web view may go, and hears where it went; nothing of it is required.
///
/// The decision is asked for in the newest form that the delegate has, once. A handler may be
/// declared with `@MainActor` or without.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: WKNavigationDelegateOfAnyThread {
    /// Asks whether the web view may go somewhere; the handler is to be called once.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    )

    /// Asks whether the web view may go somewhere.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy

    // Apple's parameters have these types.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Told when the web view sets out.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Told when the web view has arrived.
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
}

extension WKNavigationDelegate {
    /// Declines: the delegate has another form, or every link is followed.
    public func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) { OptionalCall.decline(by: self) }

    /// Declines: the delegate has another form, or every link is followed.
    public func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        OptionalCall.decline(by: self)
        return .allow
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func webView(
        _ webView: WKWebView,
        didStartProvisionalNavigation navigation: WKNavigation!
    ) {}

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Does nothing.
    public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
}

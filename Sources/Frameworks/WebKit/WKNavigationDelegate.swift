internal import UIKitStubs

/// The form of a navigation delegate's decision whose handler is not isolated to an actor, as in
/// apps from before Xcode 16.
///
/// - Source: ours, not Apple's: one protocol cannot declare both forms. Apps conform to
///   ``WKNavigationDelegate``.
@preconcurrency @MainActor
public protocol WKNavigationDelegateOfAnyThread: NSObjectProtocol {
    /// Asked whether a navigation is allowed; the handler must be called once.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @Sendable (WKNavigationActionPolicy) -> Void
    )
}

extension WKNavigationDelegateOfAnyThread {
    /// Declines the call: the delegate does not implement this form.
    public func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @Sendable (WKNavigationActionPolicy) -> Void
    ) { OptionalCall.decline(by: self) }
}

/// A web view's navigation delegate; no method is required.
///
/// The newest form that the delegate implements is asked for the decision, once. If it implements
/// none, every link is followed. A handler may be declared with `@MainActor` or without.
@preconcurrency @MainActor
public protocol WKNavigationDelegate: WKNavigationDelegateOfAnyThread {
    /// Asked whether a navigation is allowed; the handler must be called once.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    )

    /// Asked whether a navigation is allowed.
    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy

    // Apple's parameters have these types.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Told that a navigation started.
    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Told that a navigation finished.
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
}

extension WKNavigationDelegate {
    /// Declines the call: the delegate does not implement this form.
    public func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) { OptionalCall.decline(by: self) }

    /// Declines the call: the delegate does not implement this form.
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

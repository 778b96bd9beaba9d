public import PaymentSheet
internal import UIKitStubs

/// The configuration of a web view; here it has no settings.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject {}

/// A view of web pages. No page is fetched or drawn; links are followed.
@preconcurrency @MainActor
open class WKWebView: UIView {
    /// The navigation delegate.
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    /// The configuration.
    public let configuration: WKWebViewConfiguration
    /// The current page.
    open var url: URL? { history.last }

    /// The pages that were shown, the first one first.
    ///
    /// - Source: ours, not Apple's.
    public private(set) var history: [URL] = []

    private let mistakesMade = NavigationMistakes(device: CurrentDevice.device)

    /// Creates a web view with a frame.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.configuration = configuration
        super.init(frame: frame)
    }

    /// Creates a web view with a frame.
    public override convenience init(frame: CGRect) {
        self.init(frame: frame, configuration: WKWebViewConfiguration())
    }

    /// Creates a web view; nothing is decoded.
    public required init?(coder: NSCoder) {
        configuration = WKWebViewConfiguration()
        super.init(coder: coder)
    }

    /// The mistakes that the app made about links, on any thread.
    ///
    /// - Source: ours, not Apple's: WebKit raises an exception for a handler that is called twice
    ///   or never.
    public var mistakes: [AppMistake] { mistakesMade.all }

    /// Goes to a page, if the delegate allows it.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        let navigation = WKNavigation()
        Task.immediate { await self.go(to: request, for: .other, as: navigation) }
        return navigation
    }

    /// Follows a link of the page, as a user does, and returns the decision about it.
    ///
    /// - Returns: Nil if there was no decision; the link is then not followed.
    /// - Source: ours, not Apple's.
    @discardableResult
    public func follow(_ link: URL) async -> WKNavigationActionPolicy? {
        await go(to: URLRequest(url: link), for: .linkActivated, as: WKNavigation())
    }

    @discardableResult
    private func go(
        to request: URLRequest,
        for type: WKNavigationType,
        as navigation: WKNavigation
    ) async -> WKNavigationActionPolicy? {
        var request = request
        request.url = request.url?.asBrowsersHaveIt
        let policy = await policy(for: WKNavigationAction(request, type))
        guard policy == .allow, let url = request.url else { return policy }
        navigationDelegate?.webView(self, didStartProvisionalNavigation: navigation)
        history.append(url)
        navigationDelegate?.webView(self, didFinish: navigation)
        return policy
    }

    /// Asks the delegate in the newest form that it implements. Without a delegate every link is
    /// followed.
    private func policy(for action: WKNavigationAction) async -> WKNavigationActionPolicy? {
        guard let delegate = navigationDelegate else { return .allow }
        var isTaken = false
        let decided = await withCheckedContinuation { continuation in
            isTaken = ask(delegate, about: action, continuation)
        }
        if isTaken { return decided }
        return await OptionalCall.result(from: delegate) {
            await delegate.webView(self, decidePolicyFor: action)
        } ?? .allow
    }

    /// Asks with a handler; returns whether the delegate implements the method.
    private func ask(
        _ delegate: any WKNavigationDelegate,
        about action: WKNavigationAction,
        _ continuation: CheckedContinuation<WKNavigationActionPolicy?, Never>
    ) -> Bool {
        let decision = NavigationDecision(continuation, reportingTo: mistakesMade)
        let onMain: @MainActor @Sendable (WKNavigationActionPolicy) -> Void = decision.decide
        let anywhere: @Sendable (WKNavigationActionPolicy) -> Void = decision.decide
        let isTaken =
            OptionalCall.isTaken(by: delegate) {
                delegate.webView(self, decidePolicyFor: action, decisionHandler: onMain)
            }
            || OptionalCall.isTaken(by: delegate) {
                delegate.webView(self, decidePolicyFor: action, decisionHandler: anywhere)
            }
        if !isTaken { decision.decline() }
        return isTaken
    }
}

extension URL {
    /// The URL with its scheme in lower case. An app gets it so, however the page writes it
    /// (mission 6.6).
    ///
    /// - Source: WHATWG, *URL*, the scheme state.
    fileprivate var asBrowsersHaveIt: URL {
        guard let scheme, let rest = absoluteString.firstIndex(of: ":") else { return self }
        return URL(string: scheme.lowercased() + absoluteString[rest...]) ?? self
    }
}

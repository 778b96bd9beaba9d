public import PaymentDevice
internal import UIKitStubs

/// How a web view is set up; here, nothing can be.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject {}

/// A view of web pages: no page is fetched or drawn, only links are followed.
@preconcurrency @MainActor
open class WKWebView: UIView {
    /// Who decides where it may go.
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    /// How it is set up.
    public let configuration: WKWebViewConfiguration
    /// The page that is shown.
    open var url: URL? { history.last }

    /// The pages that were shown, the first one first.
    ///
    /// - Source: ours, not Apple's.
    public private(set) var history: [URL] = []

    private let mistakesMade = NavigationMistakes(device: CurrentDevice.device)

    /// A web view with a frame.
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.configuration = configuration
        super.init(frame: frame)
    }

    /// A web view with a frame.
    public override convenience init(frame: CGRect) {
        self.init(frame: frame, configuration: WKWebViewConfiguration())
    }

    /// A web view as an archive has it; here, a fresh one.
    public required init?(coder: NSCoder) {
        configuration = WKWebViewConfiguration()
        super.init(coder: coder)
    }

    /// What the app did wrong about links, on whatever thread.
    ///
    /// - Source: ours, not Apple's: WebKit raises an exception for a handler that is called twice
    ///   or never.
    public var mistakes: [AppMistake] { mistakesMade.all }

    /// Goes to a page, if the delegate lets it.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        let navigation = WKNavigation()
        Task.immediate { await self.go(to: request, for: .other, as: navigation) }
        return navigation
    }

    /// Follows a link of the page as a person does, and says what was decided about it.
    ///
    /// - Returns: Nil where nobody decided, upon which the link is not followed.
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

    /// Asks the delegate in the newest form that it has; without one, every link is followed.
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

    /// Asks with a handler, and says whether the delegate has such a method.
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
    /// The scheme of a link reaches an app in lower case, however the page has it (mission 6.6).
    ///
    /// - Source: WHATWG, *URL*, the scheme state.
    fileprivate var asBrowsersHaveIt: URL {
        guard let scheme, let rest = absoluteString.firstIndex(of: ":") else { return self }
        return URL(string: scheme.lowercased() + absoluteString[rest...]) ?? self
    }
}

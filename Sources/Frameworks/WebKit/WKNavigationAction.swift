/// The cause of a navigation.
public enum WKNavigationType: Int, Sendable {
    /// A link was followed.
    case linkActivated = 0
    /// A form was sent.
    case formSubmitted = 1
    /// The user went back or forward.
    case backForward = 2
    /// The page was reloaded.
    case reload = 3
    /// A form was sent again.
    case formResubmitted = 4
    /// Another cause, such as the app's own request.
    case other = -1
}

/// The decision about a navigation.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// The navigation is cancelled.
    case cancel = 0
    /// The navigation is allowed.
    case allow = 1
    /// The target is downloaded; here the navigation is cancelled.
    case download = 2
}

/// A frame of a page.
@preconcurrency @MainActor
open class WKFrameInfo: NSObject {
    /// Whether it is the main frame.
    open var isMainFrame: Bool { true }
}

/// A navigation that a web view is about to make.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// The request.
    open var request: URLRequest { asked }
    /// The cause.
    open var navigationType: WKNavigationType { type }
    /// The frame in which the target is shown.
    open var targetFrame: WKFrameInfo? { frame }
    /// The frame with the link.
    open var sourceFrame: WKFrameInfo { frame }

    private let asked: URLRequest
    private let type: WKNavigationType
    private let frame = WKFrameInfo()

    init(_ request: URLRequest, _ type: WKNavigationType) {
        asked = request
        self.type = type
        super.init()
    }
}

/// A web view's navigation to one page.
@preconcurrency @MainActor
open class WKNavigation: NSObject {}

/// Why a web view goes somewhere.
public enum WKNavigationType: Int, Sendable {
    /// A link was followed.
    case linkActivated = 0
    /// A form was sent.
    case formSubmitted = 1
    /// A page that was seen before.
    case backForward = 2
    /// The page again.
    case reload = 3
    /// A form was sent again.
    case formResubmitted = 4
    /// Something else, such as the app's own request.
    case other = -1
}

/// Whether a web view may go somewhere.
public enum WKNavigationActionPolicy: Int, Sendable {
    /// It stays where it is.
    case cancel = 0
    /// It goes.
    case allow = 1
    /// It fetches a file; here, it stays where it is.
    case download = 2
}

/// A part of a page.
@preconcurrency @MainActor
open class WKFrameInfo: NSObject {
    /// Whether it is the whole page.
    open var isMainFrame: Bool { true }
}

/// Somewhere that a web view is about to go.
@preconcurrency @MainActor
open class WKNavigationAction: NSObject {
    /// What would be asked for.
    open var request: URLRequest { asked }
    /// Why.
    open var navigationType: WKNavigationType { type }
    /// Where it would be shown.
    open var targetFrame: WKFrameInfo? { frame }
    /// Where the link is.
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

/// One way of a web view's to one page.
@preconcurrency @MainActor
open class WKNavigation: NSObject {}

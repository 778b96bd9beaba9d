/// A transition from one view controller to another.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
    /// The app's identifier.
    public let identifier: String?
    /// The view controller where it begins.
    public let source: UIViewController
    /// The view controller where it ends.
    public let destination: UIViewController

    private let performHandler: (() -> Void)?

    /// Creates a segue; without a handler it presents its destination.
    public init(
        identifier: String?,
        source: UIViewController,
        destination: UIViewController,
        performHandler: (() -> Void)? = nil
    ) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
        self.performHandler = performHandler
        super.init()
    }

    /// Performs the transition.
    open func perform() {
        if let performHandler {
            performHandler()
        } else {
            source.present(destination, animated: true)
        }
    }
}

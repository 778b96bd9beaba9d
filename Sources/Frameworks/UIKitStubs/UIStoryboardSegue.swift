/// A way from one view controller to the next.
@preconcurrency @MainActor
open class UIStoryboardSegue: NSObject {
    /// The app's name for it.
    public let identifier: String?
    /// Where it begins.
    public let source: UIViewController
    /// Where it leads.
    public let destination: UIViewController

    private let performHandler: (() -> Void)?

    /// A way; without a handler it presents its destination.
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

    /// Goes it.
    open func perform() {
        if let performHandler {
            performHandler()
        } else {
            source.present(destination, animated: true)
        }
    }
}

/// A window of an app.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// The view controller whose view fills the window.
    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.leaveWindow()
            if isShown { rootViewController?.enter(self) }
        }
    }

    private var isShown = false
    /// Whether it receives keyboard input.
    open private(set) var isKeyWindow = false
    /// The scene that contains it.
    open weak var windowScene: UIWindowScene?

    /// Creates a window in a scene.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: .zero)
        self.windowScene = windowScene
    }

    /// The window itself.
    open override var window: UIWindow? { self }

    /// Shows it in front; the root's view appears.
    open func makeKeyAndVisible() {
        UIApplication.shared.show(self)
        isKeyWindow = true
        isHidden = false
        guard !isShown else { return }
        isShown = true
        rootViewController?.enter(self)
    }

    /// Stops receiving keyboard input.
    func resignKey() { isKeyWindow = false }
}

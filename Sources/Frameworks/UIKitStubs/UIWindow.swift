/// What an app shows everything in.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// Whose view fills it.
    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.leaveWindow()
            if isShown { rootViewController?.enter(self) }
        }
    }

    private var isShown = false
    /// Whether it takes the keyboard's input.
    open private(set) var isKeyWindow = false
    /// The scene that it is in.
    open weak var windowScene: UIWindowScene?

    /// A window of a scene.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: .zero)
        self.windowScene = windowScene
    }

    /// Itself.
    open override var window: UIWindow? { self }

    /// Shows it, in front; the root's view appears.
    open func makeKeyAndVisible() {
        UIApplication.shared.show(self)
        isKeyWindow = true
        isHidden = false
        guard !isShown else { return }
        isShown = true
        rootViewController?.enter(self)
    }

    /// Takes the keyboard's input no more.
    func resignKey() { isKeyWindow = false }
}

/// What an app shows everything in.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// Whose view fills it.
    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.leaveWindow()
            if isKeyWindow { rootViewController?.enter(self) }
        }
    }

    /// Whether it takes the keyboard's input.
    open private(set) var isKeyWindow = false

    /// Itself.
    open override var window: UIWindow? { self }

    /// Shows it, in front; the root's view appears.
    open func makeKeyAndVisible() {
        guard !isKeyWindow else { return }
        isKeyWindow = true
        rootViewController?.enter(self)
    }
}

/// A scene: one instance of an app's user interface.
@preconcurrency @MainActor
open class UIScene: NSObject {
    /// Whether it is active; here it always is.
    open var activationState: ActivationState { .foregroundActive }

    /// The state of a scene.
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In the foreground and active.
        case foregroundActive = 0
        /// In the foreground and inactive.
        case foregroundInactive = 1
        /// In the background.
        case background = 2
    }
}

/// A scene with windows.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    private struct Shown {
        weak var window: UIWindow?
    }

    private var shown: [Shown] = []

    /// Its visible windows, the rearmost first.
    open var windows: [UIWindow] { shown.compactMap(\.window) }
    /// The window that receives keyboard input.
    open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

    /// Shows a window in front of the others, which stop receiving keyboard input.
    func show(_ window: UIWindow) {
        for other in windows where other !== window { other.resignKey() }
        shown.removeAll { $0.window == nil || $0.window === window }
        shown.append(Shown(window: window))
        window.windowScene = self
    }
}

/// One of the places on screen where an app shows itself.
@preconcurrency @MainActor
open class UIScene: NSObject {
    /// Whether it is seen and used; here, it always is.
    open var activationState: ActivationState { .foregroundActive }

    /// Where a scene stands.
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In front, and used.
        case foregroundActive = 0
        /// In front, and not used.
        case foregroundInactive = 1
        /// Behind others.
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

    /// Its windows that are shown, the rearmost first.
    open var windows: [UIWindow] { shown.compactMap(\.window) }
    /// The window that takes the keyboard's input.
    open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

    /// Has a window in front of the others, which take the keyboard's input no more.
    func show(_ window: UIWindow) {
        for other in windows where other !== window { other.resignKey() }
        shown.removeAll { $0.window == nil || $0.window === window }
        shown.append(Shown(window: window))
        window.windowScene = self
    }
}

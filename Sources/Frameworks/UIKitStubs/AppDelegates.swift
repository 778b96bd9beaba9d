/// The delegate of an app. Nothing calls it here but the app's tests.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The app's window.
    var window: UIWindow? { get set }

    /// Told that the app has started.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    /// None.
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
}

extension UIApplication {
    /// The key of a reason for which an app was started.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's text.
        public let rawValue: String

        /// Creates a key.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// The delegate of a scene. Nothing calls it here but the app's tests.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// Told that a scene is added.
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    )
}

extension UISceneDelegate {
    /// Does nothing.
    public func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}
}

/// The delegate of a scene with windows.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window.
    var window: UIWindow? { get set }
}

/// The system's record of a scene.
@preconcurrency @MainActor
open class UISceneSession: NSObject {}

extension UIScene {
    /// Why a scene was added.
    @preconcurrency @MainActor
    open class ConnectionOptions: NSObject {}
}

/// The object that presents a view controller.
@preconcurrency @MainActor
open class UIPresentationController: NSObject {
    /// The delegate.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
}

/// The delegate of a presentation. No user swipes a screen away here; only the app's tests call it.
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// Told that the user has dismissed the view controller.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    /// Does nothing.
    public func presentationControllerDidDismiss(
        _ presentationController: UIPresentationController
    ) {}
}

internal import PaymentSheet

/// The running app: its windows, and the URLs that it opens.
///
/// Each sandbox's phone has its own app, so that tests that run in parallel do not share windows.
/// Windows that are shown without a phone belong to the process.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// The app on the current device.
    public static var shared: UIApplication { RunningApps.app(on: CurrentDevice.device) }

    /// The scene of its windows.
    private let scene = UIWindowScene()

    /// The URLs that it opened in other apps, the first one first.
    ///
    /// - Source: ours, not Apple's.
    public private(set) var openedURLs: [URL] = []

    /// Its visible windows, the rearmost first.
    open var windows: [UIWindow] { scene.windows }
    /// The window that receives keyboard input.
    open var keyWindow: UIWindow? { scene.keyWindow }
    /// Its scenes; here there is always one.
    open var connectedScenes: Set<UIScene> { [scene] }
    /// The app's delegate: nil, unless the app or its test sets it. It is not kept alive.
    open weak var delegate: (any UIApplicationDelegate)?
    /// Whether it is active; here it always is.
    open var applicationState: State { .active }

    /// The state of an app.
    public enum State: Int, Sendable {
        /// In the foreground and active.
        case active = 0
        /// In the foreground and inactive.
        case inactive = 1
        /// In the background.
        case background = 2
    }

    /// The key of an option for opening a URL; none has an effect here.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's text.
        public let rawValue: String

        /// Creates a key.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whether an app can open a URL: always true here.
    open func canOpenURL(_ url: URL) -> Bool { true }

    /// Opens a URL in another app; here it is recorded in ``openedURLs``.
    open func open(
        _ url: URL,
        options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        openedURLs.append(url)
        completion?(true)
    }

    func show(_ window: UIWindow) { scene.show(window) }
}

/// The app of each device.
@MainActor
private enum RunningApps {
    private struct Running {
        weak var device: (any PaymentDevice)?
        let app: UIApplication
    }

    private static let withoutDevice = UIApplication()
    private static var running: [Running] = []

    static func app(on device: (any PaymentDevice)?) -> UIApplication {
        guard let device else { return withoutDevice }
        if let known = running.first(where: { $0.device === device }) { return known.app }
        running.removeAll { $0.device == nil }
        let app = UIApplication()
        running.append(Running(device: device, app: app))
        return app
    }
}

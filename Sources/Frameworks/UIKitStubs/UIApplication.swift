internal import PaymentDevice

/// The app that runs: its windows, and the addresses that it has others open.
///
/// Each sandbox's phone has its own, so that apps in tests that run side by side do not find each
/// other's windows. Windows that are shown on no phone are the process's.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// The app on the device that this code runs on.
    public static var shared: UIApplication { RunningApps.app(on: CurrentDevice.device) }

    /// The scene that its windows are in.
    private let scene = UIWindowScene()

    /// The addresses that it had others open, such as a browser; the first comes first.
    ///
    /// - Source: ours, not Apple's.
    public private(set) var openedURLs: [URL] = []

    /// Its windows that are shown, the rearmost first.
    open var windows: [UIWindow] { scene.windows }
    /// The window that takes the keyboard's input.
    open var keyWindow: UIWindow? { scene.keyWindow }
    /// Its scenes; here, there is always one.
    open var connectedScenes: Set<UIScene> { [scene] }
    /// Whether it is in front; here, it always is.
    open var applicationState: State { .active }

    /// Where an app stands among others.
    public enum State: Int, Sendable {
        /// In front.
        case active = 0
        /// In front, and not used.
        case inactive = 1
        /// Behind others.
        case background = 2
    }

    /// The key of a choice at opening an address; none has an effect here.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Whether somebody would open an address; here, anybody opens anything.
    open func canOpenURL(_ url: URL) -> Bool { true }

    /// Has somebody open an address; here, notes it in ``openedURLs``.
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

/// The app of each device that there is.
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

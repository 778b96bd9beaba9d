/// Manages a view, and presents other view controllers.
///
/// Presenting and dismissing take effect before the calls return: there are no animations here.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?

    /// The title.
    open var title: String?
    /// The style of presentation.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// The view controller that it presents.
    open private(set) var presentedViewController: UIViewController?
    private weak var presenter: UIViewController?
    /// The view controller that presents it, or that presents the one that contains it.
    open var presentingViewController: UIViewController? {
        presenter ?? parent?.presentingViewController
    }
    /// Whether it and what it contains are light or dark, whatever is around it.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet { tellTraits(before: oldValue) }
    }
    /// The object that presents it.
    open private(set) lazy var presentationController: UIPresentationController? =
        UIPresentationController()
    /// Whether it is being presented.
    open private(set) var isBeingPresented = false
    /// Whether it is being dismissed.
    open private(set) var isBeingDismissed = false

    /// The view controller that contains it.
    open internal(set) weak var parent: UIViewController?
    /// The view controllers that it contains; they come on screen and leave it as it does.
    open internal(set) var children: [UIViewController] = []
    var isOnScreen = false
    /// The children that appear and disappear with it.
    var shownChildren: [UIViewController] { children }

    /// The navigation controller that contains it.
    open var navigationController: UINavigationController? {
        parent as? UINavigationController ?? parent?.navigationController
    }
    /// Its content of the navigation bar.
    open private(set) lazy var navigationItem = UINavigationItem()

    /// The view controllers whose presentation was refused because another was presented already.
    ///
    /// - Source: ours, not Apple's: UIKit writes a line to the log and presents nothing.
    public private(set) var refusedPresentations: [UIViewController] = []

    var segueDestinations: [String: () -> UIViewController] = [:]

    /// Creates a view controller; there are no nibs here, and both arguments are ignored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init()
    }

    /// Creates a view controller.
    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }

    /// Creates a view controller; nothing is decoded.
    public required init?(coder: NSCoder) {
        super.init()
    }

    // Apple's property has this type.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Its view, which is loaded when first used.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }

    /// Its view, if it is loaded.
    open var viewIfLoaded: UIView? { loadedView }
    /// Whether its view is loaded.
    open var isViewLoaded: Bool { loadedView != nil }

    /// The superview of its view, or the presenting view controller.
    open override var next: UIResponder? { loadedView?.superview ?? presentingViewController }

    /// Loads its view, unless it is loaded.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil { view = UIView() }
        viewDidLoad()
    }

    /// Creates its view; for subclasses to override.
    open func loadView() { view = UIView() }

    /// Called after its view is loaded.
    open func viewDidLoad() {}
    /// Called before `layoutIfNeeded` lays out its view's content.
    open func viewWillLayoutSubviews() {}
    /// Called after `layoutIfNeeded` has laid out its view's content.
    open func viewDidLayoutSubviews() {}
    /// Called before its view appears.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called after its view appeared.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before its view disappears.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called after its view disappeared.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Told when it has become light or dark.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Told when there is little memory, which does not happen here.
    open func didReceiveMemoryWarning() {}
    /// Told before it is contained by another, or by none any more.
    open func willMove(toParent parent: UIViewController?) {}
    /// Told when it is contained by another, or by none any more.
    open func didMove(toParent parent: UIViewController?) {}

    /// How the bar with the time and the battery looks over it; kept, and without effect here.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Says that ``preferredStatusBarStyle`` is another.
    open func setNeedsStatusBarAppearanceUpdate() {}

    /// Presents a view controller; does nothing if it presents one already.
    open func present(
        _ viewControllerToPresent: UIViewController,
        animated flag: Bool,
        completion: (() -> Void)? = nil
    ) {
        guard presentedViewController == nil,
            viewControllerToPresent.presentingViewController == nil,
            viewControllerToPresent.parent == nil,
            viewControllerToPresent !== self
        else {
            refusedPresentations.append(viewControllerToPresent)
            return
        }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presenter = self
        viewControllerToPresent.isBeingPresented = true
        viewControllerToPresent.appear(animated: flag)
        viewControllerToPresent.isBeingPresented = false
        completion?()
    }

    /// Dismisses the view controller that it presents; if there is none, itself.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        let shower = presentedViewController == nil ? presentingViewController : self
        shower?.takeAwayPresented(animated: flag)
        completion?()
    }

    /// Performs one of the app's segues, after ``prepare(for:sender:)``.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        let segue = UIStoryboardSegue(
            identifier: identifier,
            source: self,
            destination: segueDestinations[identifier]?() ?? UIViewController()
        )
        prepare(for: segue, sender: sender)
        segue.perform()
    }

    /// Called before a segue is performed.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    private func takeAwayPresented(animated: Bool) {
        guard let leaving = presentedViewController else { return }
        leaving.takeAwayPresented(animated: animated)
        leaving.isBeingDismissed = true
        leaving.disappear(animated: animated) {
            presentedViewController = nil
            leaving.presenter = nil
        }
        leaving.isBeingDismissed = false
    }

    func showChild(_ child: UIViewController, animated: Bool) { child.appear(animated: animated) }

    func enter(_ window: UIWindow) {
        loadViewIfNeeded()
        if let loadedView { window.addSubview(loadedView) }
        appear(animated: false)
    }

    func leaveWindow() {
        guard let loadedView, loadedView.superview != nil else { return }
        disappear(animated: false) { loadedView.removeFromSuperview() }
    }
}

/// The style of a presentation; it is stored and has no effect.
public enum UIModalPresentationStyle: Int, Sendable {
    /// The system's default.
    case automatic = -2
    /// Full screen.
    case fullScreen = 0
    /// As a page.
    case pageSheet = 1
    /// As a form.
    case formSheet = 2
    /// Over the content below, which stays visible around it.
    case overFullScreen = 5
}

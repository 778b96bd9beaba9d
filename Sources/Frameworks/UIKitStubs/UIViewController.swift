/// What looks after a view, and shows others.
///
/// Presenting and dismissing are done when the calls return: there are no animations here.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    private var loadedView: UIView?

    /// The words over it.
    open var title: String?
    /// How it lies over the one that shows it.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// What it shows over itself.
    open private(set) var presentedViewController: UIViewController?
    private weak var presenter: UIViewController?
    /// What shows it, or the view controller that contains it.
    open var presentingViewController: UIViewController? {
        presenter ?? parent?.presentingViewController
    }
    /// Whether it is coming on screen.
    open private(set) var isBeingPresented = false
    /// Whether it is leaving the screen.
    open private(set) var isBeingDismissed = false

    /// The view controller that contains it.
    open internal(set) weak var parent: UIViewController?
    /// The view controllers that it contains; they come on screen and leave it as it does.
    open internal(set) var children: [UIViewController] = []
    var isOnScreen = false

    /// The stack that it is in.
    open internal(set) weak var navigationController: UINavigationController?
    /// What it puts into the bar over that stack.
    open private(set) lazy var navigationItem = UINavigationItem()

    /// What was to be presented while something was already, and therefore was not.
    ///
    /// - Source: ours, not Apple's: UIKit writes a line to the log and presents nothing.
    public private(set) var refusedPresentations: [UIViewController] = []

    var segueDestinations: [String: () -> UIViewController] = [:]

    /// A view controller; there are no nibs here, and the names are not looked at.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init()
    }

    /// A view controller.
    public convenience override init() {
        self.init(nibName: nil, bundle: nil)
    }

    /// A view controller as an archive has it; here, a fresh one.
    public required init?(coder: NSCoder) {
        super.init()
    }

    // Apple's property has this type.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Its view, which is made when first asked for.
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

    /// Its view, if it was made.
    open var viewIfLoaded: UIView? { loadedView }
    /// Whether its view was made.
    open var isViewLoaded: Bool { loadedView != nil }

    /// The view that holds its view, or what shows it.
    open override var next: UIResponder? { loadedView?.superview ?? presentingViewController }

    /// Makes its view, unless it is made.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil { view = UIView() }
        viewDidLoad()
    }

    /// Where a subclass makes its view.
    open func loadView() { view = UIView() }

    /// Told when its view is made.
    open func viewDidLoad() {}
    /// Told before its view comes on screen.
    open func viewWillAppear(_ animated: Bool) {}
    /// Told when its view is on screen.
    open func viewDidAppear(_ animated: Bool) {}
    /// Told before its view leaves the screen.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Told when its view has left the screen.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Told before it is contained by another, or by none any more.
    open func willMove(toParent parent: UIViewController?) {}
    /// Told when it is contained by another, or by none any more.
    open func didMove(toParent parent: UIViewController?) {}

    /// How the bar with the time and the battery looks over it; kept, and without effect here.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Says that ``preferredStatusBarStyle`` is another.
    open func setNeedsStatusBarAppearanceUpdate() {}

    /// Shows another over itself; does nothing where it shows one already.
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

    /// Takes away what it shows over itself; where that is nothing, itself.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        let shower = presentedViewController == nil ? presentingViewController : self
        shower?.takeAwayPresented(animated: flag)
        completion?()
    }

    /// Goes a way of the app's, after ``prepare(for:sender:)``.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        let segue = UIStoryboardSegue(
            identifier: identifier,
            source: self,
            destination: segueDestinations[identifier]?() ?? UIViewController()
        )
        prepare(for: segue, sender: sender)
        segue.perform()
    }

    /// Told before a way is gone.
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

/// How a view controller lies over the one that shows it; kept, and without effect here.
public enum UIModalPresentationStyle: Int, Sendable {
    /// As the system has it.
    case automatic = -2
    /// Over everything.
    case fullScreen = 0
    /// As a page.
    case pageSheet = 1
    /// As a form.
    case formSheet = 2
    /// Over what lies below, which is seen around it.
    case overFullScreen = 5
}

/// A stack of view controllers, of which the last is visible. The others have disappeared.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
    /// The stack, the root first: its children.
    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The delegate.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// The bar over the stack.
    open private(set) lazy var navigationBar = UINavigationBar()

    override var shownChildren: [UIViewController] { [topViewController].compactMap(\.self) }

    /// Creates a stack with a root.
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    /// The last of the stack.
    open var topViewController: UIViewController? { viewControllers.last }
    /// The visible view controller: the last of the stack, or one that it presents.
    open var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Whether the bar is not seen.
    open var isNavigationBarHidden: Bool {
        get { navigationBar.isHidden }
        set { navigationBar.isHidden = newValue }
    }

    /// Shows the bar, or hides it.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        isNavigationBarHidden = hidden
    }

    /// Replaces the stack. Only what was visible disappears, and only what is visible then appears.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let change = {
            let gone = self.children.filter { !viewControllers.contains($0) }
            let new = viewControllers.filter { !self.children.contains($0) }
            for each in new { each.willMove(toParent: self) }
            self.children = viewControllers
            for each in gone { each.parent = nil }
            for each in new { each.parent = self }
            for each in gone { each.didMove(toParent: nil) }
        }
        let covered = topViewController
        guard isOnScreen, covered !== viewControllers.last else { return change() }
        if let covered { covered.disappear(animated: animated, change) } else { change() }
        for shown in shownChildren { showChild(shown, animated: animated) }
    }

    /// Pushes a view controller on the stack.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !viewControllers.contains(viewController) else { return }
        setViewControllers(viewControllers + [viewController], animated: animated)
    }

    /// Removes the last of the stack, unless it is the root.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        viewControllers.dropLast().last.flatMap {
            popToViewController($0, animated: animated)?.last
        }
    }

    /// Removes all but the root from the stack.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        viewControllers.first.flatMap { popToViewController($0, animated: animated) }
    }

    /// Removes all that are above a view controller of the stack; nil if none is.
    @discardableResult
    open func popToViewController(
        _ viewController: UIViewController,
        animated: Bool
    ) -> [UIViewController]? {
        guard let place = viewControllers.firstIndex(of: viewController),
            viewController !== topViewController
        else { return nil }
        let taken = Array(viewControllers[(place + 1)...])
        setViewControllers(Array(viewControllers[...place]), animated: animated)
        return taken
    }

    override func showChild(_ child: UIViewController, animated: Bool) {
        delegate?.navigationController(self, willShow: child, animated: animated)
        super.showChild(child, animated: animated)
        delegate?.navigationController(self, didShow: child, animated: animated)
    }
}

/// The delegate of a stack of view controllers. All methods are optional.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {
    /// Told before a view controller is shown.
    func navigationController(
        _ navigationController: UINavigationController,
        willShow viewController: UIViewController,
        animated: Bool
    )
    /// Told after a view controller is shown.
    func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController,
        animated: Bool
    )
}

extension UINavigationControllerDelegate {
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController,
        willShow viewController: UIViewController,
        animated: Bool
    ) {}
    /// Does nothing.
    public func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController,
        animated: Bool
    ) {}
}

/// The bar over a stack of view controllers.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    /// Whether titles in it are large, where the view controller agrees.
    open var prefersLargeTitles = false
    /// Its colour.
    open var barTintColor: UIColor?
}

/// The content of the navigation bar for a view controller.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// The title.
    open var title: String?
    /// Whether its title is large; it is stored and has no effect.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// The item on the left.
    open var leftBarButtonItem: UIBarButtonItem?
    /// The item on the right.
    open var rightBarButtonItem: UIBarButtonItem?

    /// Whether a title is large.
    public enum LargeTitleDisplayMode: Int, Sendable {
        /// As the item before it.
        case automatic = 0
        /// Always.
        case always = 1
        /// Never.
        case never = 2
    }
}

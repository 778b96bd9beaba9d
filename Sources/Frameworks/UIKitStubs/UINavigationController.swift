/// A stack of view controllers, of which the last is visible.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
    /// The stack, the root first.
    open private(set) var viewControllers: [UIViewController] = []
    /// The delegate.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// The bar over the stack.
    open private(set) lazy var navigationBar = UINavigationBar()

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

    /// Pushes a view controller on the stack.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !viewControllers.contains(where: { $0 === viewController }) else { return }
        let covered = topViewController
        viewController.navigationController = self
        let push = {
            self.viewControllers.append(viewController)
            self.show(viewController, animated)
        }
        if let covered { covered.disappear(animated: animated, push) } else { push() }
    }

    /// Removes the last of the stack, unless it is the root.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard viewControllers.count > 1, let leaving = viewControllers.popLast() else { return nil }
        leaving.disappear(animated: animated) {
            leaving.navigationController = nil
            if let topViewController { show(topViewController, animated) }
        }
        return leaving
    }

    private func show(_ viewController: UIViewController, _ animated: Bool) {
        delegate?.navigationController(self, willShow: viewController, animated: animated)
        viewController.appear(animated: animated)
        delegate?.navigationController(self, didShow: viewController, animated: animated)
    }

    /// Removes all but the root from the stack.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard viewControllers.count > 1 else { return nil }
        var taken: [UIViewController] = []
        while let leaving = popViewController(animated: animated) { taken.insert(leaving, at: 0) }
        return taken
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

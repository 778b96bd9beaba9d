/// A stack of view controllers, of which the last is seen.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
    /// The stack, the first at its foot.
    open private(set) var viewControllers: [UIViewController] = []

    /// A stack of one.
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    /// What is seen of the stack.
    open var topViewController: UIViewController? { viewControllers.last }
    /// What is seen, which may lie over the stack.
    open var visibleViewController: UIViewController? {
        presentedViewController ?? topViewController
    }

    /// Puts another on the stack.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !viewControllers.contains(where: { $0 === viewController }) else { return }
        let covered = topViewController
        viewController.navigationController = self
        covered?.viewWillDisappear(animated)
        viewControllers.append(viewController)
        viewController.appear(animated: animated)
        covered?.viewDidDisappear(animated)
    }

    /// Takes the last off the stack, unless it is alone there.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard viewControllers.count > 1, let leaving = viewControllers.popLast() else { return nil }
        leaving.viewWillDisappear(animated)
        leaving.navigationController = nil
        topViewController?.appear(animated: animated)
        leaving.viewDidDisappear(animated)
        return leaving
    }

    /// Takes all but the first off the stack.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard viewControllers.count > 1 else { return nil }
        var taken: [UIViewController] = []
        while let leaving = popViewController(animated: animated) { taken.insert(leaving, at: 0) }
        return taken
    }
}

/// What a view controller puts into the bar over a stack.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// The words in the bar.
    open var title: String?
    /// What is on the left.
    open var leftBarButtonItem: UIBarButtonItem?
    /// What is on the right.
    open var rightBarButtonItem: UIBarButtonItem?
}

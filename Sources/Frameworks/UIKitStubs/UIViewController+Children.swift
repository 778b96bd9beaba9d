extension UIViewController {
    /// Contains a view controller, whose view the app adds to its own.
    ///
    /// UIKit tells a child of its appearance when its view enters a window. Here it is told when it
    /// is added, if the parent is on screen, and with the parent after that.
    public func addChild(_ childController: UIViewController) {
        guard childController.parent !== self else { return }
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
        if isOnScreen { showChild(childController, animated: false) }
    }

    /// Is contained no more; the app removes the view.
    public func removeFromParent() {
        guard let parent else { return }
        if isOnScreen { disappear(animated: false) {} }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    func appear(animated: Bool) {
        loadViewIfNeeded()
        viewWillAppear(animated)
        isOnScreen = true
        for child in shownChildren { showChild(child, animated: animated) }
        viewDidAppear(animated)
    }

    func disappear(animated: Bool, _ leave: () -> Void) {
        viewWillDisappear(animated)
        isOnScreen = false
        for child in shownChildren { child.disappear(animated: animated) {} }
        leave()
        viewDidDisappear(animated)
    }
}

/// How the bar with the time and the battery looks.
public enum UIStatusBarStyle: Int, Sendable {
    /// As the appearance of the screen asks.
    case `default` = 0
    /// Light, over a dark screen.
    case lightContent = 1
    /// Dark, over a light screen.
    case darkContent = 3
}

import Testing
import UIKitStubs

@MainActor
@Suite("The UIKit parts of checkout screens")
struct ScreenTests {
    @Test func `an alert is dismissed before its handler is called`() {
        let root = UIViewController()
        var heard: [String] = []
        let alert = UIAlertController(title: "Thanks", message: "Paid", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.addAction(
            UIAlertAction(title: "OK", style: .default) { action in
                heard.append("\(action.title ?? ""), \(root.presentedViewController == nil)")
            }
        )
        #expect(!alert.answer("OK"), "it is not on screen")
        root.present(alert, animated: true)
        #expect(!alert.answer("Perhaps"), "there is no such answer")
        #expect(alert.answer("OK"))
        #expect(heard == ["OK, true"])
        root.present(alert, animated: true)
        alert.actions[1].isEnabled = false
        #expect(!alert.answer("OK"), "it cannot be given")
        #expect(alert.answer("Cancel"))
        #expect(root.presentedViewController == nil)
    }

    @Test func `a stack shows its last, and gives it back`() {
        final class Page: UIViewController {
            var log: [String] = []
            override func viewDidAppear(_ animated: Bool) { log.append("appears") }
            override func viewDidDisappear(_ animated: Bool) { log.append("disappears") }
        }
        let (cart, checkout) = (Page(), Page())
        let stack = UINavigationController(rootViewController: cart)
        #expect(cart.log.isEmpty && cart.parent === stack, "the stack is not shown yet")
        let window = UIWindow()
        window.rootViewController = stack
        window.makeKeyAndVisible()
        stack.pushViewController(checkout, animated: true)
        stack.pushViewController(checkout, animated: true)
        #expect(stack.viewControllers == [cart, checkout])
        #expect(stack.topViewController === checkout)
        #expect(checkout.navigationController === stack)
        #expect(cart.log == ["appears", "disappears"])
        #expect(stack.popViewController(animated: true) === checkout)
        #expect(checkout.navigationController == nil)
        #expect(checkout.log == ["appears", "disappears"])
        #expect(cart.log == ["appears", "disappears", "appears"])
        #expect(stack.popViewController(animated: true) == nil, "the first stays")
        #expect(stack.popToRootViewController(animated: true) == nil)
        stack.pushViewController(checkout, animated: false)
        stack.pushViewController(Page(), animated: false)
        let before = checkout.log
        #expect(stack.popToRootViewController(animated: false)?.count == 2)
        #expect(stack.visibleViewController === cart)
        #expect(checkout.log == before, "it is not seen on the way to the root")
        stack.viewControllers = [cart, checkout]
        window.rootViewController = nil
        #expect(checkout.log == before + ["appears", "disappears"])
    }

    @Test func `constraints are made from parts of views as well`() {
        let (view, button) = (UIView(), UIButton())
        let constraint = button.leadingAnchor.constraint(
            equalTo: view.safeAreaLayoutGuide.leadingAnchor,
            constant: 16
        )
        constraint.priority = .defaultHigh
        NSLayoutConstraint.activate([constraint])
        #expect(constraint.isActive)
        #expect(constraint.firstItem === button)
        #expect(constraint.secondItem === view.safeAreaLayoutGuide)
        #expect(constraint.secondAttribute == .leading)
        #expect(constraint.constant == 16)
    }

    @Test func `an activity indicator is visible while it is animating`() {
        let busy = UIActivityIndicatorView(style: .large)
        #expect(busy.isHidden)
        busy.startAnimating()
        #expect(busy.isAnimating && !busy.isHidden)
        busy.stopAnimating()
        #expect(busy.isHidden)
        busy.hidesWhenStopped = false
        #expect(!busy.isHidden)
    }

    @Test func `fonts are equal where size and weight are`() {
        #expect(UIFont.boldSystemFont(ofSize: 12) == .systemFont(ofSize: 12, weight: .bold))
        #expect(UIFont.boldSystemFont(ofSize: 12) != .systemFont(ofSize: 12))
        #expect(UIFont.systemFont(ofSize: 13) != .systemFont(ofSize: 12))
        let label = UILabel()
        label.font = .preferredFont(forTextStyle: .body)
        #expect(label.font == .systemFont(ofSize: 17))
    }

    @Test func `animated views change at once`() {
        let view = UIView()
        var isDone = false
        UIView.animate(withDuration: 0.3, animations: { view.alpha = 0 }) { isDone = $0 }
        #expect(view.alpha == 0)
        #expect(isDone)
    }
}

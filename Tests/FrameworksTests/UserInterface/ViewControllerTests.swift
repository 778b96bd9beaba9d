import Testing
import UIKitStubs

@MainActor
@Suite("View controllers without a screen")
struct ViewControllerTests {
    final class Recorder: UIViewController {
        var log: [String] = []
        var prepared: UIStoryboardSegue?

        override func viewDidLoad() { log.append("didLoad") }
        override func viewWillAppear(_ animated: Bool) { log.append("willAppear") }
        override func viewDidAppear(_ animated: Bool) { log.append("didAppear") }
        override func viewWillDisappear(_ animated: Bool) { log.append("willDisappear") }
        override func viewDidDisappear(_ animated: Bool) { log.append("didDisappear") }
        override func prepare(for segue: UIStoryboardSegue, sender: Any?) { prepared = segue }
    }

    @Test func `load their view once, when it is first asked for`() {
        let controller = Recorder()
        #expect(!controller.isViewLoaded)
        controller.view.addSubview(UILabel())
        controller.loadViewIfNeeded()
        #expect(controller.log == ["didLoad"])
        #expect(controller.view.subviews.count == 1)
    }

    @Test func `present and dismiss view controllers in UIKit's order`() {
        let root = UIViewController()
        let shown = Recorder()
        var completions = 0
        root.present(shown, animated: true) { completions += 1 }
        #expect(root.presentedViewController === shown)
        #expect(shown.presentingViewController === root)
        shown.dismiss(animated: true) { completions += 1 }
        #expect(root.presentedViewController == nil)
        #expect(completions == 2)
        root.present(shown, animated: false)
        root.dismiss(animated: false)
        let once = ["willAppear", "didAppear", "willDisappear", "didDisappear"]
        #expect(shown.log == ["didLoad"] + once + once)
    }

    @Test func `present one at a time, and dismiss everything above`() {
        let (root, first, second) = (UIViewController(), Recorder(), Recorder())
        root.present(first, animated: false)
        root.present(second, animated: false)
        #expect(root.refusedPresentations == [second])
        #expect(second.log.isEmpty)
        first.present(second, animated: false)
        root.dismiss(animated: false)
        #expect(second.log.last == "didDisappear")
        #expect(first.log.last == "didDisappear")
        #expect(first.presentedViewController == nil)
    }

    @Test func `perform a segue to the destination that the test sets (mission 14.8)`() {
        let shop = Recorder()
        shop.addSegue(withIdentifier: "purchaseConfirmed") { Recorder() }
        shop.performSegue(withIdentifier: "purchaseConfirmed", sender: shop)
        #expect(shop.prepared?.identifier == "purchaseConfirmed")
        #expect(shop.prepared?.destination === shop.presentedViewController)
        #expect(shop.presentedViewController is Recorder)
    }

    @Test func `come on screen and leave it with the one that contains them`() {
        let (root, shown, child, late) = (UIViewController(), Recorder(), Recorder(), Recorder())
        shown.addChild(child)
        #expect(child.parent === shown && shown.children == [child])
        #expect(child.log.isEmpty)
        root.present(shown, animated: false)
        shown.addChild(late)
        let appeared = ["didLoad", "willAppear", "didAppear"]
        #expect(child.log == appeared && late.log == appeared)
        late.removeFromParent()
        #expect(late.log.suffix(2) == ["willDisappear", "didDisappear"])
        #expect(late.parent == nil && shown.children == [child])
        #expect(child.presentingViewController === root)
        child.dismiss(animated: false)
        #expect(root.presentedViewController == nil)
        #expect(child.log.suffix(2) == ["willDisappear", "didDisappear"])
    }

    @Test func `hide the bar of their stack, and say how the bar over the screen looks`() {
        let stack = UINavigationController(rootViewController: Recorder())
        stack.setNavigationBarHidden(true, animated: true)
        #expect(stack.isNavigationBarHidden && stack.navigationBar.isHidden)
        #expect(stack.preferredStatusBarStyle == .default)
    }

    @Test func `appear when their window is shown`() {
        let window = UIWindow(frame: .zero)
        let root = Recorder()
        window.rootViewController = root
        #expect(root.log.isEmpty)
        window.makeKeyAndVisible()
        #expect(root.log == ["didLoad", "willAppear", "didAppear"])
        #expect(root.view.window === window)
        window.rootViewController = nil
        #expect(root.log.suffix(2) == ["willDisappear", "didDisappear"])
    }
}

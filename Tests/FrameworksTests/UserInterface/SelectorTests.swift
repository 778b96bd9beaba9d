import Testing
import UIKit

@MainActor
@Suite("A selector")
struct SelectorTests {
    /// A screen with the selectors that the plugin AppFiles writes for its methods.
    private final class Screen: UIViewController {
        var calls: [String] = []

        static let pay = Selector("pay", { (target: Screen) in target.pay() })
        static let press = Selector(
            "press(_:)",
            { (target: Screen, sender) in target.press(sender) }
        )
        static let touch = Selector(
            "touch(_:for:)",
            { (target: Screen, sender, event) in target.touch(sender, for: event) }
        )
        static let anything = Selector(
            "anything(_:)",
            { (target: Screen, sender) in target.anything(sender) }
        )

        func pay() { calls.append("pay") }
        func press(_ sender: UIButton) { calls.append("press \(sender.tag)") }
        func touch(_ sender: UIControl, for event: UIEvent) { calls.append("touch \(sender.tag)") }
        func anything(_ sender: Any?) -> Bool {
            calls.append(sender.map { "\(type(of: $0))" } ?? "nothing")
            return true
        }
    }

    private let screen = Screen()
    private let button = UIButton()

    init() { button.tag = 7 }

    @Test func `is called by a control, with as many arguments as the method has`() {
        for action in [Screen.pay, Screen.press, Screen.touch, Screen.anything] {
            button.addTarget(screen, action: action, for: .touchUpInside)
        }
        button.addAction(UIAction { _ in screen.calls.append("closure") }, for: .touchUpInside)
        button.tap()
        #expect(screen.calls == ["pay", "press 7", "touch 7", "UIButton", "closure"])
    }

    @Test func `is called once, however often it was added, and not after it was removed`() {
        button.addTarget(screen, action: Screen.pay, for: .touchUpInside)
        button.addTarget(screen, action: Screen.pay, for: [.touchUpInside, .touchDown])
        button.sendActions(for: .touchUpInside)
        #expect(screen.calls == ["pay"])
        button.removeTarget(screen, action: Screen.press, for: .allEvents)
        button.removeTarget(screen, action: Screen.pay, for: .touchUpInside)
        button.sendActions(for: .touchUpInside)
        #expect(screen.calls == ["pay"])
        button.sendActions(for: .touchDown)
        #expect(screen.calls == ["pay", "pay"])
        button.removeTarget(nil, action: nil, for: .allEvents)
        button.sendActions(for: .touchDown)
        #expect(screen.calls == ["pay", "pay"])
    }

    @Test func `is sent to the first responder that has it, if there is no target`() {
        screen.view.addSubview(button)
        button.addTarget(nil, action: Screen.pay, for: .touchUpInside)
        button.tap()
        #expect(screen.calls == ["pay"])
    }

    @Test func `keeps no target alive`() {
        weak var gone: Screen?
        do {
            let screen = Screen()
            gone = screen
            button.addTarget(screen, action: Screen.pay, for: .touchUpInside)
            NotificationCenter.default.addObserver(
                screen,
                selector: Screen.anything,
                name: .init("gone"),
                object: nil
            )
        }
        #expect(gone == nil)
        button.tap()
        NotificationCenter.default.post(name: .init("gone"), object: nil)
    }

    @Test func `is called by a bar item and a gesture`() {
        let item = UIBarButtonItem(
            title: "Pay",
            style: .plain,
            target: screen,
            action: Screen.anything
        )
        item.tap()
        item.isEnabled = false
        item.tap()
        let gesture = UITapGestureRecognizer(target: screen, action: Screen.anything)
        gesture.recognize()
        #expect(screen.calls == ["UIBarButtonItem"])
        button.addGestureRecognizer(gesture)
        gesture.recognize()
        #expect(button.gestureRecognizers == [gesture] && gesture.view === button)
        button.removeGestureRecognizer(gesture)
        gesture.recognize()
        #expect(screen.calls == ["UIBarButtonItem", "UITapGestureRecognizer"])
    }

    @Test func `is called for notifications of its name and object, until its observer is removed`()
    {
        let (center, name) = (NotificationCenter(), Notification.Name("paid"))
        let sender = NSObject()
        center.addObserver(screen, selector: Screen.anything, name: name, object: sender)
        center.addObserver(screen, selector: Screen.pay, name: .init("other"), object: nil)
        center.post(name: name, object: nil)
        center.post(name: name, object: sender)
        #expect(screen.calls == ["Notification"])
        center.removeObserver(screen, name: name, object: nil)
        center.post(name: name, object: sender)
        center.post(name: .init("other"), object: nil)
        #expect(screen.calls == ["Notification", "pay"])
        center.removeObserver(screen)
        center.post(name: .init("other"), object: nil)
        #expect(screen.calls == ["Notification", "pay"])

        let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
            Issue.record("called after it was removed")
        }
        center.removeObserver(token)
        center.post(name: name, object: nil)
    }

    @Test func `is performed at once on the main thread, and later from another`() async {
        screen.perform(Screen.anything)
        screen.perform(Screen.anything, with: 1)
        #expect(screen.calls == ["nothing", "Int"])
        let (screen, pay) = (screen, Screen.pay)
        await withCheckedContinuation { done in
            let finish = Selector("finish", { (_: Screen) in done.resume() })
            DispatchQueue.global().async {
                screen.perform(pay, with: nil)
                screen.perform(finish, with: nil, afterDelay: 0.01)
            }
        }
        #expect(screen.calls == ["nothing", "Int", "pay"])
    }

    @Test func `equals another of its name`() {
        #expect(Screen.pay == Selector("pay", { (target: UIView) in target.isHidden }))
        #expect(Screen.pay != Screen.press)
        #expect(Set([Screen.pay, Screen.press, Screen.pay]).count == 2)
        #expect("\(Screen.press)" == "press(_:)")
    }
}

import Testing
import UIKitStubs

@MainActor
@Suite("Views and controls without a screen")
struct ControlTests {
    @Test func `a button calls its actions in order`() {
        let button = UIButton(type: .system)
        var log: [String] = []
        button.addAction(UIAction { _ in log.append("first") }, for: .touchUpInside)
        button.addAction(UIAction { _ in log.append("down") }, for: .touchDown)
        button.addAction(
            UIAction { action in log.append(action.sender === button ? "sender" : "nobody") },
            for: .touchUpInside
        )
        button.tap()
        #expect(log == ["down", "first", "sender"])
        button.sendActions(for: .touchUpInside)
        #expect(log.count == 5)
    }

    @Test func `a person cannot press what is disabled or hidden`() {
        var presses = 0
        let button = UIButton(primaryAction: UIAction(title: "Pay") { _ in presses += 1 })
        #expect(button.currentTitle == "Pay")
        button.isEnabled = false
        button.tap()
        button.isEnabled = true
        button.isHidden = true
        button.tap()
        #expect(presses == 0)
        button.isHidden = false
        button.tap()
        #expect(presses == 1)
    }

    @Test func `an action replaces another with its identifier, and can be removed`() {
        let control = UIControl(frame: .zero)
        var log: [Int] = []
        let name = UIAction.Identifier("pay")
        control.addAction(UIAction(identifier: name) { _ in log.append(1) }, for: .touchUpInside)
        control.addAction(UIAction(identifier: name) { _ in log.append(2) }, for: .touchUpInside)
        control.tap()
        control.removeAction(identifiedBy: name, for: .touchUpInside)
        control.tap()
        #expect(log == [2])
        #expect(control.allControlEvents.isEmpty)
    }

    @Test func `a view is in one view at a time`() {
        let (first, second, inner) = (UIView(), UIView(), UIView())
        first.addSubview(inner)
        second.addSubview(inner)
        #expect(first.subviews.isEmpty)
        #expect(second.subviews == [inner])
        #expect(inner.isDescendant(of: second))
        inner.removeFromSuperview()
        #expect(inner.superview == nil)
    }

    @Test func `constraints centre a button in a toolbar (mission 5.4)`() {
        let (bar, button) = (UIToolbar(), UIButton())
        bar.addSubview(button)
        bar.addConstraint(
            NSLayoutConstraint(
                item: button,
                attribute: .centerX,
                relatedBy: .equal,
                toItem: bar,
                attribute: .centerX,
                multiplier: 1,
                constant: 0
            )
        )
        let middle = button.centerYAnchor.constraint(equalTo: bar.centerYAnchor)
        NSLayoutConstraint.activate([middle])
        #expect(bar.constraints.first?.firstItem === button)
        #expect(middle.isActive && middle.secondAttribute == .centerY)
    }
}

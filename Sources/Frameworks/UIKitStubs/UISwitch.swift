/// A control that is on or off.
@preconcurrency @MainActor
open class UISwitch: UIControl {
    /// Whether it is on. Setting it calls no action, as in UIKit.
    open var isOn = false
    /// Its colour while it is on.
    open var onTintColor: UIColor?
    /// The colour of its knob.
    open var thumbTintColor: UIColor?

    /// Sets whether it is on, without an animation. It calls no action, as in UIKit.
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    override func handleTap() {
        isOn.toggle()
        sendActions(for: .valueChanged)
    }
}

/// An object that can handle events: the base class of views and view controllers.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// Creates a responder.
    public override init() {}

    /// The next responder, which handles what this one does not.
    open var next: UIResponder? { nil }

    /// Whether it receives keyboard input.
    open private(set) var isFirstResponder = false

    /// Starts to receive keyboard input.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        isFirstResponder = true
        return true
    }

    /// Stops receiving keyboard input.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        return true
    }
}

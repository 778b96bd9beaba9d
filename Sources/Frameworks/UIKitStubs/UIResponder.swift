/// Whatever can take part in handling events; here, the root of views and view controllers.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    /// A responder.
    public override init() {}

    /// Who handles what this one does not.
    open var next: UIResponder? { nil }

    /// Whether it takes the keyboard's input.
    open private(set) var isFirstResponder = false

    /// Takes the keyboard's input.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        isFirstResponder = true
        return true
    }

    /// Gives the keyboard's input up.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        return true
    }
}

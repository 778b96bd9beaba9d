/// A rectangle in a view from which constraints can be made, and that is not a view.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
    /// The view that it belongs to.
    open internal(set) weak var owningView: UIView?
    /// The app's identifier.
    open var identifier = ""

    /// Creates a guide without a view.
    public override init() {}

    init(of view: UIView) {
        owningView = view
        super.init()
    }
}

extension UILayoutGuide: LayoutItem {}

/// A part of a view that constraints can be made from, and that is no view itself.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
    /// The view that it is part of.
    open internal(set) weak var owningView: UIView?
    /// The app's name for it.
    open var identifier = ""

    /// A part of no view yet.
    public override init() {}

    init(of view: UIView) {
        owningView = view
        super.init()
    }
}

extension UILayoutGuide: LayoutItem {}

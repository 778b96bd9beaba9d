/// A rectangle of the screen that holds others.
@preconcurrency @MainActor
open class UIView: UIResponder {
    /// Where it lies in the view that holds it.
    open var frame: CGRect
    /// How strongly it is seen, 0 to 1.
    open var alpha: CGFloat = 1
    /// The colour behind everything in it.
    open var backgroundColor: UIColor?
    /// Whether it is not seen.
    open var isHidden = false
    /// Whether touches reach it.
    open var isUserInteractionEnabled = true
    /// The app's number for it.
    open var tag = 0
    /// The app's name for it, which no person sees.
    open var accessibilityIdentifier: String?
    /// What is read out for it.
    open var accessibilityLabel: String?
    /// Whether the frame makes constraints; kept, and without effect here.
    open var translatesAutoresizingMaskIntoConstraints = true
    /// The colour of what can be pressed in it.
    open var tintColor: UIColor? = .systemBlue

    /// Whether nothing is drawn beyond its edges.
    open var clipsToBounds = false
    /// The distances of its margins; kept, and without effect here.
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// The distances of its margins, in the direction of the language; kept, without effect here.
    open var directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: 8,
        leading: 8,
        bottom: 8,
        trailing: 8
    )
    /// What it is drawn with.
    open private(set) lazy var layer = CALayer()

    /// The view that holds it.
    open private(set) weak var superview: UIView?
    /// The views that it holds, the rearmost first.
    open private(set) var subviews: [UIView] = []
    /// The constraints that it holds; nothing solves them here.
    open private(set) var constraints: [NSLayoutConstraint] = []

    /// The part that no bar and no rounded corner covers.
    open private(set) lazy var safeAreaLayoutGuide = UILayoutGuide(of: self)
    /// The part within the margins.
    open private(set) lazy var layoutMarginsGuide = UILayoutGuide(of: self)

    /// The view controller whose view this is.
    weak var controller: UIViewController?

    var contentPriorities: [ContentPriority: UILayoutPriority] = [:]

    /// A view with a frame.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// A view without extent.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// A view as an archive has it; here, without extent.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// Its extent in its own coordinates.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// The middle of its frame.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2,
                y: newValue.y - frame.height / 2
            )
        }
    }

    /// What intrinsic sizes say where there is none.
    public static let noIntrinsicMetric: CGFloat = -1

    /// The size that its content asks for.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The window that it is in.
    open var window: UIWindow? { superview?.window }

    /// The view controller, or the view that holds it.
    open override var next: UIResponder? { controller ?? superview }

    /// Puts a view into this one, in front.
    open func addSubview(_ view: UIView) {
        insertSubview(view, at: subviews.count)
    }

    /// Puts a view into this one at a place, 0 for the rearmost.
    open func insertSubview(_ view: UIView, at index: Int) {
        guard view !== self else { return }
        view.removeFromSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        view.didMoveToSuperview()
    }

    /// Takes it out of the view that holds it.
    open func removeFromSuperview() {
        guard let holder = superview else { return }
        holder.subviews.removeAll { $0 === self }
        superview = nil
        didMoveToSuperview()
    }

    /// Told when the view that holds it is another, or none.
    open func didMoveToSuperview() {}

    /// Whether it is, or lies in, a view.
    open func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) == true
    }

    /// The view in it, or it itself, that has a number.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// The size that suits it best.
    open func sizeThatFits(_ size: CGSize) -> CGSize {
        let wanted = intrinsicContentSize
        return CGSize(
            width: wanted.width < 0 ? frame.width : wanted.width,
            height: wanted.height < 0 ? frame.height : wanted.height
        )
    }

    /// Takes the size that suits it best.
    open func sizeToFit() { frame.size = sizeThatFits(frame.size) }

    /// Asks for layout, which does not happen here.
    open func setNeedsLayout() {}

    /// Lays its views out, as far as ``layoutSubviews()`` is overridden.
    open func layoutIfNeeded() { layoutSubviews() }

    /// Where a subclass lays its views out.
    open func layoutSubviews() {}

    /// Changes views over some time; here, at once.
    open class func animate(
        withDuration duration: TimeInterval,
        animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Asks to be drawn, which does not happen here.
    open func setNeedsDisplay() {}

    /// Says that ``intrinsicContentSize`` is another.
    open func invalidateIntrinsicContentSize() {}

    /// Holds a constraint.
    open func addConstraint(_ constraint: NSLayoutConstraint) {
        guard !constraints.contains(where: { $0 === constraint }) else { return }
        constraints.append(constraint)
    }

    /// Holds constraints.
    open func addConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { addConstraint(constraint) }
    }

    /// Lets a constraint go.
    open func removeConstraint(_ constraint: NSLayoutConstraint) {
        constraints.removeAll { $0 === constraint }
    }

    /// Lets constraints go.
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { removeConstraint(constraint) }
    }
}

/// A rectangle of the screen that can contain other views.
@preconcurrency @MainActor
open class UIView: UIResponder {
    /// The position and size in the superview.
    open var frame: CGRect
    /// The opacity, 0 to 1.
    open var alpha: CGFloat = 1
    /// The background colour.
    open var backgroundColor: UIColor?
    /// Whether it is hidden.
    open var isHidden = false
    /// Whether touches reach it.
    open var isUserInteractionEnabled = true
    /// The app's tag.
    open var tag = 0
    /// The app's identifier, which the user does not see.
    open var accessibilityIdentifier: String?
    /// The text that is read aloud.
    open var accessibilityLabel: String?
    /// Whether the frame is translated to constraints; it is stored and has no effect.
    open var translatesAutoresizingMaskIntoConstraints = true
    /// The tint colour.
    open var tintColor: UIColor? = .systemBlue

    /// How content fills the bounds; it is stored and has no effect.
    open var contentMode = ContentMode.scaleToFill
    /// Whether it is light or dark, whatever is around it.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
        didSet { tellTraits(before: oldValue) }
    }

    /// Whether content is clipped to the view's bounds.
    open var clipsToBounds = false
    /// The margins; they are stored and have no effect.
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// The margins in the direction of the text; they are stored and have no effect.
    open var directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: 8,
        leading: 8,
        bottom: 8,
        trailing: 8
    )
    /// The layer.
    open private(set) lazy var layer = CALayer()

    /// The view that contains it.
    open private(set) weak var superview: UIView?
    /// The views that it contains, the rearmost first.
    open private(set) var subviews: [UIView] = []
    /// The constraints; they are not solved here.
    open private(set) var constraints: [NSLayoutConstraint] = []

    /// The area that no bar and no rounded corner covers.
    open private(set) lazy var safeAreaLayoutGuide = UILayoutGuide(of: self)
    /// The area inside the margins.
    open private(set) lazy var layoutMarginsGuide = UILayoutGuide(of: self)

    /// The recognizers of gestures on it; nil if there never was one.
    open internal(set) var gestureRecognizers: [UIGestureRecognizer]?

    /// The view controller whose view this is.
    weak var controller: UIViewController?

    var contentPriorities: [ContentPriority: UILayoutPriority] = [:]

    /// Creates a view with a frame.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Creates a view of size zero.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// Creates a view of size zero; nothing is decoded.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// The position and size in its own coordinates.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// The centre of its frame.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2,
                y: newValue.y - frame.height / 2
            )
        }
    }

    /// The value that stands for no intrinsic size.
    public static let noIntrinsicMetric: CGFloat = -1

    /// The size of its content.
    open var intrinsicContentSize: CGSize {
        CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    /// The window that contains it.
    open var window: UIWindow? { superview?.window }

    /// The view controller, or the superview.
    open override var next: UIResponder? { controller ?? superview }

    /// Starts to receive keyboard input, unless another view of the screen keeps it.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        var root: UIView = self
        while let superview = root.superview { root = superview }
        if let other = root.firstResponder, other !== self, !other.resignFirstResponder() {
            return false
        }
        return super.becomeFirstResponder()
    }

    private var firstResponder: UIView? {
        isFirstResponder ? self : subviews.lazy.compactMap(\.firstResponder).first
    }

    /// Told when it has become light or dark, by ``overrideUserInterfaceStyle`` of it or of what
    /// contains it.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// Adds a view in front.
    open func addSubview(_ view: UIView) {
        insertSubview(view, at: subviews.count)
    }

    /// Inserts a view at an index, 0 for the rearmost.
    open func insertSubview(_ view: UIView, at index: Int) {
        guard view !== self else { return }
        view.removeFromSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
        view.didMoveToSuperview()
    }

    /// Removes the view from its superview.
    open func removeFromSuperview() {
        guard let holder = superview else { return }
        holder.subviews.removeAll { $0 === self }
        superview = nil
        didMoveToSuperview()
    }

    /// Called after the superview changed.
    open func didMoveToSuperview() {}

    /// Whether it is another view or is contained in it.
    open func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) == true
    }

    /// The first view with a tag: this one, or one in it.
    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for view in subviews {
            if let found = view.viewWithTag(tag) { return found }
        }
        return nil
    }

    /// The size that fits best.
    open func sizeThatFits(_ size: CGSize) -> CGSize {
        let wanted = intrinsicContentSize
        return CGSize(
            width: wanted.width < 0 ? frame.width : wanted.width,
            height: wanted.height < 0 ? frame.height : wanted.height
        )
    }

    /// Sets the size that fits best.
    open func sizeToFit() { frame.size = sizeThatFits(frame.size) }

    /// Requests a layout; does nothing here.
    open func setNeedsLayout() {}

    /// Calls ``layoutSubviews()``, and tells the view controller before and after it.
    open func layoutIfNeeded() {
        controller?.viewWillLayoutSubviews()
        layoutSubviews()
        controller?.viewDidLayoutSubviews()
    }

    /// Lays out the subviews; for subclasses to override.
    open func layoutSubviews() {}

    /// Animates changes of views; here they take effect at once.
    open class func animate(
        withDuration duration: TimeInterval,
        animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Requests drawing; does nothing here.
    open func setNeedsDisplay() {}

    /// Announces that ``intrinsicContentSize`` changed.
    open func invalidateIntrinsicContentSize() {}

    /// Adds a constraint.
    open func addConstraint(_ constraint: NSLayoutConstraint) {
        guard !constraints.contains(where: { $0 === constraint }) else { return }
        constraints.append(constraint)
    }

    /// Adds constraints.
    open func addConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { addConstraint(constraint) }
    }

    /// Removes a constraint.
    open func removeConstraint(_ constraint: NSLayoutConstraint) {
        constraints.removeAll { $0 === constraint }
    }

    /// Removes constraints.
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { removeConstraint(constraint) }
    }
}

/// A view whose content may be larger than it.
@preconcurrency @MainActor
open class UIScrollView: UIView, ScrollDelegating {
    /// The size of the content.
    open var contentSize = CGSize.zero
    /// The point of the content that is at the view's origin; the delegate is told of a change.
    open var contentOffset = CGPoint.zero {
        didSet {
            if contentOffset != oldValue { scrollDelegate?.scrollViewDidScroll(self) }
        }
    }
    /// The distances of the content from the edges.
    open var contentInset = UIEdgeInsets.zero
    /// Whether the user can scroll; it is stored and has no effect.
    open var isScrollEnabled = true
    /// Whether it springs back from the content's end; it is stored and has no effect.
    open var alwaysBounceVertical = false
    /// Whether it shows where the content is; it is stored and has no effect.
    open var showsVerticalScrollIndicator = true
    /// Whether it shows where the content is; it is stored and has no effect.
    open var showsHorizontalScrollIndicator = true
    /// Whether the keyboard goes when the user scrolls; it is stored and has no effect.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// The area of the content.
    open private(set) lazy var contentLayoutGuide = UILayoutGuide(of: self)
    /// The area of the view.
    open private(set) lazy var frameLayoutGuide = UILayoutGuide(of: self)

    /// When the keyboard goes.
    public enum KeyboardDismissMode: Int, Sendable {
        /// Never.
        case none = 0
        /// When the user begins to scroll.
        case onDrag = 1
        /// With the finger.
        case interactive = 2
    }

    weak var scrollDelegate: (any UIScrollViewDelegate)?

    /// Scrolls to a point of the content.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        self.contentOffset = contentOffset
    }
}

/// A view that scrolls. The protocol declares the delegate because a table's has another type, which
/// a subclass may not give to a property of its superclass.
///
/// - Source: ours, not Apple's.
@preconcurrency @MainActor
public protocol ScrollDelegating: UIScrollView {}

extension ScrollDelegating {
    /// The delegate.
    public var delegate: (any UIScrollViewDelegate)? {
        get { scrollDelegate }
        set { scrollDelegate = newValue }
    }
}

/// The delegate of a view that scrolls. All methods are optional.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// Told that the content moved.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Does nothing.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

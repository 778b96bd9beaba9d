/// A view that indicates activity.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    /// The size.
    public enum Style: Int, Sendable {
        /// The size of a line of text.
        case medium = 100
        /// Larger.
        case large = 101
    }

    /// The size.
    open var style = Style.medium
    /// Whether the view is hidden while it is stopped.
    open var hidesWhenStopped = true {
        didSet { showOrHide() }
    }
    /// Whether it is animating.
    open private(set) var isAnimating = false

    /// Creates a view of a style.
    public convenience init(style: Style) {
        self.init(frame: .zero)
        self.style = style
        showOrHide()
    }

    /// Starts the animation.
    open func startAnimating() {
        isAnimating = true
        showOrHide()
    }

    /// Stops the animation.
    open func stopAnimating() {
        isAnimating = false
        showOrHide()
    }

    private func showOrHide() { isHidden = hidesWhenStopped && !isAnimating }
}

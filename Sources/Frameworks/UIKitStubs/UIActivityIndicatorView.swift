/// A view that says that something goes on.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    /// How large it is.
    public enum Style: Int, Sendable {
        /// As large as a line.
        case medium = 100
        /// Larger.
        case large = 101
    }

    /// How large it is.
    open var style = Style.medium
    /// Whether it is not seen where nothing goes on.
    open var hidesWhenStopped = true {
        didSet { showOrHide() }
    }
    /// Whether something goes on.
    open private(set) var isAnimating = false

    /// A view of a size.
    public convenience init(style: Style) {
        self.init(frame: .zero)
        self.style = style
        showOrHide()
    }

    /// Something goes on.
    open func startAnimating() {
        isAnimating = true
        showOrHide()
    }

    /// Nothing goes on any more.
    open func stopAnimating() {
        isAnimating = false
        showOrHide()
    }

    private func showOrHide() { isHidden = hidesWhenStopped && !isAnimating }
}

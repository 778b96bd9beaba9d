/// A view that shows an image.
@preconcurrency @MainActor
open class UIImageView: UIView {
    /// The image.
    open var image: UIImage?

    /// Creates a view of an image.
    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }
}

extension UIView {
    /// How content fills a view.
    public enum ContentMode: Int, Sendable {
        /// Stretched.
        case scaleToFill = 0
        /// As large as it fits.
        case scaleAspectFit = 1
        /// As small as it fills.
        case scaleAspectFill = 2
        /// Drawn again for each size.
        case redraw = 3
        /// In the middle.
        case center = 4
        /// At an edge.
        case top = 5, bottom = 6, left = 7, right = 8
        /// At a corner.
        case topLeft = 9, topRight = 10, bottomLeft = 11, bottomRight = 12
    }
}

/// A cell of a collection. There are no collection views here: a test makes the cell itself.
@preconcurrency @MainActor
open class UICollectionViewCell: UIView {
    /// The view for the app's content.
    open private(set) lazy var contentView = UIView()
    /// The view behind the content.
    open var backgroundView: UIView?
    /// Whether it is selected.
    open var isSelected = false
    /// Whether it is highlighted.
    open var isHighlighted = false

    /// Creates a cell.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Creates a cell of size zero; nothing is decoded.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Called before the cell is reused, which does not happen here.
    open func prepareForReuse() {}
}

/// The subject of a view's priority: not to grow, or not to shrink, in one direction.
struct ContentPriority: Hashable {
    enum Change { case growing, shrinking }

    let change: Change
    let axis: NSLayoutConstraint.Axis
}

// The priorities are kept, and without effect, because nothing is laid out here.
extension UIView {
    /// How strongly it keeps from growing beyond its content.
    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        contentPriorities[ContentPriority(change: .growing, axis: axis)] ?? .defaultLow
    }

    /// Sets how strongly it keeps from growing beyond its content.
    public func setContentHuggingPriority(
        _ priority: UILayoutPriority,
        for axis: NSLayoutConstraint.Axis
    ) {
        contentPriorities[ContentPriority(change: .growing, axis: axis)] = priority
    }

    /// How strongly it keeps from shrinking below its content.
    public func contentCompressionResistancePriority(
        for axis: NSLayoutConstraint.Axis
    ) -> UILayoutPriority {
        contentPriorities[ContentPriority(change: .shrinking, axis: axis)] ?? .defaultHigh
    }

    /// Sets how strongly it keeps from shrinking below its content.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority,
        for axis: NSLayoutConstraint.Axis
    ) {
        contentPriorities[ContentPriority(change: .shrinking, axis: axis)] = priority
    }
}

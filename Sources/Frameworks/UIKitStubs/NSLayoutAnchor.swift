/// An anchor of a view or a layout guide, to make constraints from.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    let item: any LayoutItem
    let attribute: NSLayoutConstraint.Attribute

    init(_ item: any LayoutItem, _ attribute: NSLayoutConstraint.Attribute) {
        self.item = item
        self.attribute = attribute
        super.init()
    }

    /// A constraint: equal to another anchor plus a constant.
    open func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        relation(.equal, to: anchor, constant: constant)
    }

    /// A constraint: at least another anchor plus a constant.
    open func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        relation(.greaterThanOrEqual, to: anchor, constant: constant)
    }

    /// A constraint: at most another anchor plus a constant.
    open func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        relation(.lessThanOrEqual, to: anchor, constant: constant)
    }

    func relation(
        _ relation: NSLayoutConstraint.Relation,
        to anchor: NSLayoutAnchor<AnchorType>?,
        multiplier: CGFloat = 1,
        constant: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            item: item,
            attribute: attribute,
            relatedBy: relation,
            toItem: anchor?.item,
            attribute: anchor?.attribute ?? .notAnAttribute,
            multiplier: multiplier,
            constant: constant
        )
    }
}

/// A horizontal anchor.
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// A vertical anchor.
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// The anchor of a width or a height.
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// A constraint: equal to a number of points.
    open func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
        relation(.equal, to: nil, constant: constant)
    }

    /// A constraint: at least a number of points.
    open func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        relation(.greaterThanOrEqual, to: nil, constant: constant)
    }

    /// A constraint: at most a number of points.
    open func constraint(lessThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        relation(.lessThanOrEqual, to: nil, constant: constant)
    }

    /// A constraint: equal to a multiple of another dimension.
    open func constraint(
        equalTo anchor: NSLayoutDimension,
        multiplier: CGFloat,
        constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        relation(.equal, to: anchor, multiplier: multiplier, constant: constant)
    }
}

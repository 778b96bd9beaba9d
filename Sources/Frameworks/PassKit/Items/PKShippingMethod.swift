internal import Foundation

/// A way of getting the goods to the shopper, and its price.
open class PKShippingMethod: PKPaymentSummaryItem {
    /// The app's own name for it, never shown.
    open var identifier: String?

    /// What sets it apart from the others, such as when it arrives.
    open var detail: String?

    /// When it arrives; shown in place of ``detail`` once it is selected. Since iOS 15.
    @NSCopying open var dateComponentsRange: PKDateComponentsRange?

    override class var kind: ObjectIdentifier { ObjectIdentifier(PKShippingMethod.self) }

    override var details: [AnyHashable?] { [identifier, detail, dateComponentsRange] }
}

internal import Foundation

/// A shipping method and its price.
open class PKShippingMethod: PKPaymentSummaryItem {
    /// The app's identifier, which is not shown.
    open var identifier: String?

    /// A second line, such as the delivery time.
    open var detail: String?

    /// When it arrives; shown in place of ``detail`` once it is selected. Since iOS 15.
    @NSCopying open var dateComponentsRange: PKDateComponentsRange?

    override class var kind: ObjectIdentifier { ObjectIdentifier(PKShippingMethod.self) }

    override var details: [AnyHashable?] { [identifier, detail, dateComponentsRange] }
}

public import Foundation

/// A line of the sheet with a label and an amount; the last one is the total (mission 7.8).
///
/// Two items are equal if their PassKit class and their content are.
open class PKPaymentSummaryItem: NSObject {
    private var givenLabel: String?
    private var givenAmount: NSDecimalNumber?

    /// The label; empty if none was set.
    open var label: String {
        get { givenLabel ?? "" }
        set { givenLabel = newValue }
    }

    /// The amount, in the request's currency; zero if none was set.
    open var amount: NSDecimalNumber {
        get { givenAmount ?? .zero }
        set { givenAmount = newValue.copied }
    }

    /// Whether the amount is known. Since iOS 9.
    open var type = PKPaymentSummaryItemType.final

    /// Creates an empty line, which a request may not have.
    public override init() { super.init() }

    /// Creates a line with a known amount.
    public convenience init(label: String, amount: NSDecimalNumber) {
        self.init()
        self.label = label
        self.amount = amount
    }

    /// Creates a line. Since iOS 9.
    public convenience init(
        label: String,
        amount: NSDecimalNumber,
        type: PKPaymentSummaryItemType
    ) {
        self.init(label: label, amount: amount)
        self.type = type
    }

    /// Whether another item is of the same kind and has the same content.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PKPaymentSummaryItem else { return false }
        return content == other.content
    }

    /// Equal for equal items.
    open override var hash: Int { content.hashValue }

    /// The label, or nil if none was set.
    var statedLabel: String? { givenLabel == nil && label.isEmpty ? nil : label }

    /// The amount, or nil if none was set.
    var statedAmount: NSDecimalNumber? { givenAmount == nil && amount == .zero ? nil : amount }

    /// The item's PassKit class; for an app's subclass, the class that it inherits from.
    class var kind: ObjectIdentifier { ObjectIdentifier(PKPaymentSummaryItem.self) }

    /// The content that a PassKit subclass adds.
    var details: [AnyHashable?] { [] }

    private var content: [AnyHashable?] {
        [Self.kind, statedLabel, statedAmount?.decimalValue, type] + details
    }
}

extension NSDecimalNumber {
    /// A copy, so that a mutable subclass cannot change it later.
    var copied: NSDecimalNumber { copy() as? NSDecimalNumber ?? self }
}

public import Foundation

/// A line of the sheet: what is charged, and how much; the last one is the total (mission 7.8).
///
/// Two items are equal where their class of PassKit's and their content are.
open class PKPaymentSummaryItem: NSObject {
    private var givenLabel: String?
    private var givenAmount: NSDecimalNumber?

    /// The text; empty where none was ever given.
    open var label: String {
        get { givenLabel ?? "" }
        set { givenLabel = newValue }
    }

    /// The amount, in the request's currency; zero where none was ever given.
    open var amount: NSDecimalNumber {
        get { givenAmount ?? .zero }
        set { givenAmount = newValue.copied }
    }

    /// Whether the amount is known. Since iOS 9.
    open var type = PKPaymentSummaryItemType.final

    /// A line that says nothing yet, which no request may have.
    public override init() { super.init() }

    /// A line with an amount that is known.
    public convenience init(label: String, amount: NSDecimalNumber) {
        self.init()
        self.label = label
        self.amount = amount
    }

    /// A line. Since iOS 9.
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

    /// The text, or nil where none was ever given.
    var statedLabel: String? { givenLabel == nil && label.isEmpty ? nil : label }

    /// The amount, or nil where none was ever given.
    var statedAmount: NSDecimalNumber? { givenAmount == nil && amount == .zero ? nil : amount }

    /// PassKit's class of the item, whatever subclass an app makes of it.
    class var kind: ObjectIdentifier { ObjectIdentifier(PKPaymentSummaryItem.self) }

    /// What a subclass of PassKit's adds.
    var details: [AnyHashable?] { [] }

    private var content: [AnyHashable?] {
        [Self.kind, statedLabel, statedAmount?.decimalValue, type] + details
    }
}

extension NSDecimalNumber {
    /// A number that nobody else can change.
    var copied: NSDecimalNumber { copy() as? NSDecimalNumber ?? self }
}

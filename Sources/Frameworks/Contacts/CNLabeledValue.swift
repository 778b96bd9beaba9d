public import Foundation

/// A value of a contact with a label.
///
/// Unlike Apple's it cannot be archived, so contacts cannot be archived either: on Linux,
/// Foundation has no archive name for generic classes.
open class CNLabeledValue<ValueType: NSCopying & NSSecureCoding>: NSObject, NSCopying {
    /// An identifier that stays the same when the value changes.
    public let identifier: String
    /// The label.
    public let label: String?
    /// The value, copied when this was created.
    public let value: ValueType

    /// Creates a labelled value.
    public convenience init(label: String?, value: ValueType) {
        self.init(identifier: Identifiers.next(), label: label, value: value)
    }

    private init(identifier: String, label: String?, value: ValueType) {
        self.identifier = identifier
        self.label = label
        self.value = value.copy() as? ValueType ?? value
        super.init()
    }

    /// The value with another label.
    open func settingLabel(_ label: String?) -> CNLabeledValue<ValueType> {
        CNLabeledValue(identifier: identifier, label: label, value: value)
    }

    /// Another value with the same label.
    open func settingValue(_ value: ValueType) -> CNLabeledValue<ValueType> {
        CNLabeledValue(identifier: identifier, label: label, value: value)
    }

    /// Another value with another label.
    open func settingLabel(_ label: String?, value: ValueType) -> CNLabeledValue<ValueType> {
        CNLabeledValue(identifier: identifier, label: label, value: value)
    }

    /// The name of a label that the user sees.
    open class func localizedString(forLabel label: String) -> String { name(ofLabel: label) }

    /// Whether another has the same identifier, label and value.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNLabeledValue<ValueType> else { return false }
        guard identifier == other.identifier, label == other.label else { return false }
        return (value as? NSObject) == (other.value as? NSObject)
    }

    /// Equal for equal values.
    open override var hash: Int { identifier.hashValue }

    /// Returns the labelled value itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

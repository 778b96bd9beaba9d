public import Foundation

/// A value of a contact, and a label that says which of several it is.
///
/// Unlike Apple's it cannot be archived, and so contacts cannot: Foundation on Linux gives generic
/// classes no name to be archived by.
open class CNLabeledValue<ValueType: NSCopying & NSSecureCoding>: NSObject, NSCopying {
    /// A name for the value that stays the same when it changes.
    public let identifier: String
    /// Which of several it is.
    public let label: String?
    /// The value, as it was when this was made.
    public let value: ValueType

    /// A value with a label.
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

    /// What people call what a label stands for.
    open class func localizedString(forLabel label: String) -> String { name(ofLabel: label) }

    /// Whether another has the same name, label and value.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNLabeledValue<ValueType> else { return false }
        guard identifier == other.identifier, label == other.label else { return false }
        return (value as? NSObject) == (other.value as? NSObject)
    }

    /// Equal for equal ones.
    open override var hash: Int { identifier.hashValue }

    /// The labeled value itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

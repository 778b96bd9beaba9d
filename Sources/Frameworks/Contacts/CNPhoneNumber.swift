public import Foundation

/// A telephone number as text.
open class CNPhoneNumber: NSObject, NSCopying, NSSecureCoding {
    private let number: String

    /// Creates a number from text.
    public init(stringValue string: String) {
        number = string
        super.init()
    }

    /// The text.
    open var stringValue: String { number }

    /// Whether another number has exactly the same text.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNPhoneNumber else { return false }
        return stringValue == other.stringValue
    }

    /// Equal for equal numbers.
    open override var hash: Int { stringValue.hashValue }

    /// Returns the number itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Numbers can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the text to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(number as NSString, forKey: "stringValue")
    }

    /// Reads the text from an archive.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "stringValue") else {
            return nil
        }
        number = text as String
        super.init()
    }
}

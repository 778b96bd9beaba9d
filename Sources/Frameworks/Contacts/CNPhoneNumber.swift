public import Foundation

/// A telephone number as it was written.
open class CNPhoneNumber: NSObject, NSCopying, NSSecureCoding {
    private let number: String

    /// A number with this text.
    public init(stringValue string: String) {
        number = string
        super.init()
    }

    /// The text.
    open var stringValue: String { number }

    /// Whether another number has the same text, letter by letter.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNPhoneNumber else { return false }
        return stringValue == other.stringValue
    }

    /// Equal for equal numbers.
    open override var hash: Int { stringValue.hashValue }

    /// The number itself, which does not change.
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

public import Foundation

/// A postal address in parts. A missing part is empty.
open class CNPostalAddress: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
    var parts: AddressParts

    /// Creates an empty address.
    public override init() {
        parts = AddressParts()
        super.init()
    }

    init(parts: AddressParts) {
        self.parts = parts
        super.init()
    }

    /// Street and house number; lines are separated by line feeds.
    open var street: String { parts.street }
    /// A district of a city.
    open var subLocality: String { parts.subLocality }
    /// The city.
    open var city: String { parts.city }
    /// A county or similar.
    open var subAdministrativeArea: String { parts.subAdministrativeArea }
    /// The state or province.
    open var state: String { parts.state }
    /// The postal code.
    open var postalCode: String { parts.postalCode }
    /// The country's name.
    open var country: String { parts.country }
    /// The ISO 3166-1 code of the country.
    open var isoCountryCode: String { parts.isoCountryCode }

    /// The name of a part that the user sees, by its key; the key itself where there is none.
    ///
    /// - Source: our own text, in English only; Apple's follows the system's language.
    open class func localizedString(forKey key: String) -> String {
        AddressParts.names[key] ?? key
    }

    /// Whether another address has the same parts, mutable or not.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNPostalAddress else { return false }
        return AddressParts(of: self) == AddressParts(of: other)
    }

    /// Equal for equal addresses.
    open override var hash: Int { AddressParts(of: self).hashValue }

    /// The parts on one line.
    open override var description: String {
        let parts = AddressParts(of: self)
        return AddressParts.keys.map { "\($0)=\(parts[$0])" }.joined(separator: ", ")
    }

    /// An immutable address with the same parts.
    open func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(parts: parts) }

    /// A mutable address with the same parts.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(parts: parts) }

    /// Addresses can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the parts to an archive.
    open func encode(with coder: NSCoder) {
        for key in AddressParts.keys { coder.encode(parts[key] as NSString, forKey: key) }
    }

    /// Reads the parts from an archive; a missing part is empty.
    public required init?(coder: NSCoder) {
        parts = AddressParts()
        for key in AddressParts.keys {
            parts[key] = coder.decodeObject(of: NSString.self, forKey: key) as String? ?? ""
        }
        super.init()
    }
}

/// A postal address that can be changed.
open class CNMutablePostalAddress: CNPostalAddress {
    /// Street and house number; lines are separated by line feeds.
    open override var street: String {
        get { parts.street }
        set { parts.street = newValue }
    }

    /// A district of a city.
    open override var subLocality: String {
        get { parts.subLocality }
        set { parts.subLocality = newValue }
    }

    /// The city.
    open override var city: String {
        get { parts.city }
        set { parts.city = newValue }
    }

    /// A county or similar.
    open override var subAdministrativeArea: String {
        get { parts.subAdministrativeArea }
        set { parts.subAdministrativeArea = newValue }
    }

    /// The state or province.
    open override var state: String {
        get { parts.state }
        set { parts.state = newValue }
    }

    /// The postal code.
    open override var postalCode: String {
        get { parts.postalCode }
        set { parts.postalCode = newValue }
    }

    /// The country's name.
    open override var country: String {
        get { parts.country }
        set { parts.country = newValue }
    }

    /// The ISO 3166-1 code of the country.
    open override var isoCountryCode: String {
        get { parts.isoCountryCode }
        set { parts.isoCountryCode = newValue }
    }
}

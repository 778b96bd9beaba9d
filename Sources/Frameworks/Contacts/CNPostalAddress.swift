public import Foundation

/// A postal address in parts; a part that is not there is empty.
open class CNPostalAddress: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
    var parts: AddressParts

    /// An address with nothing in it.
    public override init() {
        parts = AddressParts()
        super.init()
    }

    init(parts: AddressParts) {
        self.parts = parts
        super.init()
    }

    /// House and street, lines parted by line feeds.
    open var street: String { parts.street }
    /// A part of a city.
    open var subLocality: String { parts.subLocality }
    /// The city.
    open var city: String { parts.city }
    /// A county or the like.
    open var subAdministrativeArea: String { parts.subAdministrativeArea }
    /// The state or province.
    open var state: String { parts.state }
    /// The postal code.
    open var postalCode: String { parts.postalCode }
    /// The country's name.
    open var country: String { parts.country }
    /// The country's code of ISO 3166-1.
    open var isoCountryCode: String { parts.isoCountryCode }

    /// What people call a part of an address, by its key; the key itself where there is none.
    ///
    /// - Source: our own words, in English only; Apple's follow the system's language.
    open class func localizedString(forKey key: String) -> String {
        AddressParts.names[key] ?? key
    }

    /// Whether another address has the same parts, changeable or not.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNPostalAddress else { return false }
        return AddressParts(of: self) == AddressParts(of: other)
    }

    /// Equal for equal addresses.
    open override var hash: Int { AddressParts(of: self).hashValue }

    /// The street's lines and the rest in one line.
    open override var description: String {
        let parts = AddressParts(of: self)
        return AddressParts.keys.map { "\($0)=\(parts[$0])" }.joined(separator: ", ")
    }

    /// An address with the same parts that does not change.
    open func copy(with zone: NSZone? = nil) -> Any { CNPostalAddress(parts: parts) }

    /// An address with the same parts that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { CNMutablePostalAddress(parts: parts) }

    /// Addresses can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the parts to an archive.
    open func encode(with coder: NSCoder) {
        for key in AddressParts.keys { coder.encode(parts[key] as NSString, forKey: key) }
    }

    /// Reads the parts from an archive; what is not there is empty.
    public required init?(coder: NSCoder) {
        parts = AddressParts()
        for key in AddressParts.keys {
            parts[key] = coder.decodeObject(of: NSString.self, forKey: key) as String? ?? ""
        }
        super.init()
    }
}

/// A postal address whose parts can be set.
open class CNMutablePostalAddress: CNPostalAddress {
    /// House and street, lines parted by line feeds.
    open override var street: String {
        get { parts.street }
        set { parts.street = newValue }
    }

    /// A part of a city.
    open override var subLocality: String {
        get { parts.subLocality }
        set { parts.subLocality = newValue }
    }

    /// The city.
    open override var city: String {
        get { parts.city }
        set { parts.city = newValue }
    }

    /// A county or the like.
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

    /// The country's code of ISO 3166-1.
    open override var isoCountryCode: String {
        get { parts.isoCountryCode }
        set { parts.isoCountryCode = newValue }
    }
}

/// The parts of a postal address, by Apple's keys.
struct AddressParts: Hashable {
    var street = ""
    var subLocality = ""
    var city = ""
    var subAdministrativeArea = ""
    var state = ""
    var postalCode = ""
    var country = ""
    var isoCountryCode = ""

    init() {}

    /// Reads the parts from an address, whose subclass may override them.
    init(of address: CNPostalAddress) {
        street = address.street
        subLocality = address.subLocality
        city = address.city
        subAdministrativeArea = address.subAdministrativeArea
        state = address.state
        postalCode = address.postalCode
        country = address.country
        isoCountryCode = address.isoCountryCode
    }

    /// The keys, from the street to the country.
    static let keys = [
        CNPostalAddressStreetKey, CNPostalAddressSubLocalityKey, CNPostalAddressCityKey,
        CNPostalAddressSubAdministrativeAreaKey, CNPostalAddressStateKey,
        CNPostalAddressPostalCodeKey, CNPostalAddressCountryKey, CNPostalAddressISOCountryCodeKey,
    ]

    /// The names of the parts that the user sees.
    static let names = [
        CNPostalAddressStreetKey: "Street",
        CNPostalAddressSubLocalityKey: "Neighborhood",
        CNPostalAddressCityKey: "City",
        CNPostalAddressSubAdministrativeAreaKey: "County",
        CNPostalAddressStateKey: "State",
        CNPostalAddressPostalCodeKey: "Postal Code",
        CNPostalAddressCountryKey: "Country",
        CNPostalAddressISOCountryCodeKey: "Country Code",
    ]

    /// The part with a key; empty for any other key, and not stored there.
    subscript(key: String) -> String {
        get { Self.paths[key].map { self[keyPath: $0] } ?? "" }
        set {
            guard let path = Self.paths[key] else { return }
            self[keyPath: path] = newValue
        }
    }

    private static var paths: [String: WritableKeyPath<AddressParts, String>] {
        [
            CNPostalAddressStreetKey: \.street,
            CNPostalAddressSubLocalityKey: \.subLocality,
            CNPostalAddressCityKey: \.city,
            CNPostalAddressSubAdministrativeAreaKey: \.subAdministrativeArea,
            CNPostalAddressStateKey: \.state,
            CNPostalAddressPostalCodeKey: \.postalCode,
            CNPostalAddressCountryKey: \.country,
            CNPostalAddressISOCountryCodeKey: \.isoCountryCode,
        ]
    }
}

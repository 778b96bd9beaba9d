/// What a postal address consists of, by the keys that Apple gives the parts.
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

    /// The parts as an address shows them, which a subclass may decide.
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

    /// The keys, from the house to the country.
    static let keys = [
        CNPostalAddressStreetKey, CNPostalAddressSubLocalityKey, CNPostalAddressCityKey,
        CNPostalAddressSubAdministrativeAreaKey, CNPostalAddressStateKey,
        CNPostalAddressPostalCodeKey, CNPostalAddressCountryKey, CNPostalAddressISOCountryCodeKey,
    ]

    /// What people call the parts.
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

    /// The part under a key; nothing is kept under any other.
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

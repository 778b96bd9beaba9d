// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The key of the street and house number.
public let CNPostalAddressStreetKey = "street"
/// The key of the district.
public let CNPostalAddressSubLocalityKey = "subLocality"
/// The key of the city.
public let CNPostalAddressCityKey = "city"
/// The key of the county or similar.
public let CNPostalAddressSubAdministrativeAreaKey = "subAdministrativeArea"
/// The key of the state or province.
public let CNPostalAddressStateKey = "state"
/// The key of the postal code.
public let CNPostalAddressPostalCodeKey = "postalCode"
/// The key of the country.
public let CNPostalAddressCountryKey = "country"
/// The key of the country code.
public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"

/// The attribute that names the part of an address in a run of text; its value is a part's key.
///
/// - Source: the text is a guess.
public let CNPostalAddressPropertyAttribute = "CNPostalAddressPropertyAttribute"
/// The attribute with the name of that part that the user sees.
///
/// - Source: the text is a guess.
public let CNPostalAddressLocalizedPropertyNameAttribute =
    "CNPostalAddressLocalizedPropertyNameAttribute"

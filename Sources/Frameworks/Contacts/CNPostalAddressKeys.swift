// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The key of an address's house and street.
public let CNPostalAddressStreetKey = "street"
/// The key of an address's part of a city.
public let CNPostalAddressSubLocalityKey = "subLocality"
/// The key of an address's city.
public let CNPostalAddressCityKey = "city"
/// The key of an address's county or the like.
public let CNPostalAddressSubAdministrativeAreaKey = "subAdministrativeArea"
/// The key of an address's state or province.
public let CNPostalAddressStateKey = "state"
/// The key of an address's postal code.
public let CNPostalAddressPostalCodeKey = "postalCode"
/// The key of an address's country.
public let CNPostalAddressCountryKey = "country"
/// The key of an address's country code.
public let CNPostalAddressISOCountryCodeKey = "ISOCountryCode"

/// The attribute that says which part of an address a run of text is; its value is a part's key.
///
/// - Source: the text is a guess.
public let CNPostalAddressPropertyAttribute = "CNPostalAddressPropertyAttribute"
/// The attribute that says what people call the part that a run of text is.
///
/// - Source: the text is a guess.
public let CNPostalAddressLocalizedPropertyNameAttribute =
    "CNPostalAddressLocalizedPropertyNameAttribute"

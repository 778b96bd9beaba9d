package import Money
package import World

/// An identifier, which is not empty.
package enum IdentifierForm: CheckedForm {
    package static func value(_ text: String) -> String? { text.isEmpty ? nil : text }
    static var rule: OrderRule { .empty }
}

/// A merchant identifier of Apple Pay.
package enum MerchantIdentifierForm: CheckedForm {
    package static func value(_ text: String) -> String? {
        text.hasPrefix("merchant.") && text.utf8.count > 9 ? text : nil
    }
    static var rule: OrderRule { .merchantIdentifier }
}

/// A date and time of RFC 3339, such as `2026-03-14T09:30:00+01:00`.
package enum DateTimeForm: CheckedForm {
    package static func value(_ text: String) -> UnixTime? { UnixTime(rfc3339: text) }
    static var rule: OrderRule { .dateTime }
    static var placeholder: UnixTime { UnixTime(seconds: 0) }
}

/// A duration of ISO 8601-1, such as `PT2H`.
package enum DurationForm: CheckedForm {
    package static func value(_ text: String) -> String? {
        let date = /(?:[\d.,]+Y)?(?:[\d.,]+M)?(?:[\d.,]+W)?(?:[\d.,]+D)?/
        let time = /(?:[\d.,]+H)?(?:[\d.,]+M)?(?:[\d.,]+S)?/
        let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
        let numbers = text.replacing(",", with: ".").split(separator: /[A-Z]+/).map(String.init)
        guard text.hasPrefix("P"), !numbers.isEmpty, parts.count <= 2,
            parts[0].wholeMatch(of: date) != nil,
            parts.count == 1 || !parts[1].isEmpty && parts[1].wholeMatch(of: time) != nil,
            numbers.allSatisfy({ (try? DecimalAmount($0)) != nil })
        else { return nil }
        return text
    }
    static var rule: OrderRule { .duration }
}

/// An absolute URL.
///
/// - Source: RFC 3986 § 4.3 and its characters in § 2.
package enum URLForm: CheckedForm {
    package static func value(_ text: String) -> String? {
        let isWeb = text.prefixMatch(of: /(?i)https?:/) != nil
        let form = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:.+/) != nil
        let host = !isWeb || text.prefixMatch(of: /[A-Za-z]+:\/\/[^\/?#]/) != nil
        let isWritten = text.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7f && !"\"<>\\^`{|}".utf8.contains($0)
        }
        return form && host && isWritten ? text : nil
    }
    static var rule: OrderRule { .url }
}

/// The address of a web service for orders.
package enum WebServiceForm: CheckedForm {
    package static func value(_ text: String) -> String? {
        text.hasPrefix("https://") ? URLForm.value(text) : nil
    }
    static var rule: OrderRule { .webServiceNotHTTPS }
}

/// An authentication token of a web service, which has at least 16 characters.
package enum AuthenticationTokenForm: CheckedForm {
    package static func value(_ text: String) -> String? { text.count >= 16 ? text : nil }
    static var rule: OrderRule { .tokenTooShort }
}

/// An amount of money in units of its currency, as a text.
package enum AmountForm: CheckedForm {
    package static func value(_ text: String) -> DecimalAmount? { try? DecimalAmount(text) }
    static var rule: OrderRule { .amount }
}

/// A currency by its code.
package enum CurrencyForm: CheckedForm {
    package static func value(_ text: String) -> Currency? { Currency(code: text) }
    static var rule: OrderRule { .currency }
    static var placeholder: Currency { .usd }
}

/// A country by its code of ISO 3166-1.
package enum CountryForm: CheckedForm {
    package static func value(_ text: String) -> String? {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return text.utf8.count == 2 && text.utf8.allSatisfy(capitals.contains) ? text : nil
    }
    static var rule: OrderRule { .countryCode }
}

/// The name of an image of the package, without the scale and perhaps without the ending.
package enum ImageNameForm: CheckedForm {
    package static func value(_ text: String) -> String? { IdentifierForm.value(text) }
    static var rule: OrderRule { .empty }
    static var namesImage: Bool? { true }
}

/// The name of a file of the package.
package enum FileNameForm: CheckedForm {
    package static func value(_ text: String) -> String? { IdentifierForm.value(text) }
    static var rule: OrderRule { .empty }
    static var namesImage: Bool? { false }
}

/// A number.
package enum NumberForm: CheckedForm {
    package static func value(_ text: String) -> DecimalAmount? { try? DecimalAmount(text) }
    static var rule: OrderRule { .number }
    static var isNumber: Bool { true }
}

/// The version of the schema, which is 1.
package enum SchemaVersionForm: CheckedForm {
    package static func value(_ text: String) -> Int? { text == "1" ? 1 : nil }
    static var rule: OrderRule { .schemaVersion }
    static var isNumber: Bool { true }
    static var placeholder: Int { 1 }
}

/// A latitude in degrees.
package enum LatitudeForm: CheckedForm {
    package static func value(_ text: String) -> DecimalAmount? { degrees(text, limit: 90) }
    static var rule: OrderRule { .latitude }
    static var isNumber: Bool { true }

    static func degrees(_ text: String, limit: Int64) -> DecimalAmount? {
        guard let number = NumberForm.value(text),
            number <= DecimalAmount(wholeNumber: limit),
            number >= DecimalAmount(wholeNumber: -limit)
        else { return nil }
        return number
    }
}

/// A longitude in degrees.
package enum LongitudeForm: CheckedForm {
    package static func value(_ text: String) -> DecimalAmount? {
        LatitudeForm.degrees(text, limit: 180)
    }
    static var rule: OrderRule { .longitude }
    static var isNumber: Bool { true }
}

/// An identifier of an app in the App Store.
package enum StoreIdentifierForm: CheckedForm {
    package static func value(_ text: String) -> Int64? {
        Int64(text).flatMap { $0 > 0 ? $0 : nil }
    }
    static var rule: OrderRule { .storeIdentifier }
    static var isNumber: Bool { true }
    static var placeholder: Int64 { 0 }
}

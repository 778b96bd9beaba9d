internal import Money
internal import World

extension OrderKind {
    /// An identifier, which is not empty.
    static let identifier = form(OrderForm(rule: .empty) { !$0.isEmpty })
    static let merchantIdentifier = form(
        OrderForm(rule: .merchantIdentifier) { $0.hasPrefix("merchant.") && $0.utf8.count > 9 }
    )
    /// A date and time of RFC 3339, such as `2026-03-14T09:30:00+01:00`.
    static let dateTime = form(OrderForm(rule: .dateTime) { UnixTime(rfc3339: $0) != nil })
    /// A duration of ISO 8601-1, such as `PT2H`.
    static let duration = form(OrderForm(rule: .duration) { DurationForm.value($0) != nil })
    static let url = form(OrderForm(rule: .url) { URLForm.value($0) != nil })
    static let webService = form(
        OrderForm(rule: .webServiceNotHTTPS) { WebServiceForm.value($0) != nil }
    )
    /// An authentication token of a web service, which has at least 16 characters.
    static let authenticationToken = form(OrderForm(rule: .tokenTooShort) { $0.count >= 16 })
    /// An amount of money in units of its currency, as a text.
    static let amount = form(OrderForm(rule: .amount, holds: isDecimal))
    static let currency = form(OrderForm(rule: .currency) { Currency(code: $0) != nil })
    static let country = form(OrderForm(rule: .countryCode) { CountryForm.value($0) != nil })
    /// The name of an image of the package, without the scale and perhaps without the ending.
    static let image = form(OrderForm(rule: .empty, namesImage: true) { !$0.isEmpty })
    /// The name of a file of the package.
    static let file = form(OrderForm(rule: .empty, namesImage: false) { !$0.isEmpty })
    static let number = form(OrderForm(rule: .number, isNumber: true, holds: isDecimal))
    static let schemaVersion = form(OrderForm(rule: .schemaVersion, isNumber: true) { $0 == "1" })
    static let latitude = form(OrderForm(rule: .latitude, isNumber: true) { isAngle($0, 90) })
    static let longitude = form(OrderForm(rule: .longitude, isNumber: true) { isAngle($0, 180) })
    /// An identifier of an app in the App Store.
    static let storeIdentifier = form(
        OrderForm(rule: .storeIdentifier, isNumber: true) { (Int64($0) ?? 0) > 0 }
    )

    private static func isDecimal(_ text: String) -> Bool { (try? DecimalAmount(text)) != nil }

    private static func isAngle(_ text: String, _ limit: Int64) -> Bool {
        guard let number = try? DecimalAmount(text) else { return false }
        return number <= DecimalAmount(wholeNumber: limit)
            && number >= DecimalAmount(wholeNumber: -limit)
    }
}

/// A duration of ISO 8601-1, such as `PT2H`.
enum DurationForm {
    static func value(_ text: String) -> String? {
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
}

/// An absolute URL.
///
/// - Source: RFC 3986 § 4.3 and its characters in § 2.
package enum URLForm {
    package static func value(_ text: String) -> String? {
        let isWeb = text.prefixMatch(of: /(?i)https?:/) != nil
        let form = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:.+/) != nil
        let host = !isWeb || text.prefixMatch(of: /[A-Za-z]+:\/\/[^\/?#]/) != nil
        let isWritten = text.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7f && !"\"<>\\^`{|}".utf8.contains($0)
        }
        return form && host && isWritten ? text : nil
    }
}

/// The address of a web service for orders.
package enum WebServiceForm {
    package static func value(_ text: String) -> String? {
        text.hasPrefix("https://") ? URLForm.value(text) : nil
    }
}

/// A country by its code of ISO 3166-1.
package enum CountryForm {
    package static func value(_ text: String) -> String? {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return text.utf8.count == 2 && text.utf8.allSatisfy(capitals.contains) ? text : nil
    }
}

public import Money

extension Money {
    /// The amount in a language: `$10.75`, `US$10.75`, `10,75 $`.
    ///
    /// It has exactly the decimals of its currency. Spaces are non-breaking.
    ///
    /// - Source: Unicode CLDR, the number and currency formats of `en`, `zh` and `ru`.
    public func text(in language: Language) -> String {
        let sign = isNegative ? "-" : ""
        let number = number(in: language)
        let symbol = CurrencySymbols.symbol(of: currency, in: language)
        switch language {
        case .english, .chinese:
            let space = symbol.last?.isLetter == true || symbol.last == "." ? "\u{a0}" : ""
            return "\(sign)\(symbol)\(space)\(number)"
        case .russian: return "\(sign)\(number)\u{a0}\(symbol)"
        }
    }

    /// The magnitude with grouped digits.
    private func number(in language: Language) -> String {
        let (group, point) = language == .russian ? ("\u{a0}", ",") : (",", ".")
        let parts = decimalText.drop { $0 == "-" }.split(separator: ".")
        let whole = parts.first ?? "0"
        var grouped = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { grouped += group }
            grouped.append(digit)
        }
        return parts.count > 1 ? "\(grouped)\(point)\(parts[1])" : grouped
    }
}

/// The symbols of currencies. A currency without one is shown by its code.
///
/// - Source: Unicode CLDR, the currency symbols of `en`, `zh` and `ru`.
enum CurrencySymbols {
    static func symbol(of currency: Currency, in language: Language) -> String {
        let special: [String: String] =
            switch language {
            case .english: english
            case .chinese: chinese
            case .russian: russian
            }
        return special[currency.code] ?? everywhere[currency.code] ?? currency.code
    }

    private static let everywhere = [
        "BRL": "R$", "CAD": "CA$", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪", "INR": "₹",
        "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "TWD": "NT$", "VND": "₫", "XAF": "FCFA",
        "XCD": "EC$", "XCG": "Cg.", "XOF": "F\u{202f}CFA", "XPF": "CFPF",
    ]

    private static let english = [
        "AUD": "A$", "CNY": "CN¥", "JPY": "¥", "PHP": "₱", "USD": "$",
    ]

    private static let chinese = ["AUD": "AU$", "CNY": "¥", "JPY": "JP¥", "USD": "US$"]

    private static let russian = [
        "AUD": "A$", "CNY": "CN¥", "JPY": "¥", "RUB": "₽", "THB": "฿", "TMT": "ТМТ", "UAH": "₴",
        "USD": "$",
    ]
}

public import PaymentRequest

extension PersonName {
    /// The name in the order of its script: a Chinese name begins with the family name.
    public var text: String {
        let parts =
            isHan
            ? [familyName, middleName, givenName]
            : [prefix, givenName, middleName, familyName, suffix]
        let name = parts.compactMap(\.self).filter { !$0.isEmpty }
        guard !name.isEmpty else { return nickname ?? "" }
        return name.joined(separator: isHan ? "" : " ")
    }

    private var isHan: Bool {
        let letters = (familyName ?? "") + (givenName ?? "")
        return !letters.isEmpty && letters.unicodeScalars.allSatisfy(\.properties.isIdeographic)
    }
}

extension PostalAddress {
    /// The address on one line, in the order of its country.
    ///
    /// - Source: the Universal Postal Union's examples of addresses; for an unknown country
    ///   the order street, city, state, postal code is a guess.
    public var line: String {
        let street = street.split(whereSeparator: \.isNewline).joined(separator: ", ")
        switch isoCountryCode.uppercased() {
        case "CN", "HK", "JP", "KR", "MO", "TW": return eastern(street)
        case "RU", "BY", "KZ", "UA":
            return Self.joined([street, subLocality, city, state, postalCode, country])
        case "US", "CA", "AU":
            let region = [state, postalCode].filter { !$0.isEmpty }.joined(separator: " ")
            return Self.joined([street, subLocality, city, region, country])
        case "DE", "FR", "IT", "ES", "NL", "AT", "CH":
            let place = [postalCode, city].filter { !$0.isEmpty }.joined(separator: " ")
            return Self.joined([street, subLocality, place, state, country])
        default:
            return Self.joined([street, subLocality, city, state, postalCode, country])
        }
    }

    /// From the largest part to the smallest, without repetitions.
    private func eastern(_ street: String) -> String {
        let region = city.hasPrefix(state) ? "" : state
        let parts = [region, city, subLocality, street].filter { !$0.isEmpty }
        let isHan = parts.joined().unicodeScalars.contains(where: \.properties.isIdeographic)
        let place = isHan ? parts.joined() : Self.joined(parts.reversed())
        return [place, postalCode].filter { !$0.isEmpty }.joined(separator: isHan ? " " : ", ")
    }

    private static func joined(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

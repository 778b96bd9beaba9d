/// The lines of an address in its country's order.
struct AddressLayout {
    /// A run of text, and the key of its part of the address, if it has one.
    struct Piece: Equatable {
        let text: String
        let key: String?
    }

    let pieces: [Piece]

    var text: String { pieces.map(\.text).joined() }

    init(of address: CNPostalAddress) {
        let parts = AddressParts(of: address)
        let lines = Self.lines(of: parts.isoCountryCode.uppercased())
        var pieces: [Piece] = []
        for line in lines {
            var written: [Piece] = []
            for (key, separator) in line where !parts[key].isEmpty {
                if !written.isEmpty { written.append(Piece(text: separator, key: nil)) }
                written.append(Piece(text: parts[key], key: key))
            }
            guard !written.isEmpty else { continue }
            if !pieces.isEmpty { pieces.append(Piece(text: "\n", key: nil)) }
            pieces += written
        }
        self.pieces = pieces
    }

    /// The parts of each line, each with the separator from the previous part.
    private static func lines(of country: String) -> [[(key: String, separator: String)]] {
        let street = [(key: CNPostalAddressStreetKey, separator: "")]
        let quarter = [(key: CNPostalAddressSubLocalityKey, separator: "")]
        let nation = [(key: CNPostalAddressCountryKey, separator: "")]
        let city = (key: CNPostalAddressCityKey, separator: " ")
        let state = (key: CNPostalAddressStateKey, separator: " ")
        let code = (key: CNPostalAddressPostalCodeKey, separator: " ")
        switch country {
        case "CN":
            return [nation, [state, (city.key, ""), (quarter[0].key, "")], street, [code]]
        case "GB": return [street, quarter, [city], [(state.key, "")], [code], nation]
        case "HK": return [street, quarter, [city, (state.key, " ")], nation]
        case "US", "CA", "AU", "": return [street, quarter, [city, state, code], nation]
        // Most countries of Europe, and many others, write the postal code first.
        default: return [street, quarter, [code, city, state], nation]
        }
    }
}

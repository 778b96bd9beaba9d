/// What a merchant may see of a shopper's contact before the shopper authorizes: enough for a
/// shipping cost, nothing that finds the person (mission 9.8).
///
/// Only ``Contact/redacted`` makes one, so a full contact cannot be handed over by mistake.
///
/// - Source: Apple, PassKit, `didSelectShippingContact` and `PKContact`; what is withheld of postal
///   codes, and Hong Kong's region, are as several integrators report.
public struct RedactedContact: Hashable, Sendable {
    /// City, state, postal code and country; no street.
    public let postalAddress: PostalAddress?

    init(of contact: Contact) {
        postalAddress = contact.postalAddress.map(Self.redacted)
    }

    /// The same as a contact with nothing else in it.
    public var contact: Contact { Contact(postalAddress: postalAddress) }

    private static func redacted(_ full: PostalAddress) -> PostalAddress {
        var seen = PostalAddress(
            city: full.city,
            state: full.state,
            postalCode: postalCode(of: full),
            country: full.country,
            isoCountryCode: full.isoCountryCode
        )
        // Where there is no state, the part of the city may be what stands for it.
        if full.state.isEmpty { seen.subLocality = full.subLocality }
        return seen
    }

    private static func postalCode(of full: PostalAddress) -> String {
        let code = String(
            full.postalCode.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
                .reversed()
        )
        switch full.isoCountryCode.uppercased() {
        case "US": return String(code.prefix(5))
        case "HK": return code.isEmpty ? full.state : code
        // The outward half of a Canadian or British code stays, with its space. A country that is
        // not known gets the strictest treatment that is; this is a guess.
        case "CA", "GB", "": return String(code.dropLast(3))
        default: return code
        }
    }
}

extension Contact {
    /// What a merchant may see of this contact before the shopper authorizes.
    public var redacted: RedactedContact { RedactedContact(of: self) }
}

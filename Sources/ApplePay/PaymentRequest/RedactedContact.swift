/// The part of a contact that a merchant may see before the shopper authorizes: enough to compute shipping,
/// but not to identify the person (mission 9.8).
///
/// Only ``Contact/redacted`` creates one, so a full contact cannot be passed by mistake.
///
/// - Source: Apple, PassKit, `didSelectShippingContact` and `PKContact`; the redaction of postal
///   codes, and Hong Kong's region, are as several integrators report.
public struct RedactedContact: Hashable, Sendable {
    /// City, state, postal code and country, without the street.
    public let postalAddress: PostalAddress?

    init(of contact: Contact) {
        postalAddress = contact.postalAddress.map(Self.redacted)
    }

    /// The same address in a contact.
    public var contact: Contact { Contact(postalAddress: postalAddress) }

    private static func redacted(_ full: PostalAddress) -> PostalAddress {
        var seen = PostalAddress(
            city: full.city,
            state: full.state,
            postalCode: postalCode(of: full),
            country: full.country,
            isoCountryCode: full.isoCountryCode
        )
        // An address without a state may have the district in its place.
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
        // The first half of a Canadian or British code is kept, with its space. An unknown country
        // gets the same strict treatment, which is a guess.
        case "CA", "GB", "": return String(code.dropLast(3))
        default: return code
        }
    }
}

extension Contact {
    /// The part of this contact that a merchant may see before the shopper authorizes.
    public var redacted: RedactedContact { RedactedContact(of: self) }
}

internal import ApplePaySession
internal import HTTPServer
internal import JSON
internal import PaymentRequest
internal import Payments

/// A contact of a payment: a member of the body, or the one in the payment of a page.
struct OrderContactForm: Sendable {
    /// The contacts that a payment has.
    enum Kind: String, Sendable {
        case shipping = "shippingContact"
        case billing = "billingContact"
    }

    private let contact: Contact

    static let schema = APISchema.described(
        "An ApplePayPaymentContact of Apple Pay JS.",
        Contact.pageMembers.map { name in
            .optional(name, name == "addressLines" ? .list(.anyText) : .anyText)
        }
    )

    /// Reads a contact; nil where there is none.
    ///
    /// - Throws: A problem of status 422 that says at which field of the sheet it is.
    init?(_ kind: Kind, _ body: RequestObject, _ token: JSONValue?) throws(HTTPProblem) {
        let inside = token?.member(kind.rawValue)
        guard let json = body.member(kind.rawValue) ?? inside, !json.isNull else { return nil }
        do throws(PageTypeError) {
            contact = try Contact(page: json, at: kind.rawValue)
        } catch {
            throw Self.problem(kind, nil, "\(error)")
        }
        for case (let field, let text?) in fields {
            do throws(NewOrder.Problem) { try NewOrder.check(text) } catch {
                throw Self.problem(kind, field, "\"\(kind.rawValue).\(field)\": \(error)")
            }
        }
    }

    private static func problem(_ kind: Kind, _ field: String?, _ cause: String) -> HTTPProblem {
        let fault = SheetResult.Fault(
            code: "\(kind.rawValue)Invalid",
            contactField: field,
            message: "This is not valid."
        )
        return MerchantProblemCode.contactInvalid.problem(
            cause,
            sheet: SheetResult(status: .failure, faults: [fault])
        )
    }

    /// The parts that an order keeps, by the names of Apple Pay JS's `ApplePayErrorContactField`.
    private var fields: [(String, String?)] {
        let address = contact.postalAddress
        return [
            ("name", name), ("addressLines", address?.street), ("locality", address?.city),
            ("administrativeArea", address?.state), ("postalCode", address?.postalCode),
            ("country", address?.country), ("countryCode", address?.isoCountryCode),
            ("emailAddress", contact.emailAddress), ("phoneNumber", contact.phoneNumber),
        ]
    }

    private var name: String? {
        let parts = [contact.name?.givenName, contact.name?.familyName].compactMap(\.self)
        return Self.text(parts.joined(separator: " "))
    }

    private static func text(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }

    /// The contact as an order keeps it.
    var orderContact: OrderContact {
        let address = contact.postalAddress
        return OrderContact(
            name: name,
            street: Self.text(address?.street),
            city: Self.text(address?.city),
            state: Self.text(address?.state),
            postalCode: Self.text(address?.postalCode),
            country: Self.text(address?.country) ?? Self.text(address?.isoCountryCode),
            emailAddress: Self.text(contact.emailAddress),
            phoneNumber: Self.text(contact.phoneNumber)
        )
    }

    /// The address for the issuer to compare; nil where there is none.
    var billingAddress: BillingAddress? {
        contact.postalAddress.map {
            BillingAddress(postalCode: $0.postalCode, street: $0.street)
        }
    }
}

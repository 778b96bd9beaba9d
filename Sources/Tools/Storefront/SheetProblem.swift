internal import JSON
internal import PaymentRequest

/// A problem at a field of the sheet: an `ApplePayError` for the page to make.
struct SheetProblem: Error, Hashable, Sendable {
    let code: String
    var field: String?
    let message: String

    var json: JSONOutput {
        .object([
            "code": .string(code), "contactField": field.map { .string($0) },
            "message": .string(message),
        ])
    }

    static func contact(_ field: String, _ message: String) -> SheetProblem {
        SheetProblem(code: "shippingContactInvalid", field: field, message: message)
    }

    init(code: String, field: String? = nil, message: String) {
        (self.code, self.field, self.message) = (code, field, message)
    }

    /// The problem of an address in a country that no parcels go to.
    static func country(_ name: String) -> SheetProblem {
        SheetProblem(
            code: "addressUnserviceable",
            message: name.isEmpty
                ? "The address has no country." : "We do not send parcels to \(name)."
        )
    }

    /// The problems of a payment's contact. Before the shopper authorizes, a sheet withholds most of
    /// it.
    static func problems(of contact: Contact?) -> [SheetProblem] {
        var problems: [SheetProblem] = []
        if contact?.name?.givenName?.isEmpty ?? true, contact?.name?.familyName?.isEmpty ?? true {
            problems.append(.contact("name", "Enter the name for the parcel."))
        }
        if contact?.postalAddress?.street.isEmpty ?? true {
            problems.append(.contact("addressLines", "Enter a street and a number."))
        }
        if contact?.postalAddress?.city.isEmpty ?? true {
            problems.append(.contact("locality", "Enter a town."))
        }
        let email = contact?.emailAddress?.split(separator: "@", omittingEmptySubsequences: false)
        if email?.count != 2 || email?.allSatisfy({ !$0.isEmpty }) != true {
            problems.append(
                .contact("emailAddress", "Enter an email address; the receipt goes there.")
            )
        }
        if (contact?.phoneNumber?.filter(\.isNumber).count ?? 0) < 7 {
            problems.append(
                .contact("phoneNumber", "Enter a telephone number for the delivery.")
            )
        }
        return problems
    }
}

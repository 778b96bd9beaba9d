public import JSON
public import PaymentRequest

extension Contact {
    /// Reads a page's `ApplePayPaymentContact`.
    ///
    /// - Throws: ``PageTypeError``.
    public init(page json: JSONValue, at path: String) throws(PageTypeError) {
        try self.init(page: PageValue(json, at: path))
    }

    /// The members of an `ApplePayPaymentContact`. All are texts but `addressLines`, a list of texts.
    ///
    /// - Source: Apple, Apple Pay JS, `ApplePayPaymentContact`.
    public static let pageMembers = [
        "givenName", "familyName", "phoneticGivenName", "phoneticFamilyName", "emailAddress",
        "phoneNumber", "addressLines", "subLocality", "locality", "postalCode",
        "subAdministrativeArea", "administrativeArea", "country", "countryCode",
    ]

    init(page value: PageValue) throws(PageTypeError) {
        let contact = try value.dictionary()
        var name = PersonName(
            givenName: try contact.text(of: "givenName"),
            familyName: try contact.text(of: "familyName")
        )
        name.phoneticGivenName = try contact.text(of: "phoneticGivenName")
        name.phoneticFamilyName = try contact.text(of: "phoneticFamilyName")
        var address = PostalAddress(
            street: try contact.member("addressLines")?.texts().joined(separator: "\n") ?? "",
            city: try contact.text(of: "locality") ?? "",
            state: try contact.text(of: "administrativeArea") ?? "",
            postalCode: try contact.text(of: "postalCode") ?? "",
            country: try contact.text(of: "country") ?? "",
            isoCountryCode: try contact.text(of: "countryCode") ?? ""
        )
        address.subLocality = try contact.text(of: "subLocality") ?? ""
        address.subAdministrativeArea = try contact.text(of: "subAdministrativeArea") ?? ""
        self.init(
            name: name == PersonName() ? nil : name,
            postalAddress: address == PostalAddress() ? nil : address,
            emailAddress: try contact.text(of: "emailAddress"),
            phoneNumber: try contact.text(of: "phoneNumber")
        )
    }

    /// The contact as a page gets it: an `ApplePayPaymentContact`.
    public var pageJSON: JSONOutput {
        let address = postalAddress
        func part(_ part: PostalAddress.Part) -> JSONOutput? {
            address.map { .string($0[part]) }
        }
        return .object([
            "givenName": name?.givenName.map { .string($0) },
            "familyName": name?.familyName.map { .string($0) },
            "phoneticGivenName": name?.phoneticGivenName.map { .string($0) },
            "phoneticFamilyName": name?.phoneticFamilyName.map { .string($0) },
            "emailAddress": emailAddress.map { .string($0) },
            "phoneNumber": phoneNumber.map { .string($0) },
            "addressLines": address.map { address in
                .array(address.street.split(separator: "\n").map { .string(String($0)) })
            },
            "subLocality": part(.subLocality),
            "locality": part(.city),
            "postalCode": part(.postalCode),
            "subAdministrativeArea": part(.subAdministrativeArea),
            "administrativeArea": part(.state),
            "country": part(.country),
            "countryCode": part(.isoCountryCode),
        ])
    }
}

public import PaymentRequest

extension Contact {
    /// The contact of the guide's listing (mission 9.6), with all other fields.
    public static let johnAppleseed = Contact(
        name: PersonName(givenName: "John", familyName: "Appleseed"),
        postalAddress: PostalAddress(
            street: "1234 Laurel Street",
            city: "Atlanta",
            state: "GA",
            postalCode: "30303",
            country: "United States",
            isoCountryCode: "US"
        ),
        emailAddress: "john.appleseed@example.com",
        phoneNumber: "+1 404 555 0100"
    )

    /// A shopper in Beijing.
    public static let zhangSan = Contact(
        name: PersonName(givenName: "三", familyName: "张"),
        postalAddress: PostalAddress(
            street: "建国路1号",
            city: "北京市",
            state: "北京",
            postalCode: "100025",
            country: "中国",
            isoCountryCode: "CN"
        ),
        emailAddress: "zhang.san@example.com",
        phoneNumber: "+86 10 5550 0100"
    )

    /// A shopper in London.
    public static let inLondon = Contact(
        name: PersonName(givenName: "Jane", familyName: "Appleseed"),
        postalAddress: PostalAddress(
            street: "1 Example Street",
            city: "London",
            postalCode: "WC2H 9BH",
            country: "United Kingdom",
            isoCountryCode: "GB"
        ),
        emailAddress: "jane.appleseed@example.com",
        phoneNumber: "+44 20 7946 0000"
    )

    /// A shopper in Paris.
    public static let inParis = Contact(
        name: PersonName(givenName: "Jeanne", familyName: "Dupont"),
        postalAddress: PostalAddress(
            street: "1 rue de l'Exemple",
            city: "Paris",
            postalCode: "75008",
            country: "France",
            isoCountryCode: "FR"
        ),
        emailAddress: "jeanne.dupont@example.com",
        phoneNumber: "+33 1 99 00 00 00"
    )
}

public import PaymentRequest

extension Contact {
    /// The contact of the guide's listing (mission 9.6).
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
        emailAddress: "john.appleseed@example.com"
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
}

import PaymentRequest

/// The contacts of the simulation, one from each country with its own redaction.
enum PaymentSheetContacts {
    static let all = [
        PaymentSheetFixtures.john, PaymentSheetFixtures.london,
        person("Anne", "Murray", "ann", "301 Front St W", "Toronto", "ON", "M5V 2J4", "CA"),
        person("伟", "王", "wei", "王府井大街1号", "北京市", "北京", "100006", "CN", "东城区"),
        person(
            "Ka-fai",
            "Leung",
            "gaa",
            "8 Finance Street",
            "Central",
            "Hong Kong Island",
            "",
            "HK"
        ),
        person("Marie", "Dupont", "ma-ri", "55 rue du Faubourg", "Paris", "", "75008", "FR"),
        person("Ji-woo", "Kim", "jiu", "110 Sejong-daero", "Seoul", "", "04524", "KR", "Jung-gu"),
    ]

    /// The redacted postal codes.
    static let seenPostalCodes: Set<String> = [
        "30303", "WC2H ", "M5V ", "100006", "Hong Kong Island", "75008", "04524",
    ]

    /// The texts that no merchant may see before authorization.
    static let secrets =
        all.flatMap { person in
            [
                person.name?.givenName, person.name?.familyName, person.name?.phoneticGivenName,
                person.postalAddress?.street, person.emailAddress, person.phoneNumber,
            ]
        }
        .compactMap(\.self) + ["-1234", "9BH", "2J4", "Visa 1233", "AmEx 9876", "card-"]

    private static func person(
        _ givenName: String,
        _ familyName: String,
        _ phonetic: String,
        _ street: String,
        _ city: String,
        _ state: String,
        _ postalCode: String,
        _ country: String,
        _ subLocality: String = ""
    ) -> Contact {
        var name = PersonName(givenName: givenName, familyName: familyName)
        name.phoneticGivenName = "phonetic \(phonetic)"
        name.nickname = "nick \(phonetic)"
        var address = PostalAddress(
            street: street,
            city: city,
            state: state,
            postalCode: postalCode,
            isoCountryCode: country
        )
        address.subLocality = subLocality
        return Contact(
            name: name,
            postalAddress: address,
            emailAddress: "\(country)@example.com",
            phoneNumber: "555-\(street)"
        )
    }
}

import PaymentRequest

/// A contact on one line, with what is there and nothing else.
enum ContactText {
    static func line(_ contact: Contact) -> String {
        let names = [contact.name?.givenName, contact.name?.familyName].compactMap { $0 }
        let address = contact.postalAddress
        let place = [address?.city, address?.state, address?.postalCode, address?.isoCountryCode]
        let parts =
            [names.joined(separator: " "), address?.street ?? ""]
            + [place.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The same, with how the contact is reached.
    static func wholeLine(_ contact: Contact) -> String {
        [line(contact), contact.emailAddress ?? "", contact.phoneNumber ?? ""]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

import PassKit

/// The order that goes to the merchant's server when the shopper has authorized: the token, the address and
/// the cart.
struct Order {
    let paymentData: Data
    let transactionIdentifier: String
    let billingAddress: Data?
    let cart: String

    init(_ payment: PKPayment, cart: String) {
        paymentData = payment.token.paymentData
        transactionIdentifier = payment.token.transactionIdentifier
        billingAddress = payment.billingContact?.postalAddress.flatMap(Self.json)
        self.cart = cart
    }

    /// The address as JSON to read.
    ///
    /// Corrected: the listing reads an address book's record, which no system since iOS 9
    /// provides; the keys are Contacts' own. They are sorted, so that equal addresses are equal bytes.
    private static func json(_ address: CNPostalAddress) -> Data? {
        let dictionary = [
            CNPostalAddressStreetKey: address.street,
            CNPostalAddressCityKey: address.city,
            CNPostalAddressStateKey: address.state,
            CNPostalAddressPostalCodeKey: address.postalCode,
            CNPostalAddressISOCountryCodeKey: address.isoCountryCode,
        ]
        return try? JSONSerialization.data(
            withJSONObject: dictionary,
            options: [.prettyPrinted, .sortedKeys]
        )
    }
}

/// Takes an order to the merchant's server, and says what the server answered.
typealias OrderServer = (Order, @escaping (PKPaymentAuthorizationStatus) -> Void) -> Void

/// The customer of an order and the address, as given with the payment.
///
/// A part is nil if it was not requested or not given.
public struct OrderContact: Hashable, Sendable {
    /// The whole name.
    public var name: String?
    /// The street, with line breaks as given.
    public var street: String?
    /// The city.
    public var city: String?
    /// The state or province.
    public var state: String?
    /// The postal code.
    public var postalCode: String?
    /// The country, as its name or code was given.
    public var country: String?
    /// The email address.
    public var emailAddress: String?
    /// The telephone number.
    public var phoneNumber: String?

    /// A contact by its parts.
    public init(
        name: String? = nil,
        street: String? = nil,
        city: String? = nil,
        state: String? = nil,
        postalCode: String? = nil,
        country: String? = nil,
        emailAddress: String? = nil,
        phoneNumber: String? = nil
    ) {
        self.name = name
        self.street = street
        self.city = city
        self.state = state
        self.postalCode = postalCode
        self.country = country
        self.emailAddress = emailAddress
        self.phoneNumber = phoneNumber
    }

    var parts: [String?] {
        [name, street, city, state, postalCode, country, emailAddress, phoneNumber]
    }
}

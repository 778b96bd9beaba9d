import PaymentRequest
import TestSupport
import Testing

@Suite("A contact")
struct PaymentRequestContactTests {
    struct Redaction: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let contact, seen: PaymentRequestContactVector
        var testDescription: String { name }
    }

    static let redactions = VectorFile<Redaction>.cases(in: "payment-request-redaction.json")

    @Test(arguments: redactions)
    func `is redacted to what a shipping cost needs`(vector: Redaction) {
        #expect(vector.contact.contact.redacted.contact == vector.seen.contact)
    }

    @Test(arguments: redactions)
    func `has no name, street or phone number when redacted`(vector: Redaction) {
        let seen = vector.contact.contact.redacted.contact
        #expect(seen.name == nil && seen.emailAddress == nil && seen.phoneNumber == nil)
        #expect(seen.postalAddress?.street ?? "" == "")
    }

    @Test func `are redacted by the rules of six countries and more`() {
        let countries = Self.redactions.compactMap { $0.contact.isoCountryCode?.uppercased() }
        #expect(Set(countries).isSuperset(of: ["US", "GB", "CA", "HK", "CN", "FR"]))
    }

    @Test(arguments: redactions)
    func `is complete, with ZIP+4, after authorization`(vector: Redaction) {
        let full = vector.contact.contact
        #expect(full.limited(to: Set(ContactField.allCases)) == full)
        #expect(full.redacted.contact.redacted.contact.postalAddress?.street ?? "" == "")
    }

    @Test func `has phonetic names only when requested`() {
        var john = Self.john
        john.name?.phoneticFamilyName = "appelseed"
        for fields: Set<ContactField> in [[.name], [.postalAddress]] {
            let name = john.limited(to: fields).name
            #expect(name == PersonName(givenName: "John", familyName: "Appleseed"))
        }
        #expect(john.limited(to: [.phoneticName]).name == john.name)
        #expect(john.limited(to: [.emailAddress, .phoneNumber]).name == nil)
        #expect(john.redacted.contact.name == nil)
    }

    static let john = {
        var name = PersonName(givenName: "John", familyName: "Appleseed")
        name.phoneticGivenName = "jon"
        return Contact(
            name: name,
            postalAddress: PostalAddress(street: "1234 Laurel Street", isoCountryCode: "US"),
            emailAddress: "john@example.com",
            phoneNumber: "555-0100"
        )
    }()

    @Test func `is limited to the requested fields`() {
        let john = Self.john
        #expect(john.limited(to: []) == Contact())
        #expect(john.limited(to: [.emailAddress]) == Contact(emailAddress: "john@example.com"))
        #expect(john.limited(to: Set(ContactField.allCases)) == john)
        let address = john.limited(to: [.postalAddress])
        #expect(address.name == PersonName(givenName: "John", familyName: "Appleseed"))
        #expect(address.phoneNumber == nil && address.postalAddress == john.postalAddress)
    }

    @Test func `lists missing fields in the order of the fields`() {
        let everything = Set(ContactField.allCases)
        #expect(Contact().missing(of: everything) == ContactField.allCases)
        #expect(Self.john.missing(of: everything).isEmpty)
        let reachable = Contact(emailAddress: "", phoneNumber: "1")
        #expect(reachable.missing(of: [.phoneNumber, .emailAddress]) == [.emailAddress])
    }

    @Test func `ignores the parts of a request's contact that the sheet ignores`() {
        var request = PaymentRequest()
        request.shippingContact = Self.john
        request.billingContact = Self.john
        var shipping = Self.john
        shipping.name = nil
        #expect(request.prefilledShippingContact == shipping)
        #expect(
            request.prefilledBillingContact == Contact(postalAddress: Self.john.postalAddress)
        )
    }
}

@Suite("A payment method")
struct PaymentRequestMethodTests {
    @Test func `has a billing address only when requested without a shipping contact`() {
        let card = PaymentMethod(
            displayName: "Visa 1233",
            network: .visa,
            type: .credit,
            billingContact: PaymentRequestContactTests.john
        )
        var request = PaymentRequest()
        #expect(card.redacted(for: request) == PaymentMethod(type: .credit))
        request.requiredBillingContactFields = [.postalAddress]
        let seen = card.redacted(for: request)
        #expect(seen.billingContact == PaymentRequestContactTests.john.redacted.contact)
        #expect(seen.displayName == nil && seen.network == nil)
        request.requiredShippingContactFields = [.phoneNumber]
        #expect(card.redacted(for: request).billingContact == nil)
    }

    @Test(arguments: PaymentMethodType.allCases)
    func `has the funding and nothing that identifies the card`(type: PaymentMethodType) {
        let card = PaymentMethod(
            displayName: "Visa 1233",
            network: .visa,
            type: type,
            billingContact: PaymentRequestContactTests.john
        )
        #expect(card.redacted(for: PaymentRequest()) == PaymentMethod(type: type))
    }
}

@Suite("A device")
struct PaymentRequestCapabilityTests {
    struct Question: Decodable, Sendable, CustomTestStringConvertible {
        let name, offer: String
        let device, restricted: Bool?
        let cards, networks: [String]
        let capabilities: UInt?
        var testDescription: String { name }

        var capability: PaymentCapability {
            PaymentCapability(
                deviceSupportsPayments: device ?? true,
                isRestricted: restricted ?? false,
                cards: cards.map(PaymentCapability.Card.init(words:))
            )
        }
    }

    @Test(arguments: VectorFile<Question>.cases(in: "payment-request-capability.json"))
    func `decides which button to show`(vector: Question) {
        let offer = vector.capability.offer(
            for: vector.networks.map(PaymentNetwork.init(rawValue:)),
            capabilities: MerchantCapabilities(rawValue: vector.capabilities ?? 0)
        )
        #expect(offer.rawValue == vector.offer)
    }

    @Test func `can pay without a card and not under parental controls`() {
        var capability = PaymentCapability(
            deviceSupportsPayments: true,
            isRestricted: false,
            cards: []
        )
        #expect(capability.canMakePayments)
        #expect(!capability.canMakePayments(using: [.visa]))
        capability.isRestricted = true
        #expect(!capability.canMakePayments)
    }
}

extension PaymentCapability.Card {
    /// A card in the format of the vector files: network, type and protocols.
    init(words text: String) {
        let words = text.split(separator: " ").map(String.init)
        let types = ["unknown", "debit", "credit", "prepaid", "store", "eMoney"]
        let type = types.firstIndex(of: words[1]).map(UInt.init) ?? .max
        self.init(
            network: PaymentNetwork(rawValue: words[0]),
            type: PaymentMethodType(rawValue: type) ?? .unknown,
            protocols: MerchantCapabilities(rawValue: UInt(words[2]) ?? 0)
        )
    }
}

@Suite("A payment error")
struct PaymentRequestErrorTests {
    @Test(
        arguments: [
            (PaymentError.Cause.unknown, -1, false),
            (.shippingContactInvalid(.field(.emailAddress)), 1, true),
            (.billingContactInvalid(.addressPart(.postalCode)), 2, true),
            (.shippingAddressUnserviceable, 3, true), (.couponCodeInvalid, 4, false),
            (.couponCodeExpired, 5, false),
        ]
    )
    func `has Apple's code, and may block authorization`(
        cause: PaymentError.Cause,
        code: Int,
        blocks: Bool
    ) {
        let error = PaymentError(cause, message: "words")
        #expect(error.code == code && error.blocksAuthorization == blocks)
        #expect(!error.description.contains("words"))
    }

    @Test func `is resolved only by a change of the place that it names`() {
        let john = PaymentRequestContactTests.john
        var moved = john
        moved.postalAddress?.postalCode = "30303"
        let email = PaymentError(.shippingContactInvalid(.field(.emailAddress)))
        let code = PaymentError(.shippingContactInvalid(.addressPart(.postalCode)))
        let street = PaymentError(.shippingContactInvalid(.addressPart(.street)))
        let nowhere = PaymentError(.shippingAddressUnserviceable)
        let billing = PaymentError(.billingContactInvalid(.field(.postalAddress)))
        #expect(!email.isMended(byShipping: moved, insteadOf: john))
        #expect(code.isMended(byShipping: moved, insteadOf: john))
        #expect(!street.isMended(byShipping: moved, insteadOf: john))
        #expect(nowhere.isMended(byShipping: moved, insteadOf: john))
        #expect(!nowhere.isMended(byShipping: john, insteadOf: john))
        #expect(!billing.isMended(byShipping: moved, insteadOf: john))
        #expect(billing.isMended(byBilling: moved, insteadOf: john))
        #expect(!email.isMended(byBilling: moved, insteadOf: john))
    }

    @Test func `replaces a deprecated status`() {
        let address = PaymentError(.shippingContactInvalid(.field(.postalAddress)))
        #expect(AuthorizationResult(.invalidShippingPostalAddress).allErrors == [address])
        #expect(RequestUpdate(status: .invalidShippingPostalAddress).allErrors == [address])
        #expect(AuthorizationResult(.failure).allErrors.isEmpty)
        #expect(AuthorizationResult(.success).isPaid)
        #expect(!AuthorizationResult(.success, errors: [address]).isPaid)
    }
}

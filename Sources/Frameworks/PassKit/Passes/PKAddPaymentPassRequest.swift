public import Foundation

/// What an issuer's app says of the card that it wants to add. Since iOS 9.
open class PKAddPaymentPassRequestConfiguration: NSObject {
    /// How the card's data will be sealed.
    public let encryptionScheme: PKEncryptionScheme

    /// What kind of card it is. Since iOS 12.
    open var style = PKAddPaymentPassStyle.payment
    /// The name on the card.
    open var cardholderName: String?
    /// The last digits of its number.
    open var primaryAccountSuffix: String?
    /// What else is shown of it. Since iOS 10.1.
    open var cardDetails: [PKLabeledValue] = []
    /// What it is called.
    open var localizedDescription: String?
    /// A name for its account, so that no second one is added.
    open var primaryAccountIdentifier: String?
    /// Its network.
    open var paymentNetwork: PKPaymentNetwork?
    /// The issuer's names for the product. Since iOS 12.3.
    open var productIdentifiers: Set<String> = []
    /// Whether it needs a FeliCa chip. Since iOS 10.1.
    open var requiresFelicaSecureElement = false

    /// A configuration without an encryption scheme, which is refused when a card is to be added.
    public override init() {
        encryptionScheme = PKEncryptionScheme(rawValue: "")
        super.init()
    }

    /// What is said of a card, or nil for a scheme that is not known.
    public init?(encryptionScheme: PKEncryptionScheme) {
        guard [.ECC_V2, .RSA_V2].contains(encryptionScheme) else { return nil }
        self.encryptionScheme = encryptionScheme
        super.init()
    }
}

/// A card's data, sealed by its issuer. Since iOS 9.
open class PKAddPaymentPassRequest: NSObject {
    /// The card's data, sealed.
    open var encryptedPassData: Data?
    /// What activates it, for its network.
    open var activationData: Data?
    /// The issuer's key for this once, with ``PKEncryptionScheme/ECC_V2``.
    open var ephemeralPublicKey: Data?
    /// The sealed key, with ``PKEncryptionScheme/RSA_V2``.
    open var wrappedKey: Data?

    /// A request without anything.
    public override init() { super.init() }
}

/// Something about a card, and what it is called. Since iOS 10.1.
open class PKLabeledValue: NSObject {
    /// What it is called.
    public let label: String
    /// What it is.
    public let value: String

    /// A value and its label, both empty.
    public convenience override init() { self.init(label: "", value: "") }

    /// A value and its label.
    public init(label: String, value: String) {
        self.label = label
        self.value = value
        super.init()
    }
}

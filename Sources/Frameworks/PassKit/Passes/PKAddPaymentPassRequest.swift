public import Foundation

/// The description of the card that an issuer's app adds. Since iOS 9.
open class PKAddPaymentPassRequestConfiguration: NSObject {
    /// How the card's data is encrypted.
    public let encryptionScheme: PKEncryptionScheme

    /// The kind of card. Since iOS 12.
    open var style = PKAddPaymentPassStyle.payment
    /// The name on the card.
    open var cardholderName: String?
    /// The last digits of its number.
    open var primaryAccountSuffix: String?
    /// Other details to show. Since iOS 10.1.
    open var cardDetails: [PKLabeledValue] = []
    /// The card's name.
    open var localizedDescription: String?
    /// The identifier of its account, so that no second card is added for it.
    open var primaryAccountIdentifier: String?
    /// Its network.
    open var paymentNetwork: PKPaymentNetwork?
    /// The issuer's product identifiers. Since iOS 12.3.
    open var productIdentifiers: Set<String> = []
    /// Whether it needs a FeliCa chip. Since iOS 10.1.
    open var requiresFelicaSecureElement = false

    /// Creates a configuration without an encryption scheme, which is refused when a card is
    /// added.
    public override init() {
        encryptionScheme = PKEncryptionScheme(rawValue: "")
        super.init()
    }

    /// Creates a configuration; nil for an unknown scheme.
    public init?(encryptionScheme: PKEncryptionScheme) {
        guard [.ECC_V2, .RSA_V2].contains(encryptionScheme) else { return nil }
        self.encryptionScheme = encryptionScheme
        super.init()
    }
}

/// A card's data, encrypted by its issuer. Since iOS 9.
open class PKAddPaymentPassRequest: NSObject {
    /// The card's data, encrypted.
    open var encryptedPassData: Data?
    /// The activation data for the network.
    open var activationData: Data?
    /// The issuer's ephemeral public key, with ``PKEncryptionScheme/ECC_V2``.
    open var ephemeralPublicKey: Data?
    /// The wrapped key, with ``PKEncryptionScheme/RSA_V2``.
    open var wrappedKey: Data?

    /// Creates an empty request.
    public override init() { super.init() }
}

/// A labelled detail of a card. Since iOS 10.1.
open class PKLabeledValue: NSObject {
    /// The label.
    public let label: String
    /// The value.
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

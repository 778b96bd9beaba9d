public import CardNetwork
public import PaymentRequest
public import PaymentSheet

/// A TEST card: a published test number, with the card's properties.
///
/// - Source: the numbers are those that card networks publish for tests.
public struct SandboxCard: Hashable, Sendable {
    /// The printed number.
    public let number: String
    /// The name in the wallet.
    public let displayName: String
    /// Its scheme.
    public let scheme: CardScheme
    /// Its network, as PassKit spells it.
    public let network: PaymentNetwork
    /// The other networks of a card with several.
    public private(set) var otherNetworks: [PaymentNetwork] = []
    /// The expiry, `YYMMDD`, the last day of its month.
    public let expirationDate: String
    /// How it is funded.
    public let type: PaymentMethodType
    /// The country of issue, an ISO 3166-1 code; nil for the tester's country.
    public let issuerCountry: String?
    /// The protocols that it supports.
    public private(set) var protocols = MerchantCapabilities.threeDSecure

    /// Creates a card.
    public init(
        number: String,
        expirationDate: String = "351231",
        displayName: String,
        scheme: CardScheme,
        type: PaymentMethodType,
        issuerCountry: String? = nil
    ) {
        self.number = number
        self.expirationDate = expirationDate
        self.displayName = displayName
        self.scheme = scheme
        network = PaymentNetwork(rawValue: scheme.rawValue)
        self.type = type
        self.issuerCountry = issuerCountry
    }

    /// The card as its network issues it; nil if the number is not one of the scheme's.
    public var printed: PaymentCard? {
        PaymentCard(number: number, expirationDate: expirationDate, scheme: scheme)
    }

    /// This card with other networks too, like cobadged cards in France.
    ///
    /// The app is told one network, by the order of its `supportedNetworks`. The payment uses the
    /// network of the card's number.
    public func alsoOn(_ networks: PaymentNetwork...) -> SandboxCard {
        var card = self
        card.otherNetworks += networks
        return card
    }

    /// This card with payments by chip data too: to a merchant that supports EMV, it pays so.
    ///
    /// Only cards of UnionPay have an application for it.
    public func payingByChip() -> SandboxCard {
        var card = self
        if scheme == .unionPay { card.protocols = [.threeDSecure, .emv] }
        return card
    }

    /// A Visa credit card.
    public static let visa = SandboxCard(
        number: "4111111111111111",
        displayName: "Visa 1111",
        scheme: .visa,
        type: .credit
    )
    /// A Mastercard debit card.
    public static let masterCard = SandboxCard(
        number: "5555555555554444",
        displayName: "MasterCard 4444",
        scheme: .mastercard,
        type: .debit
    )
    /// An American Express credit card.
    public static let amex = SandboxCard(
        number: "378282246310005",
        displayName: "AmEx 0005",
        scheme: .americanExpress,
        type: .credit
    )
    /// A Discover credit card.
    public static let discover = SandboxCard(
        number: "6011111111111117",
        displayName: "Discover 1117",
        scheme: .discover,
        type: .credit
    )
    /// A UnionPay debit card of a bank in China.
    public static let chinaUnionPay = SandboxCard(
        number: "6200000000000005",
        displayName: "UnionPay 0005",
        scheme: .unionPay,
        type: .debit,
        issuerCountry: "CN"
    )
    /// A JCB credit card of a bank in Japan.
    public static let jcb = SandboxCard(
        number: "3530111333300000",
        displayName: "JCB 0000",
        scheme: .jcb,
        type: .credit,
        issuerCountry: "JP"
    )

    /// One of each.
    public static let all = [visa, masterCard, amex, discover, chinaUnionPay, jcb]

    /// The default cards of a device in tests: a Visa card, or none if the device accepts none or
    /// has its own.
    public static func usual(on device: DeviceSetup) -> [SandboxCard] {
        device.takesCards(of: visa.network) && device.model != .simulator ? [visa] : []
    }
}

internal import Money
internal import PaymentRequest
internal import TestSandbox
internal import Wallet

extension CheckoutScenario {
    /// Worked example C, from the Shinobi store: a toy, postage and tax are 29.27 USD (mission
    /// 7.20).
    ///
    /// The merchant identifier is the one in the entitlement: the sample's own does not match it
    /// (mission 14.9).
    static let shinobi = CheckoutScenario(
        name: "shinobi",
        bundleIdentifier: "com.shinobistore.appleplay",
        merchantIdentifier: "merchant.com.shinobistore.appleplay",
        lines: [
            Line(label: "Shinobi Cuddly Toy", minorUnits: 2_299),
            Line(label: "Postage", minorUnits: 399),
            Line(label: "Tax", minorUnits: 229),
        ],
        totalLabel: "Total",
        currency: .usd,
        countryCode: "US",
        networks: [.amex, .masterCard, .visa, .discover],
        capabilities: [.threeDSecure],
        shippingMethods: [],
        chargesShipping: false,
        shippingType: .shipping,
        requiredContactFields: [.postalAddress, .name],
        applicationData: nil,
        contact: .johnAppleseed,
        card: .masterCard,
        shopper: ScriptedShopper(.chooseShippingContact(.johnAppleseed), .authorize)
    )
}

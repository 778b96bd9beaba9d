internal import Money
internal import PaymentRequest
internal import TestSandbox
internal import Wallet

extension CheckoutScenario {
    /// Worked example A, from Apple's programming guide: 12.75 less 2.00 is 10.75 USD (mission
    /// 7.18).
    static let guide = CheckoutScenario(
        name: "guide",
        bundleIdentifier: "com.example.store",
        merchantIdentifier: "merchant.com.example",
        lines: [
            Line(label: "Subtotal", minorUnits: 1_275),
            Line(label: "Discount", minorUnits: -200),
        ],
        totalLabel: "My Company Name",
        currency: .usd,
        countryCode: "US",
        networks: [.amex, .discover, .masterCard, .visa],
        capabilities: [.threeDSecure],
        shippingMethods: [
            Shipping(
                identifier: "standard",
                label: "Standard Shipping",
                // The guide says July 29, which on most days would be in the past.
                detail: "Arrives by %",
                minorUnits: 0,
                daysToArrival: 7
            ),
            Shipping(
                identifier: "next-day",
                label: "Next Day Shipping",
                detail: "Ships in 24 hours",
                minorUnits: 499
            ),
        ],
        chargesShipping: true,
        shippingType: .shipping,
        requiredContactFields: [.postalAddress, .name, .emailAddress],
        applicationData: nil,
        contact: .johnAppleseed,
        card: .visa,
        shopper: ScriptedShopper(
            .chooseShippingContact(.johnAppleseed),
            .chooseShippingMethod("next-day"),
            .chooseShippingMethod("standard"),
            .authorize
        )
    )
}

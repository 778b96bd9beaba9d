internal import Money
internal import PaymentRequest
internal import TestSandbox
internal import Wallet

extension CheckoutScenario {
    /// Worked example B, from the Jianshu sample: 29.90 CNY by UnionPay, picked up at the store
    /// (mission 7.19).
    ///
    /// As in the sample, the price of shipping is not added to the total.
    static let china = CheckoutScenario(
        name: "china",
        bundleIdentifier: "com.example.store",
        merchantIdentifier: "merchant.com.example",
        lines: [
            Line(label: "苹果6", minorUnits: -10),
            Line(label: "苹果6s", minorUnits: 1_000),
            Line(label: "MAC", minorUnits: 2_000),
        ],
        totalLabel: "My Company Name",
        currency: .cny,
        countryCode: "CN",
        networks: [.amex, .masterCard, .visa, .chinaUnionPay],
        capabilities: [.threeDSecure, .emv, .credit, .debit],
        shippingMethods: [
            Shipping(
                identifier: "顺丰",
                label: "顺丰快递",
                detail: "24小时内送到",
                minorUnits: 1_800
            ),
            Shipping(
                identifier: "韵达",
                label: "韵达快递",
                detail: "送货上门",
                minorUnits: 10
            ),
        ],
        chargesShipping: false,
        shippingType: .storePickup,
        requiredContactFields: Set(ContactField.allCases).subtracting([.phoneticName]),
        applicationData: "buyID=12345",
        contact: .zhangSan,
        card: .chinaUnionPay,
        shopper: ScriptedShopper(
            .chooseShippingContact(.zhangSan),
            .chooseShippingMethod("韵达"),
            .authorize
        )
    )
}

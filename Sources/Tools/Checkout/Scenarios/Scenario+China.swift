internal import CardNetwork
internal import Money
internal import PaymentRequest
internal import Wallet

extension Scenario {
    /// Golden example B, of the Jianshu sample: 29.90 CNY by UnionPay, picked up in the store
    /// (mission 7.19).
    ///
    /// As in the sample, the way of shipping is not added to the total.
    public static let china = Scenario(
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
        card: Card(
            number: "6200000000000005",
            displayName: "UnionPay 0005",
            scheme: .unionPay,
            network: .chinaUnionPay,
            type: .debit
        ),
        shopper: ScriptedShopper(
            .chooseShippingContact(.zhangSan),
            .chooseShippingMethod(identifier: "韵达"),
            .authorize
        )
    )
}

extension Contact {
    static let zhangSan = Contact(
        name: PersonName(givenName: "三", familyName: "张"),
        postalAddress: PostalAddress(
            street: "建国路1号",
            city: "北京市",
            state: "北京",
            postalCode: "100025",
            country: "中国",
            isoCountryCode: "CN"
        ),
        emailAddress: "zhang.san@example.com",
        phoneNumber: "+86 10 5550 0100"
    )
}

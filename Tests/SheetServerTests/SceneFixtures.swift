import Foundation
import JSON
import PaymentRequest
import PaymentSheet
import SheetView
import Testing

@testable import SheetServer

/// Sheets to look at.
enum SceneFixtures {
    static let ann = Contact(
        name: PersonName(givenName: "Ann", familyName: "Droid"),
        postalAddress: PostalAddress(
            street: "1 Long Acre",
            city: "London",
            postalCode: "WC2H 9BH",
            country: "United Kingdom",
            isoCountryCode: "GB"
        ),
        emailAddress: "ann@example.com",
        phoneNumber: "555-0101"
    )

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
        emailAddress: "zhang.san@example.com"
    )

    static let visa = PaymentSheet.Card(
        id: .init(rawValue: "card-1"),
        method: PaymentMethod(displayName: "Visa 1111", network: .visa, type: .debit)
    )

    static let unionPay = PaymentSheet.Card(
        id: .init(rawValue: "card-2"),
        method: PaymentMethod(displayName: "银联 0005", network: .chinaUnionPay, type: .credit)
    )

    static let jcb = SheetChoices.UnavailableCard(
        method: PaymentMethod(displayName: "JCB 0000", network: .jcb, type: .credit),
        obstacle: .network
    )

    static let choices = SheetChoices(
        cards: [visa, unionPay],
        barred: [jcb],
        contacts: [ann, zhangSan]
    )

    static func item(_ label: String, _ amount: String) -> SummaryItem {
        SummaryItem(label: label, amount: UncheckedAmount(text: amount))
    }

    /// A request with every row that there is.
    static var request: PaymentRequest {
        var request = PaymentRequest(
            merchantIdentifier: "merchant.com.example",
            countryCode: "US",
            currencyCode: "USD",
            supportedNetworks: [.visa, .chinaUnionPay],
            merchantCapabilities: .threeDSecure,
            paymentSummaryItems: [
                item("Subtotal", "12.75"), item("Discount", "-2.00"),
                item("My Company Name", "10.75"),
            ]
        )
        request.shippingMethods = [
            ShippingMethod(
                label: "顺丰快递",
                amount: UncheckedAmount(text: "0.00"),
                detail: "24小时内送到",
                identifier: "sf"
            ),
            ShippingMethod(
                label: "Next Day",
                amount: UncheckedAmount(text: "9.99"),
                identifier: "next-day"
            ),
        ]
        request.requiredShippingContactFields = [.postalAddress, .emailAddress]
        request.requiredBillingContactFields = [.postalAddress]
        request.supportsCouponCode = true
        return request
    }

    /// A sheet on screen, whose questions are answered with no change.
    static func sheet(
        _ request: PaymentRequest = request,
        contact: Contact? = ann
    ) throws(InvalidPaymentRequest) -> PaymentSheet {
        var sheet = PaymentSheet(
            request: try request.validated(),
            shopper: .init(card: visa, shippingContact: contact, billingContact: contact)
        )
        _ = sheet.handle(.presented)
        sheet.settle(with: .unchanged)
        return sheet
    }
}

extension PaymentSheet {
    /// Answers what is asked.
    mutating func settle(with update: RequestUpdate) {
        while let ask = outstanding { _ = handle(.updateAnswered(ask, update)) }
    }
}

extension SheetScene {
    /// Takes a step before a sheet.
    mutating func take(
        _ step: SheetStep,
        before sheet: PaymentSheet
    ) throws(StepRefusal) -> Input? {
        try take(step, before: sheet, choosingFrom: SceneFixtures.choices)
    }

    /// The view that the page gets.
    func view(of sheet: PaymentSheet) throws -> [String: Any] {
        let json = json(of: sheet, choosingFrom: SceneFixtures.choices, hasCompanion: false)
        let object = try JSONSerialization.jsonObject(with: Data(json.compactBytes))
        return try #require(object as? [String: Any])
    }
}

import PaymentRequest
import PaymentSheet
import SheetView
import SheetWording

@testable import TerminalSheet

/// Sheets to look at, and keys to type before them.
enum TerminalSheetFixtures {
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

extension [Key] {
    /// The keys that write a text.
    static func writing(_ text: String) -> [Key] { text.map { .character($0) } }
}

extension SheetScreen {
    /// Types keys before a sheet, and says what came of them.
    mutating func type(_ keys: [Key], before sheet: PaymentSheet) -> [PaymentSheet.Event] {
        inputs(keys, before: sheet).map(\.event)
    }

    mutating func inputs(_ keys: [Key], before sheet: PaymentSheet) -> [SheetInput] {
        keys.compactMap {
            take($0, before: sheet, choosingFrom: TerminalSheetFixtures.choices)
        }
    }

    /// The screen as text.
    func text(of sheet: PaymentSheet, width: Int = 80, height: Int = 24) -> [String] {
        lines(
            of: sheet,
            choosingFrom: TerminalSheetFixtures.choices,
            width: width,
            height: height
        )
        .map(\.text)
    }
}

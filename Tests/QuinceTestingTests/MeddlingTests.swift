import PassKit
import QuinceTesting
import Testing

/// A line with something of the app's own.
final class CartItem: PKPaymentSummaryItem {
    var article = 0
    override var label: String {
        get { "Article \(article)" }
        set {}
    }
}

final class CourierMethod: PKShippingMethod {
    var courier = ""
}

final class CartRequest: PKPaymentRequest {
    var cart: [Int] = []
    override var paymentSummaryItems: [PKPaymentSummaryItem] {
        get {
            let items = cart.map { article in
                let item = CartItem()
                item.article = article
                item.amount = 2
                return item
            }
            let total = PKPaymentSummaryItem(
                label: "Toy Store",
                amount: NSDecimalNumber(value: 2 * cart.count)
            )
            return items + [total]
        }
        set {}
    }
}

@MainActor
@Suite("An app that subclasses PassKit's classes", .timeLimit(.minutes(30)))
struct MeddlingTests {
    let phone: ApplePaySandbox

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    @Test func `cannot change a sheet by changing the request afterwards`()
        async throws
    {
        let method = PKShippingMethod(label: "Fast", amount: 1)
        method.identifier = "fast"
        let request = Shop.request()
        request.shippingMethods = [method]
        let shop = Shop(request)
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            shop.buy()
            request.merchantIdentifier = ""
            request.currencyCode = "EUR"
            request.paymentSummaryItems.last?.amount = 1_000
            request.paymentSummaryItems.append(Shop.item("More", "5"))
            request.shippingMethods = nil
            request.requiredShippingContactFields = []
            method.amount = .notANumber
        }
        #expect(payment.amounts == ["22.99 USD"])
        #expect(shop.payments.first?.shippingMethod?.identifier == "fast")
    }

    @Test func `cannot change an answer after giving it`() async throws {
        let shop = Shop()
        shop.onMethod = { _, reply in
            let item = Shop.item("Toy Store", "30.00")
            let update = PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [item])
            reply(update)
            item.amount = -1
            update.paymentSummaryItems = []
            update.status = .failure
        }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(payment.amounts == ["30.00 USD"])
        #expect(payment.isPaid)
    }

    @Test func `may subclass requests and items`() async throws {
        let request = CartRequest()
        let plain = Shop.request()
        request.cart = [7, 9]
        request.merchantIdentifier = plain.merchantIdentifier
        request.countryCode = plain.countryCode
        request.currencyCode = plain.currencyCode
        request.supportedNetworks = plain.supportedNetworks
        request.merchantCapabilities = plain.merchantCapabilities
        let courier = CourierMethod(label: "Courier", amount: 0)
        courier.identifier = "courier"
        courier.courier = "Ada"
        request.shippingMethods = [courier]
        let shop = Shop(request)
        let shopper = ScriptedShopper { sheet in
            await sheet.settled()
            #expect(
                sheet.sheet.request.items.map(\.label) == ["Article 7", "Article 9", "Toy Store"]
            )
            try await sheet.chooseShippingMethod("courier")
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(payment.amounts == ["4.00 USD"])
        #expect((shop.shippingMethods.first as? CourierMethod)?.courier == "Ada")
        #expect((shop.payments.first?.shippingMethod as? CourierMethod)?.courier == "Ada")
    }
}

internal import Bytes
internal import Money
internal import PaymentRequest
internal import TestSandbox
internal import Wallet
internal import World

/// A merchant, a shopper and a purchase. The scenarios are the worked examples of the
/// requirements.
struct CheckoutScenario: Sendable {
    /// The name on the command line.
    let name: String
    /// The app.
    let bundleIdentifier: String
    /// The merchant.
    let merchantIdentifier: String
    /// The lines of the order, without shipping.
    let lines: [Line]
    /// The label of the total, which is the payee's name.
    let totalLabel: String
    /// The currency of every amount.
    let currency: Currency
    /// The merchant's country, an ISO 3166-1 code.
    let countryCode: String
    /// The networks that the merchant accepts.
    let networks: [PaymentNetwork]
    /// The protocols and kinds of card that the merchant accepts.
    let capabilities: MerchantCapabilities
    /// The shipping methods; empty if there are none.
    let shippingMethods: [Shipping]
    /// Whether the price of the shipping method is added to the total.
    let chargesShipping: Bool
    /// How the goods reach the shopper.
    let shippingType: ShippingType
    /// The contact fields that the app requests.
    let requiredContactFields: Set<ContactField>
    /// The merchant's data in the request; nil for the cart's number.
    let applicationData: String?
    /// The shopper.
    let contact: Contact
    /// The card in the shopper's wallet.
    let card: SandboxCard
    /// The shopper's steps.
    let shopper: ScriptedShopper

    /// A line of an order.
    struct Line: Hashable, Sendable {
        /// The label.
        let label: String
        /// The amount; negative for a discount (mission 7.11).
        let minorUnits: Int64
    }

    /// A shipping method.
    struct Shipping: Hashable, Sendable {
        /// The merchant's identifier.
        let identifier: String
        /// The label.
        let label: String
        /// The detail; `%` is replaced by the day of arrival.
        let detail: String
        /// The price.
        let minorUnits: Int64
        /// The number of days from the order to the arrival, if the detail contains the day.
        var daysToArrival: Int? = nil

        /// The detail for the day of the order, with the day of arrival in UTC, such as `July 29`.
        func detail(orderedAt time: UnixTime) -> String {
            let arrival = daysToArrival.flatMap { time.advanced(bySeconds: Int64($0) * 86_400) }
            guard let day = arrival.flatMap(CalendarTime.init) else { return detail }
            return detail.replacing("%", with: "\(Self.months[day.month - 1]) \(day.day)")
        }

        private static let months = [
            "January", "February", "March", "April", "May", "June", "July", "August",
            "September", "October", "November", "December",
        ]
    }

    /// All scenarios.
    static let all: [CheckoutScenario] = [.guide, .china, .shinobi]

    /// The scenario's shopper, who first chooses the billing contact where the app requires one.
    func shopper(choosesBilling: Bool) -> ScriptedShopper {
        guard choosesBilling else { return shopper }
        return ScriptedShopper { sheet in
            try await sheet.take(.chooseBillingContact(contact))
            try await shopper.use(sheet)
        }
    }

    /// The contacts that a person at the sheet can choose from, the scenario's own first.
    var contactsToChooseFrom: [Contact] {
        let others = Self.all.map(\.contact).filter { $0 != contact }
        return [contact]
            + others.enumerated().filter { others.firstIndex(of: $0.1) == $0.0 }
            .map(\.element)
    }

    /// The app's payment request at a time (mission section 7), with the merchant's data.
    func request(applicationData: [UInt8], at time: UnixTime) -> PaymentRequest {
        var request = PaymentRequest(
            merchantIdentifier: merchantIdentifier,
            countryCode: countryCode,
            currencyCode: currency.code,
            supportedNetworks: networks,
            merchantCapabilities: capabilities,
            paymentSummaryItems: summaryItems(shipping: shippingMethods.first)
        )
        if !shippingMethods.isEmpty { request.shippingMethods = offeredShipping(at: time) }
        request.shippingType = shippingType
        request.requiredShippingContactFields = requiredContactFields
        request.applicationData = applicationData
        return request
    }

    /// The sum of the lines.
    func total(shipping: Shipping?) -> Money {
        let sum = orderLines(shipping: shipping).reduce(0) { $0 + $1.minorUnits }
        return Money(minorUnits: sum, currency: currency)
    }

    /// The lines, with shipping if it costs something.
    func orderLines(shipping: Shipping?) -> [Line] {
        guard chargesShipping, let shipping, shipping.minorUnits != 0 else { return lines }
        return lines + [Line(label: shipping.label, minorUnits: shipping.minorUnits)]
    }

    /// The lines and, last, the total (mission 7.15).
    func summaryItems(shipping: Shipping?) -> [SummaryItem] {
        let items = orderLines(shipping: shipping).map {
            SummaryItem(label: $0.label, amount: stated($0.minorUnits))
        }
        let total = total(shipping: shipping).minorUnits
        return items + [SummaryItem(label: totalLabel, amount: stated(total))]
    }

    private func offeredShipping(at time: UnixTime) -> [ShippingMethod] {
        shippingMethods.map {
            ShippingMethod(
                label: $0.label,
                amount: stated($0.minorUnits),
                detail: $0.detail(orderedAt: time),
                identifier: $0.identifier
            )
        }
    }

    private func stated(_ minorUnits: Int64) -> UncheckedAmount {
        UncheckedAmount(text: Money(minorUnits: minorUnits, currency: currency).decimalText)
    }
}

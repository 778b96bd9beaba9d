internal import Bytes
public import Money
public import PaymentRequest
public import TestSandbox
public import Wallet
internal import World

/// A shop, its shopper and what is bought: one of the worked examples of the seeds.
public struct Scenario: Sendable {
    /// The name by which it is asked for.
    public let name: String
    /// The app.
    public let bundleIdentifier: String
    /// The merchant.
    public let merchantIdentifier: String
    /// The lines of the order, without shipping.
    public let lines: [Line]
    /// Whom the shopper pays: the label of the total.
    public let totalLabel: String
    /// The currency of every amount.
    public let currency: Currency
    /// Where the merchant does business, as two letters of ISO 3166.
    public let countryCode: String
    /// The networks that the merchant takes.
    public let networks: [PaymentNetwork]
    /// How payments may be proven, and with which kinds of card.
    public let capabilities: MerchantCapabilities
    /// The ways of shipping; empty where none is offered.
    public let shippingMethods: [Shipping]
    /// Whether a chosen way of shipping is added to the total.
    public let chargesShipping: Bool
    /// What the shipping labels say.
    public let shippingType: ShippingType
    /// What the app asks of the shopper's contact.
    public let requiredContactFields: Set<ContactField>
    /// Bytes of the merchant's own; nil makes them of the cart's number.
    public let applicationData: String?
    /// The shopper.
    public let contact: Contact
    /// The card in the shopper's wallet.
    public let card: SandboxCard
    /// What the shopper does.
    public let shopper: ScriptedShopper

    /// A line of an order.
    public struct Line: Hashable, Sendable {
        /// The text.
        public let label: String
        /// The amount; negative for a discount (mission 7.11).
        public let minorUnits: Int64
    }

    /// A way of shipping.
    public struct Shipping: Hashable, Sendable {
        /// The merchant's own name for it.
        public let identifier: String
        /// The text.
        public let label: String
        /// What sets it apart; `%` stands for the day of arrival.
        public let detail: String
        /// The price.
        public let minorUnits: Int64
        /// How many days after the order it arrives, where the detail says so.
        public var daysToArrival: Int? = nil

        /// The detail on a day of ordering, with the day of arrival in UTC, such as `July 29`.
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

    /// All scenarios by name.
    public static let all: [Scenario] = [.guide, .china, .shinobi]

    /// The contacts that a person at the sheet can choose from: the scenario's own first.
    var contactsToChooseFrom: [Contact] {
        let others = Self.all.map(\.contact).filter { $0 != contact }
        return [contact]
            + others.enumerated().filter { others.firstIndex(of: $0.1) == $0.0 }
            .map(\.element)
    }

    /// The request that the app makes of it at a time (mission section 7), with bytes of the merchant's own.
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

    /// What the lines come to.
    func total(shipping: Shipping?) -> Money {
        let sum = orderLines(shipping: shipping).reduce(0) { $0 + $1.minorUnits }
        return Money(minorUnits: sum, currency: currency)
    }

    /// The lines, with shipping where it costs something.
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

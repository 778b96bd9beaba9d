import PassKit

/// A request that PassKit refuses, and what its log says of it.
struct RefusedRequest: Sendable, CustomStringConvertible {
    /// The row of the table of invalid requests.
    let description: String
    /// Words of the log's line.
    let log: String
    let spoil: @Sendable @MainActor (PKPaymentRequest) -> Void

    init(
        _ description: String,
        log: String,
        _ spoil: @escaping @Sendable @MainActor (PKPaymentRequest) -> Void
    ) {
        self.description = description
        self.log = log
        self.spoil = spoil
    }

    static let url = URL(fileURLWithPath: "/account")

    private static func total(_ amount: String) -> [PKPaymentSummaryItem] {
        [Shop.item("Toy Store", amount)]
    }

    /// The rules about who, where, how and how much.
    static let plain = [
        RefusedRequest("no card that the request admits", log: "no card") {
            $0.supportedNetworks = [.JCB]
        },
        RefusedRequest(
            "no merchant",
            log: "must have property 'merchantIdentifier' of type 'NSString'"
        ) { $0.merchantIdentifier = "" },
        RefusedRequest("no country", log: "must have property 'countryCode' of type 'NSString'") {
            $0.countryCode = ""
        },
        RefusedRequest("a country that is none", log: "in list (AC, AD, …)") {
            $0.countryCode = "XX"
        },
        RefusedRequest("no currency", log: "must have property 'currencyCode' of type 'NSString'") {
            $0.currencyCode = ""
        },
        RefusedRequest("a currency in lower case", log: "'currencyCode'") {
            $0.currencyCode = "usd"
        },
        RefusedRequest("no networks", log: "'supportedNetworks'") { $0.supportedNetworks = [] },
        RefusedRequest("no items", log: "of valid objects of class PKPaymentSummaryItem") {
            $0.paymentSummaryItems = []
        },
        RefusedRequest("an item without anything", log: "invalid label") {
            $0.paymentSummaryItems = [PKPaymentSummaryItem()]
        },
        RefusedRequest("an item without an amount", log: "invalid amount") {
            let item = PKPaymentSummaryItem()
            item.label = "Toy Store"
            $0.paymentSummaryItems = [item]
        },
        RefusedRequest("a tenth of a cent", log: "not valid for the specified currency") {
            $0.paymentSummaryItems = total("0.999")
        },
        RefusedRequest("half a yen", log: "not valid for the specified currency") {
            $0.currencyCode = "JPY"
            $0.shippingMethods = nil
            $0.paymentSummaryItems = total("1.5")
        },
        RefusedRequest("an amount that is no number", log: "invalid amount") {
            $0.paymentSummaryItems = [
                PKPaymentSummaryItem(label: "Toy Store", amount: .notANumber)
            ]
        },
        RefusedRequest("a shipping method that costs no number", log: "'shippingMethods'") {
            $0.shippingMethods = [PKShippingMethod(label: "Fast", amount: .notANumber)]
        },
        RefusedRequest("a total below nothing", log: "must not be negative") {
            $0.paymentSummaryItems = total("-1")
        },
        RefusedRequest("EMV alone", log: "'merchantCapabilities'") {
            $0.merchantCapabilities = .emv
        },
        RefusedRequest("a shipping method that costs less than nothing", log: "negative amount") {
            $0.shippingMethods = [PKShippingMethod(label: "Fast", amount: -1)]
        },
        RefusedRequest("no trade", log: "'merchantCategoryCode'") {
            $0.merchantCategoryCode = .init(rawValue: 0)
        },
        RefusedRequest("a trade beyond the last", log: "'merchantCategoryCode'") {
            $0.merchantCategoryCode = .init(rawValue: 10_000)
        },
        RefusedRequest("a good line and a bad one", log: "item 0 of 'paymentSummaryItems'") {
            $0.paymentSummaryItems.insert(PKPaymentSummaryItem(), at: 0)
        },
        RefusedRequest("everything", log: "in-app payment request") { request in
            request.merchantIdentifier = ""
            request.countryCode = ""
            request.currencyCode = ""
            request.supportedNetworks = []
            request.merchantCapabilities = []
            request.paymentSummaryItems = []
        },
    ]

    /// The rules about payments that come again, later or to others.
    static let typed = [
        RefusedRequest("two typed payments", log: "recurringPaymentRequest") {
            $0.recurringPaymentRequest = recurring()
            $0.deferredPaymentRequest = deferred()
        },
        RefusedRequest("parts that are more than the total", log: "multiTokenContexts") {
            $0.multiTokenContexts = [part("20"), part("3")]
        },
        RefusedRequest("a long billing agreement", log: "billingAgreement") { request in
            let recurring = recurring()
            recurring.billingAgreement = String(repeating: "a", count: 501)
            request.recurringPaymentRequest = recurring
        },
        RefusedRequest("free cancellation until nobody knows where", log: "freeCancellation") {
            let deferred = deferred()
            deferred.freeCancellationDate = Date(timeIntervalSince1970: 1_800_000_000)
            $0.deferredPaymentRequest = deferred
        },
        RefusedRequest("a time zone for no cancellation", log: "freeCancellation") {
            let deferred = deferred()
            deferred.freeCancellationDateTimeZone = TimeZone(secondsFromGMT: 0)
            $0.deferredPaymentRequest = deferred
        },
        RefusedRequest("parts, and a payment that comes again", log: "multiTokenContexts") {
            $0.recurringPaymentRequest = recurring()
            $0.multiTokenContexts = [part("1")]
        },
        RefusedRequest("a payment each week", log: "interval in units of") {
            let recurring = recurring()
            recurring.regularBilling.intervalUnit = .weekOfYear
            $0.recurringPaymentRequest = recurring
        },
    ]

    @MainActor
    static func recurring() -> PKRecurringPaymentRequest {
        PKRecurringPaymentRequest(
            paymentDescription: "Toys",
            regularBilling: PKRecurringPaymentSummaryItem(label: "Toys", amount: 9),
            managementURL: url
        )
    }

    @MainActor
    static func deferred() -> PKDeferredPaymentRequest {
        let item = PKDeferredPaymentSummaryItem(label: "Toys", amount: 9)
        item.deferredDate = Date(timeIntervalSince1970: 1_800_000_000)
        return PKDeferredPaymentRequest(
            paymentDescription: "Toys",
            deferredBilling: item,
            managementURL: url
        )
    }

    @MainActor
    static func part(_ amount: String) -> PKPaymentTokenContext {
        PKPaymentTokenContext(
            merchantIdentifier: "merchant.com.hotel",
            externalIdentifier: amount,
            merchantName: "Hotel",
            merchantDomain: nil,
            amount: NSDecimalNumber(string: amount)
        )
    }
}

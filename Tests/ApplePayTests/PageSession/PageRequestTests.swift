import ApplePaySession
import JSON
import Money
import PaymentRequest
import Testing
import World

@Suite("A page's payment request")
struct PageRequestTests {
    static let minimal = """
        "countryCode": "us", "currencyCode": "USD", "supportedNetworks": ["VISA", "masterCard"],
        "merchantCapabilities": ["supports3DS", "supportsCredit"],
        "total": {"label": "Shop", "amount": "10.75"}
        """

    func read(_ members: String = "") throws -> PaymentRequest {
        let text = "{\(Self.minimal)\(members.isEmpty ? "" : ", ")\(members)}"
        return try PageRequest.read(
            JSONDocument(Array(text.utf8)).root,
            merchantIdentifier: "merchant.com.example"
        )
    }

    func problem(_ members: String) throws -> String {
        do {
            _ = try read(members)
            return "none"
        } catch let error as PageTypeError { return "\(error)" }
    }

    @Test func `has the values that the page writes`() throws {
        let request = try read(
            """
            "lineItems": [{"label": "Tip", "type": "pending"}, {"label": "Off", "amount": -2}],
            "shippingType": "storePickup", "shippingContactEditingMode": "storePickup",
            "requiredBillingContactFields": ["postalAddress"],
            "requiredShippingContactFields": ["email", "name", "phone", "phoneticName"],
            "shippingContact": {"givenName": "Ann", "addressLines": ["1 Road", "Flat 2"],
                "locality": "Leeds", "administrativeArea": "", "postalCode": "LS1", "countryCode": "GB",
                "emailAddress": "a@example.com"},
            "supportsCouponCode": true, "couponCode": "SAVE", "supportedCountries": ["GB"],
            "merchantCategoryCode": "5999", "applicationData": "aGVsbG8=", "unknown": 1
            """
        )
        #expect(request.countryCode == "US" && request.currencyCode == "USD")
        #expect(request.supportedNetworks == [.visa, .masterCard])
        #expect(request.merchantCapabilities == [.threeDSecure, .credit])
        let items = request.paymentSummaryItems
        #expect(items.map(\.label) == ["Tip", "Off", "Shop"])
        #expect(items.map(\.kind) == [.pending, .final, .final])
        #expect(items[1].amount == .decimal(try DecimalAmount("-2")))
        #expect(items[2].amount == .decimal(try DecimalAmount("10.75")))
        #expect(request.shippingType == .storePickup)
        #expect(request.shippingContactEditingMode == .storePickup)
        #expect(request.requiredBillingContactFields == [.postalAddress])
        #expect(
            request.requiredShippingContactFields == [
                .emailAddress, .name, .phoneNumber, .phoneticName,
            ]
        )
        let contact = try #require(request.shippingContact)
        #expect(contact.name?.givenName == "Ann" && contact.emailAddress == "a@example.com")
        #expect(contact.postalAddress?.street == "1 Road\nFlat 2")
        #expect(contact.postalAddress?.city == "Leeds")
        #expect(contact.postalAddress?.isoCountryCode == "GB")
        #expect(request.supportsCouponCode && request.couponCode == "SAVE")
        #expect(request.supportedCountries == ["GB"] && request.merchantCategoryCode == 5999)
        #expect(request.applicationData == Array("hello".utf8))
    }

    @Test func `has its selected shipping method first, and dates of arrival`() throws {
        func method(_ name: String, _ more: String = "") -> String {
            """
            {"label": "\(name)", "detail": "", "amount": "1.50", "identifier": "\(name)"\(more)}
            """
        }
        let range = """
            , "selected": true, "dateComponentsRange": {
                "startDateComponents": {"years": 2026, "months": 2, "days": 28, "hours": 9},
                "endDateComponents": {"years": 2026, "months": 3, "days": 1}}
            """
        let methods = try read(
            "\"shippingMethods\": [\(method("a")), \(method("b", range))]"
        ).shippingMethods
        #expect(methods?.map(\.identifier) == ["b", "a"])
        #expect(
            methods?[0].arrival?.earliest == ArrivalDate(year: 2026, month: 2, day: 28, hour: 9)
        )
        #expect(methods?[0].arrival?.latest == ArrivalDate(year: 2026, month: 3, day: 1))
        #expect(methods?[1].arrival == nil)
    }

    @Test func `has recurring, reloading, deferred payments and those of several merchants`() throws
    {
        let line = """
            {"label": "Plan", "amount": "9.99", "paymentTiming": "recurring",
             "recurringPaymentIntervalUnit": "year", "recurringPaymentIntervalCount": 2,
             "recurringPaymentStartDate": "2026-12-01T00:00:00Z", "recurringPaymentEndDate": 1796083200000}
            """
        let recurring = try read(
            """
            "recurringPaymentRequest": {"paymentDescription": "Plan", "regularBilling": \(line),
                "managementURL": "https://example.com", "billingAgreement": "Terms"}
            """
        ).recurringPayment
        #expect(recurring?.paymentDescription == "Plan" && recurring?.billingAgreement == "Terms")
        #expect(
            recurring?.regularBilling.timing
                == .recurring(
                    Recurrence(
                        every: 2,
                        .year,
                        from: UnixTime(seconds: 1_796_083_200),
                        until: UnixTime(seconds: 1_796_083_200)
                    )
                )
        )
        let reload = try read(
            """
            "automaticReloadPaymentRequest": {"paymentDescription": "Card", "managementURL": "https://a.b",
                "automaticReloadBilling": {"label": "Reload", "amount": "20", "paymentTiming":
                "automaticReload", "automaticReloadPaymentThresholdAmount": "5.00"}}
            """
        ).automaticReloadPayment
        #expect(
            reload?.automaticReloadBilling.timing
                == .automaticReload(threshold: .decimal(try DecimalAmount("5.00")))
        )
        let deferred = try read(
            """
            "deferredPaymentRequest": {"paymentDescription": "Hotel", "managementURL": "https://a.b",
                "deferredBilling": {"label": "Stay", "amount": "99", "paymentTiming": "deferred",
                "deferredPaymentDate": "2026-12-01T00:00:00Z"}, "freeCancellationDate": 1796083200000,
                "freeCancellationDateTimeZone": "Europe/Paris"}
            """
        ).deferredPayment
        #expect(
            deferred?.deferredBilling.timing == .deferred(until: UnixTime(seconds: 1_796_083_200))
        )
        #expect(deferred?.freeCancellationDate == UnixTime(seconds: 1_796_083_200))
        #expect(deferred?.freeCancellationTimeZone == "Europe/Paris")
        let contexts = try read(
            """
            "multiTokenContexts": [{"merchantIdentifier": "merchant.a", "externalIdentifier": "1",
                "merchantName": "A", "merchantDomain": "a.example", "amount": 3.5}]
            """
        ).tokenContexts
        #expect(contexts.map(\.merchantDomain) == ["a.example"])
        #expect(contexts.map(\.amount) == [.decimal(try DecimalAmount("3.5"))])
    }

    /// A browser throws TypeError for each of them; the place is named here.
    @Test(arguments: [
        ("\"shippingType\": \"post\"", "\"shippingType\" is \"post\"; there are"),
        ("\"lineItems\": {}", "\"lineItems\" is not a list"),
        ("\"lineItems\": [1]", "\"lineItems[0]\" is not an object"),
        (
            "\"lineItems\": [{\"label\": [], \"amount\": \"1\"}]",
            "\"lineItems[0].label\" is not a text"
        ),
        ("\"shippingMethods\": [{\"label\": \"a\"}]", "\"shippingMethods[0].amount\" is missing"),
        (
            "\"requiredShippingContactFields\": [\"fax\"]",
            "\"requiredShippingContactFields[0]\" is \"fax\""
        ),
        ("\"applicationData\": \"*\"", "\"applicationData\" is not in Base64"),
        ("\"merchantCategoryCode\": \"x\"", "\"merchantCategoryCode\" is not a number"),
        (
            "\"recurringPaymentRequest\": {}",
            "\"recurringPaymentRequest.paymentDescription\" is missing"
        ),
        ("\"disbursementRequest\": {}", "\"disbursementRequest\" asks for a payout"),
        ("\"multiTokenContexts\": [{}]", "\"multiTokenContexts[0].merchantIdentifier\" is missing"),
    ])
    func `is refused where a browser throws`(members: String, expected: String) throws {
        let found = try problem(members)
        #expect(found.hasPrefix(expected), "\(found)")
    }

    @Test func `is answered with updates and results that name contact fields`() throws {
        func json(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }
        let update = try PageRequest.update(
            json(
                """
                {"newTotal": {"label": "Shop", "amount": "3"},
                 "newLineItems": [{"label": "Item", "amount": "3"}], "newShippingMethods": [],
                 "errors": [{"code": "shippingContactInvalid", "contactField": "administrativeArea",
                 "message": "No"}, {"code": "couponCodeExpired"}]}
                """
            )
        )
        #expect(update.paymentSummaryItems?.map(\.label) == ["Item", "Shop"])
        #expect(update.shippingMethods == [])
        #expect(
            update.errors == [
                PaymentError(.shippingContactInvalid(.addressPart(.state)), message: "No"),
                PaymentError(.couponCodeExpired),
            ]
        )
        #expect(throws: PageTypeError.self) { try PageRequest.update(json("{}")) }
        let result = try PageRequest.authorizationResult(
            json(
                """
                {"status": 0, "orderDetails": {"orderTypeIdentifier": "order.a", "orderIdentifier": "1",
                 "webServiceURL": "https://a.b", "authenticationToken": "t"}}
                """
            )
        )
        #expect(result.status == .success && result.orderDetails?.orderTypeIdentifier == "order.a")
        for status in ["{}", "{\"status\": 8}", "{\"status\": \"x\"}"] {
            #expect(throws: PageTypeError.self) {
                try PageRequest.authorizationResult(json(status))
            }
        }
    }
}

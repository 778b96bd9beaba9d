import World

/// A page's details in the terms of the Payment Request API, and the same in Apple Pay's.
///
/// - Source: W3C, Payment Request API, `PaymentDetailsBase`; the mapping is that of WebKit's
///   `ApplePayPaymentHandler`.
struct RequestShop {
    typealias Object = PageSimulation.Object

    private struct Line {
        let (label, value): (String, String)
        var isPending = false
    }

    private let randomness: SeededRandomness
    private let options: [String: Bool]
    private let supportsCouponCode: Bool
    private var total: String
    private var items: [Line]
    private var shippingOptions: [Line]
    /// The value of `PaymentRequest.shippingOption`.
    var shippingOption: String?
    /// Whether the page has asked for another try.
    private(set) var isRetrying = false

    init(_ randomness: SeededRandomness) {
        self.randomness = randomness
        options = [
            "requestShipping": randomness.number(below: 3) > 0,
            "requestPayerEmail": randomness.number(below: 2) == 0,
            "requestPayerName": randomness.number(below: 2) == 0,
        ]
        supportsCouponCode = randomness.number(below: 2) == 0
        total = "10.75"
        items = [Line(label: "Toy", value: "12.75"), Line(label: "Discount", value: "-2.00")]
        if randomness.number(below: 2) == 0 {
            items.append(Line(label: "Tax", value: "0", isPending: true))
        }
        shippingOptions = [
            Line(label: "post", value: "0.00"), Line(label: "air", value: "9.99"),
        ]
        if !isShipping { shippingOptions = [] }
    }

    private var isShipping: Bool { options["requestShipping"] == true }

    // MARK: W3C's terms

    /// The object that the page constructs.
    var page: Object {
        [
            "options": options,
            "details": [
                "total": Self.item(Line(label: "My Company Name", value: total)),
                "displayItems": items.map(Self.item),
                "shippingOptions": shippingOptions.map(Self.option),
            ] as Object,
            "data": ["supportsCouponCode": supportsCouponCode, "version": 12] as Object,
        ]
    }

    private static func item(_ line: Line) -> Object {
        [
            "label": line.label, "pending": line.isPending,
            "amount": ["currency": "USD", "value": line.value] as Object,
        ]
    }

    private static func option(_ line: Line) -> Object {
        [
            "id": line.label, "label": "By \(line.label)",
            "amount": ["currency": "USD", "value": line.value] as Object,
        ]
    }

    /// An update, most often a right one.
    func update() -> Object {
        var update: Object = [:]
        let value = "\(10 + randomness.number(below: 89)).50"
        if happens(60) { update["total"] = Self.item(Line(label: "My Company Name", value: value)) }
        if happens(40) {
            update["displayItems"] = [
                Self.item(Line(label: "Toy", value: value, isPending: happens(30)))
            ]
        }
        if happens(30) {
            let lines = happens(30) ? [] : [Line(label: "air", value: "8.00")]
            update["shippingOptions"] = lines.map(Self.option)
        }
        if happens(15) { update["error"] = "Not there" }
        if happens(10) { update["payerErrors"] = ["email": "Bounces"] as Object }
        switch randomness.number(below: 40) {
        case 0: update["total"] = Self.item(Line(label: "My Company Name", value: "-1"))
        case 1: update["total"] = Self.item(Line(label: "My Company Name", value: "much"))
        case 2: update["displayItems"] = [Self.item(Line(label: "Toy", value: "1,00"))]
        default: break
        }
        return update
    }

    /// Takes an update into the details.
    ///
    /// - Returns: Its errors in Apple Pay's terms; nil where the update must be refused.
    mutating func take(_ update: Object, mayHaveErrors: Bool) -> [Object]? {
        let amounts =
            [update["total"] as? Object].compactMap(\.self)
            + (update["displayItems"] as? [Object] ?? [])
        let values = amounts.compactMap { ($0["amount"] as? Object)?["value"] as? String }
        guard !values.contains(where: { ["-1", "much", "1,00"].contains($0) }) else { return nil }
        if let item = update["total"] as? Object { total = Self.line(item).value }
        if let list = update["displayItems"] as? [Object] { items = list.map(Self.line) }
        if let list = update["shippingOptions"] as? [Object], isShipping {
            shippingOptions = list.map(Self.line)
            shippingOption = nil
        }
        guard mayHaveErrors else { return [] }
        var errors: [Object] = []
        if shippingOptions.isEmpty, isShipping, let message = update["error"] as? String {
            errors.append(Self.error(nil, message))
        }
        if options["requestPayerEmail"] == true,
            let message = (update["payerErrors"] as? Object)?["email"] as? String
        {
            errors.append(Self.error("emailAddress", message))
        }
        return errors
    }

    /// The page's errors for another try, and the same in Apple Pay's terms.
    mutating func retryErrors() -> (Object, [Object]) {
        isRetrying = true
        var (errors, mapped): (Object, [Object]) = ([:], [])
        if happens(40) {
            errors["error"] = "Again"
            if isShipping { mapped.append(Self.error(nil, "Again")) }
        }
        if happens(40) {
            errors["shippingAddress"] = ["postalCode": "No such code"] as Object
            if isShipping { mapped.append(Self.error("postalCode", "No such code")) }
        }
        if happens(30) {
            errors["payer"] = ["email": "Bounces"] as Object
            if options["requestPayerEmail"] == true {
                mapped.append(Self.error("emailAddress", "Bounces"))
            }
        }
        // A result without errors would end the sheet.
        if mapped.isEmpty { mapped = [["code": "unknown", "message": ""]] }
        return (errors, mapped)
    }

    private static func line(_ object: Object) -> Line {
        let label = object["id"] as? String ?? object["label"] as? String ?? ""
        let value = (object["amount"] as? Object)?["value"] as? String ?? ""
        return Line(label: label, value: value, isPending: object["pending"] as? Bool ?? false)
    }

    // MARK: Apple Pay's terms

    /// The request that the sheet gets.
    var applePayRequest: Object {
        var fields: [String] = []
        if options["requestPayerEmail"] == true { fields.append("email") }
        if options["requestPayerName"] == true { fields.append("name") }
        if isShipping { fields.append("postalAddress") }
        return [
            "countryCode": "US", "currencyCode": "USD",
            "supportedNetworks": ["visa", "masterCard", "amex"],
            "merchantCapabilities": ["supports3DS"], "supportsCouponCode": supportsCouponCode,
            "requiredShippingContactFields": fields,
            "total": totalLine, "lineItems": items.map(Self.applePayLine),
            "shippingMethods": methods,
        ]
    }

    /// The update that the sheet gets.
    func applePayUpdate(errors: [Object], withErrors: Bool = true) -> Object {
        var update: Object = [
            "newTotal": totalLine, "newLineItems": items.map(Self.applePayLine),
            "newShippingMethods": methods,
        ]
        if withErrors { update["errors"] = errors }
        return update
    }

    private var totalLine: Object {
        ["label": "My Company Name", "amount": total, "type": "final"]
    }

    private static func applePayLine(_ line: Line) -> Object {
        [
            "label": line.label, "amount": line.value,
            "type": line.isPending ? "pending" : "final",
        ]
    }

    private var methods: [Object] {
        shippingOptions.map { line in
            [
                "label": "By \(line.label)", "detail": "", "amount": line.value,
                "identifier": line.label,
            ]
        }
    }

    private static func error(_ field: String?, _ message: String) -> Object {
        var error: Object = ["code": "shippingContactInvalid", "message": message]
        error["contactField"] = field
        return error
    }

    private func happens(_ percent: UInt64) -> Bool { randomness.number(below: 100) < percent }
}

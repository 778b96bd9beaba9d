import Testing

/// Changes of a right order's text.
extension OrderFaultTests {
    private static func member(
        _ name: String,
        _ path: String?,
        _ old: String,
        _ new: String,
        _ page: String? = nil
    ) -> Row {
        Row(
            name: name,
            file: "order.json",
            path: path,
            make: { bench in
                var files = OrderBench.full
                try #require(OrderBench.fullOrder.ranges(of: old).count == 1, "\(old)")
                files["order.json"] = Array(OrderBench.fullOrder.replacing(old, with: new).utf8)
                return try OrderBench.zip(bench.signed(files))
            },
            page: page
        )
    }

    static let members = [
        member("orderNotJSON", nil, "\"schemaVersion\": 1,", "\"schemaVersion\": 1,,"),
        member("missing", "orderIdentifier", "\"orderIdentifier\": \"1001\", ", "", "Order"),
        member("missing", "merchant.displayName", "\"displayName\": \"A shop\",", "", "Merchant"),
        member(
            "missing",
            "fulfillments[1].fulfillmentType",
            "\"fulfillmentType\": \"pickup\",",
            ""
        ),
        member("unknownMember", "title", "\"orderNumber\":", "\"title\": 1, \"orderNumber\":"),
        member(
            "unknownMember",
            "fulfillments[0].carier",
            "\"carrier\": \"Post\", \"tr",
            "\"carier\": \"Post\", \"tr",
            "ShippingFulfillment"
        ),
        member("wrongType", "lineItems[0].quantity", "y\": 2,", "y\": \"2\",", "LineItem"),
        member(
            "wrongType",
            "lineItems[0].price.amount",
            "\"10.50\"",
            "10.50",
            "CurrencyAmount"
        ),
        member("wrongType", "payment.paymentMethods", "[\"Visa 1111\"]", "\"Visa\"", "Payment"),
        member("wrongType", "orderNumber", "\"A-1001\"", "null"),
        member(
            "wrongType",
            "lineItems[1]",
            "{\"title\": \"Poster\", \"quantity\": 0.5, \"image\": \"banner\"}",
            "\"Poster\""
        ),
        member("unknownWord", "status", "\"open\", \"statusD", "\"shipped\", \"statusD", "Order"),
        member("unknownWord", "fulfillments[1].fulfillmentType", "\"pickup\"", "\"collect\""),
        member("schemaVersion", "schemaVersion", "\"schemaVersion\": 1", "\"schemaVersion\": 2"),
        member("empty", "returns[0].returnIdentifier", "\"r1\"", "\"\"", "Return"),
        member("dateTime", "fulfillments[0].shippedAt", "2026-03-15T09:30:00Z", "2026-03-15"),
        member(
            "dateTime",
            "createdAt",
            "\"createdAt\": \"2026-03-14T09:30:00Z\", \"u",
            "\"createdAt\": \"2026-02-30T09:30:00Z\", \"u"
        ),
        member("duration", "fulfillments[0].estimatedDeliveryWindowDuration", "PT2H", "2 hours"),
        member("duration", "fulfillments[1].pickupWindowDuration", "P1DT1.5H", "P1DT"),
        member("url", "fulfillments[0].trackingURL", "https://example.com/t/1", "example.com/t/1"),
        member("url", "orderManagementURL", "/1001?a=%20b", "/1001?a= b"),
        member(
            "webServiceNotHTTPS",
            "webServiceURL",
            "URL\": \"https://example.com/orders\"",
            "URL\": \"http://example.com/orders\""
        ),
        member("tokenTooShort", "authenticationToken", "0123456789abcdef", "0123456789abcde"),
        member(
            "tokenMissing",
            "authenticationToken",
            ",\n \"authenticationToken\": \"0123456789abcdef\"",
            ""
        ),
        member(
            "merchantIdentifier",
            "merchant.merchantIdentifier",
            "merchant.com",
            "com",
            "Merchant"
        ),
        member("amount", "payment.total.amount", "21.00", "21,00"),
        member(
            "currency",
            "lineItems[0].price.currency",
            "\"10.50\", \"currency\": \"EUR\"",
            "\"10.50\", \"currency\": \"USB\""
        ),
        member("countryCode", "merchant.address.countryCode", "\"US\"", "\"USA\"", "Address"),
        member("number", "fulfillments[1].location.altitude", "12.5", "1e3", "Location"),
        member("latitude", "fulfillments[1].location.latitude", "-37.331686", "-90.1"),
        member("longitude", "fulfillments[1].location.longitude", "180,", "180.5,"),
        member("storeIdentifier", "associatedApplications[0].storeIdentifier", "123456789,", "0,"),
        member("updatedBeforeCreated", "updatedAt", "T10:30:00.25+01:00", "T10:29:59+01:00"),
        member(
            "windowWithoutStart",
            "fulfillments[0].estimatedDeliveryAt",
            "\"estimatedDeliveryAt\": \"2026-03-16T08:00:00Z\",",
            "",
            "ShippingFulfillment"
        ),
        member(
            "windowWithoutStart",
            "fulfillments[1].pickupAt",
            "\"pickupAt\": \"2026-03-17T08:00:00Z\",",
            "",
            "PickupFulfillment"
        ),
        member("repeatedIdentifier", "fulfillments[1].fulfillmentIdentifier", "\"p1\"", "\"s1\""),
        member(
            "repeatedIdentifier",
            "returns[1].returnIdentifier",
            "\"returns\": [",
            "\"returns\": [{\"returnIdentifier\": \"r1\", \"status\": \"open\"}, "
        ),
        member("imageMissing", "lineItems[0].image", "\"book.jpg\"", "\"book.png\""),
        member("imageMissing", "merchant.logo", "\"logo\": \"logo\"", "\"logo\": \"logo@2x\""),
        member(
            "fileMissing",
            "payment.transactions[0].receipt",
            "receipt.pdf",
            "r.pdf",
            "PaymentTransaction"
        ),
        member(
            "orderTypeDiffers",
            "orderTypeIdentifier",
            "order.com.example.shop",
            "order.com.example"
        ),
    ]
}

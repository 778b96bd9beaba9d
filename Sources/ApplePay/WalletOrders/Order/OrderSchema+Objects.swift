/// The objects of `order.json`. A text may be a key of `order.strings` where people read it.
///
/// - Source: Apple, *Wallet Orders*, "Order" and the pages of its objects; names and types of all members.
extension OrderSchema {
    static let order = OrderSchema(
        "Order",
        [
            .required("schemaVersion", .schemaVersion),
            .required("orderTypeIdentifier", .identifier),
            .required("orderIdentifier", .identifier),
            .optional("orderNumber", .text),
            .required("orderType", .words(["ecommerce"])),
            .required("status", .words(of: WalletOrder.Status.self)),
            .optional("statusDescription", .text),
            .required("createdAt", .dateTime),
            .required("updatedAt", .dateTime),
            .required("merchant", .object(merchant)),
            .required("orderManagementURL", .url),
            .optional("customer", .object(customer)),
            .optional("lineItems", .list(.object(lineItem))),
            .optional("payment", .object(payment)),
            .optional("fulfillments", .list(fulfillment)),
            .optional("returns", .list(.object(aReturn))),
            .optional("returnInfo", .object(returnInfo)),
            .optional("barcode", .object(barcode)),
            .optional("orderProvider", .object(orderProvider)),
            .optional("associatedApplications", .list(.object(application))),
            .optional("associatedApplicationIdentifiers", .list(.text)),
            .optional("changeNotifications", .words(["enabled", "disabledIfAppInstalled"])),
            .optional("webServiceURL", .webService),
            .optional("authenticationToken", .authenticationToken),
        ]
    )

    // MARK: Parties

    private static let merchant = OrderSchema(
        "Merchant",
        [
            .required("merchantIdentifier", .merchantIdentifier),
            .required("displayName", .text), .required("url", .url),
            .optional("logo", .image), .optional("address", .object(address)),
            .optional("phoneNumber", .text), .optional("emailAddress", .text),
            .optional("contactURL", .url), .optional("businessChatURL", .url),
        ]
    )

    private static let customer = OrderSchema(
        "Customer",
        [
            .optional("givenName", .text), .optional("familyName", .text),
            .optional("organizationName", .text), .optional("emailAddress", .text),
            .optional("phoneNumber", .text),
        ]
    )

    private static let address = OrderSchema(
        "Address",
        [
            .optional("addressLines", .list(.text)), .optional("subLocality", .text),
            .optional("locality", .text), .optional("postalCode", .text),
            .optional("subAdministrativeArea", .text), .optional("administrativeArea", .text),
            .optional("countryCode", .country),
        ]
    )

    /// A third party that supplies the data of orders (iOS 17.4).
    private static let orderProvider = OrderSchema(
        "OrderProvider",
        [
            .required("displayName", .text), .required("url", .url),
            .required("trackingLogoNameLightColorScheme", .image),
            .required("trackingLogoNameDarkColorScheme", .image),
        ]
    )

    private static let application = OrderSchema(
        "Application",
        [
            .required("storeIdentifier", .storeIdentifier), .optional("launchURL", .text),
            .optional("customProductPageIdentifier", .text),
        ]
    )

    // MARK: Goods and payment

    private static let lineItem = OrderSchema(
        "LineItem",
        [
            .required("title", .text), .required("quantity", .number),
            .optional("subtitle", .text), .optional("price", .object(currencyAmount)),
            .optional("image", .image), .optional("sku", .text), .optional("gtin", .text),
        ]
    )

    private static let currencyAmount = OrderSchema(
        "CurrencyAmount",
        [.required("amount", .amount), .required("currency", .currency)]
    )

    private static let payment = OrderSchema(
        "Payment",
        [
            .required("total", .object(currencyAmount)),
            .required("status", .words(of: WalletOrder.Payment.Status.self)),
            .optional("summaryItems", .list(.object(summaryItem))),
            .optional("transactions", .list(.object(transaction))),
            .optional("paymentMethods", .list(.text)),
            .optional("applePayTransactionIdentifiers", .list(.text)),
        ]
    )

    private static let summaryItem = OrderSchema(
        nil,
        [.required("label", .text), .required("value", .object(currencyAmount))]
    )

    /// A charge or a refund (iOS 17).
    private static let transaction = OrderSchema(
        "PaymentTransaction",
        [
            .required("amount", .object(currencyAmount)),
            .required("createdAt", .dateTime),
            .required(
                "paymentMethod",
                .object(OrderSchema(nil, [.required("displayName", .text)]))
            ),
            .required(
                "status",
                .words(["pending", "approved", "completed", "cancelled", "failed"])
            ),
            .required("transactionType", .words(["purchase", "refund"])),
            .optional("applePayTransactionIdentifier", .text), .optional("receipt", .file),
        ]
    )

    // MARK: Fulfillments and returns

    private static let fulfillment = OrderKind.variants(
        by: "fulfillmentType",
        [("shipping", shipping), ("pickup", pickup)]
    )

    private static let shipping = OrderSchema(
        "ShippingFulfillment",
        [
            .required("fulfillmentType", .text), .required("fulfillmentIdentifier", .identifier),
            .required("status", .words(of: WalletOrder.ShippingFulfillment.Status.self)),
            .optional("statusDescription", .text), .optional("carrier", .text),
            .optional("trackingNumber", .text), .optional("trackingURL", .url),
            .optional("shippedAt", .dateTime), .optional("deliveredAt", .dateTime),
            .optional("estimatedDeliveryAt", .dateTime),
            .optional("estimatedDeliveryWindowDuration", .duration),
            .optional("lineItems", .list(.object(lineItem))), .optional("notes", .text),
            .optional(
                "shippingType",
                .words(of: WalletOrder.ShippingFulfillment.ShippingType.self)
            ),
            .optional("recipient", .object(recipient)),
        ]
    )

    private static let recipient = OrderSchema(
        nil,
        [
            .optional("givenName", .text), .optional("familyName", .text),
            .optional("organizationName", .text), .optional("address", .object(address)),
        ]
    )

    private static let pickup = OrderSchema(
        "PickupFulfillment",
        [
            .required("fulfillmentType", .text), .required("fulfillmentIdentifier", .identifier),
            .required("displayName", .text),
            .required("status", .words(of: WalletOrder.PickupFulfillment.Status.self)),
            .optional("statusDescription", .text), .optional("address", .object(address)),
            .optional("location", .object(location)), .optional("pickupAt", .dateTime),
            .optional("pickupWindowDuration", .duration), .optional("pickedUpAt", .dateTime),
            .optional("barcode", .object(barcode)),
            .optional("lineItems", .list(.object(lineItem))), .optional("notes", .text),
        ]
    )

    private static let location = OrderSchema(
        "Location",
        [
            .required("latitude", .latitude), .required("longitude", .longitude),
            .optional("altitude", .number),
        ]
    )

    private static let barcode = OrderSchema(
        "Barcode",
        [
            .required("format", .words(["qr", "pdf417", "aztec", "code128"])),
            .required("message", .text), .required("messageEncoding", .text),
            .optional("altText", .text),
        ]
    )

    /// A return of goods (iOS 17.2).
    private static let aReturn = OrderSchema(
        "Return",
        [
            .required("returnIdentifier", .identifier),
            .required("status", .words(of: WalletOrder.Return.Status.self)),
            .optional("statusDescription", .text), .optional("returnNumber", .text),
            .optional("carrier", .text), .optional("dropOffBy", .dateTime),
            .optional("initiatedAt", .dateTime), .optional("returnedAt", .dateTime),
            .optional("lineItems", .list(.object(lineItem))), .optional("notes", .text),
            .optional("returnLabel", .file), .optional("returnManagementURL", .url),
        ]
    )

    /// The terms of returns (iOS 17.2).
    private static let returnInfo = OrderSchema(
        "ReturnInfo",
        [
            .required("returnPolicyURL", .url), .optional("returnPolicyDescription", .text),
            .optional("returnDeadline", .dateTime), .optional("displayCountdown", .bool),
            .optional("returnManagementURL", .url),
        ]
    )
}

internal import Bytes
internal import Cryptography
internal import HTTPClient
internal import HTTPServer
internal import JSON
internal import Money
internal import Payments
internal import WalletOrders
internal import World

/// The packages of the shop's orders for Apple's Wallet.
struct OrderPackages: Sendable {
    /// The media type of a package.
    static let mediaType = "application/vnd.apple.finance.order"
    /// The path at which devices find the web service, before Apple's paths.
    static let path = "/wallet"

    private let identity: OrderTypeIdentity
    /// The client of APNs.
    let pushing: HTTPClientConfiguration
    private let merchant: ServerConfiguration.Merchant
    private let website: String
    private let logo: [UInt8]?
    private let key: Secret
    private let origin: String

    /// Packages.
    ///
    /// - Parameters:
    ///   - identity: The signer.
    ///   - pushing: The client of APNs.
    ///   - merchant: The merchant.
    ///   - website: The address of the shop's own pages.
    ///   - logo: The shop's logo, a PNG or JPEG; nil for none.
    ///   - key: The key from which the tokens of devices are derived.
    ///   - origin: The origin at which devices reach the server.
    init(
        _ identity: OrderTypeIdentity,
        pushing: HTTPClientConfiguration,
        _ merchant: ServerConfiguration.Merchant,
        website: String,
        logo: [UInt8]?,
        key: Secret,
        origin: String
    ) {
        (self.identity, self.merchant, self.website) = (identity, merchant, website)
        self.pushing = pushing
        (self.logo, self.key, self.origin) = (logo, key, origin)
    }

    /// The order type, which is the certificate's.
    var orderType: String { identity.orderType }

    /// The text by which a device shows that it may have an order.
    func token(of order: OrderID) -> String {
        HMACSHA256(key: key).code(for: Array("wallet of \(order.text)".utf8))
            .withBytes { Hexadecimal.encode([UInt8](copying: $0.extracting(first: 16))) }
    }

    /// The members of `PKPaymentOrderDetails` and `ApplePayPaymentOrderDetails`.
    func details(of order: OrderID) -> JSONOutput {
        .object([
            "orderTypeIdentifier": .string(orderType), "orderIdentifier": .string(order.text),
            "webServiceURL": .string(origin + Self.path),
            "authenticationToken": .string(token(of: order)),
        ])
    }

    /// A signed package.
    ///
    /// - Throws: ``WalletOrders/OrderFaults`` where the order breaks a rule of Wallet's, and what cannot be signed.
    func package(_ order: Order, page: String, at moment: UnixTime) throws -> [UInt8] {
        var files = ["order.json": try json(order, page).compactBytes]
        if let logo { files["logo@2x.\(logo.first == 0x89 ? "png" : "jpg")"] = logo }
        return try OrderPackage.make(files, signedBy: identity, at: moment)
    }

    private func json(_ order: Order, _ page: String) throws(HTTPProblem) -> JSONOutput {
        let details = try OrderDetails.document(order.details).root
        return .object([
            "schemaVersion": .integer(1), "orderType": "ecommerce",
            "orderTypeIdentifier": .string(orderType), "orderIdentifier": .string(order.id.text),
            "orderNumber": .string("\(order.number)"), "status": .string(order.status.rawValue),
            "statusDescription": details.member("statusDescription")?.output,
            "createdAt": .string(order.createdAt.iso8601),
            "updatedAt": .string(order.updatedAt.iso8601),
            "merchant": .object([
                "merchantIdentifier": .string(merchant.identifier),
                "displayName": .string(order.label), "url": .string(website),
                "logo": logo == nil ? nil : "logo",
            ]),
            "orderManagementURL": .string(page),
            "lineItems": .array(
                order.lineItems.filter { $0.amountMinorUnits >= 0 }
                    .map { item($0, $0.quantity, order) }
            ),
            "payment": payment(order),
            "fulfillments": parts("fulfillment", details, order),
            "returns": parts("return", details, order),
            "returnInfo": details.member("returnInfo")?.output,
            "webServiceURL": .string(origin + Self.path),
            "authenticationToken": .string(token(of: order.id)),
        ])
    }

    /// Discounts are no line items: Wallet shows them with the total.
    private func payment(_ order: Order) -> JSONOutput {
        let discounts = order.lineItems.filter { $0.amountMinorUnits < 0 }
        return .object([
            "status": .string(order.paymentStatus.rawValue),
            "total": amount(order.totalMinorUnits, order),
            "summaryItems": discounts.isEmpty
                ? nil
                : .array(
                    discounts.map {
                        .object([
                            "label": .string($0.title), "value": amount($0.amountMinorUnits, order),
                        ])
                    }
                ),
        ])
    }

    /// Fulfillments or returns: their members are Apple's, but for the identifier and the lines.
    private func parts(_ name: String, _ details: JSONValue, _ order: Order) -> JSONOutput? {
        guard let parts = details.member("\(name)s")?.members, !parts.isEmpty else { return nil }
        return .array(
            parts.map { identifier, part in
                var members = [
                    JSONMember(name: "\(name)Identifier", value: .string(identifier))
                ]
                for (name, value) in part.members where name != "lineItems" {
                    members.append(JSONMember(name: name, value: value.output))
                }
                if let items = part.member("lineItems")?.elements {
                    members.append(
                        JSONMember(
                            name: "lineItems",
                            value: .array(items.compactMap { item($0, order) })
                        )
                    )
                }
                return .object(members)
            }
        )
    }

    private func item(_ item: JSONValue, _ order: Order) -> JSONOutput? {
        guard let line = order.line(item.member("line")?.integer) else { return nil }
        return self.item(line, item.member("quantity")?.integer ?? line.quantity, order)
    }

    private func item(_ line: OrderLineItem, _ quantity: Int64, _ order: Order) -> JSONOutput {
        .object([
            "title": .string(line.title), "quantity": .integer(quantity),
            "price": amount(line.amountMinorUnits, order),
        ])
    }

    private func amount(_ minorUnits: Int64, _ order: Order) -> JSONOutput {
        .object([
            "amount": .string(order.decimalText(minorUnits)),
            "currency": .string(order.currencyCode),
        ])
    }
}

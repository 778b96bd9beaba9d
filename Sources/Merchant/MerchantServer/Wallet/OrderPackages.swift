internal import Bytes
internal import Cryptography
internal import HTTPClient
internal import HTTPServer
internal import JSON
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
    /// When the signer's certificate ends.
    let ending: ServerMaterials.Ending?
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
    ///   - ending: When its certificate ends.
    ///   - pushing: The client of APNs.
    ///   - merchant: The merchant.
    ///   - website: The address of the shop's own pages.
    ///   - logo: The shop's logo, a PNG or JPEG; nil for none.
    ///   - key: The key from which the tokens of devices are derived.
    ///   - origin: The origin at which devices reach the server.
    ///   - moment: The time now.
    /// - Throws: As ``package(_:page:at:)``, where the merchant, the website or the logo break a rule of Wallet's: no
    ///   order would have a package.
    init(
        _ identity: OrderTypeIdentity,
        ending: ServerMaterials.Ending?,
        pushing: HTTPClientConfiguration,
        _ merchant: ServerConfiguration.Merchant,
        website: String,
        logo: [UInt8]?,
        key: Secret,
        origin: String,
        at moment: UnixTime
    ) throws {
        (self.identity, self.merchant, self.website) = (identity, merchant, website)
        (self.ending, self.pushing) = (ending, pushing)
        (self.logo, self.key, self.origin) = (logo, key, origin)
        let start = JSONOutput.string(moment.iso8601)
        _ = try package(
            common("0", merchant.displayName, website),
            ["status": "open", "createdAt": start, "updatedAt": start],
            at: moment
        )
    }

    /// The order type, which is the certificate's.
    var orderType: String { identity.orderType }

    /// The text by which a device shows that it may have an order.
    func token(of order: String) -> String {
        HMACSHA256(key: key).code(for: Array("wallet of \(order)".utf8))
            .withBytes { Hexadecimal.encode([UInt8](copying: $0.extracting(first: 16))) }
    }

    /// The members of `PKPaymentOrderDetails` and `ApplePayPaymentOrderDetails`.
    func details(of order: OrderID) -> JSONOutput {
        .object([
            "orderTypeIdentifier": .string(orderType), "orderIdentifier": .string(order.text),
            "webServiceURL": .string(origin + Self.path),
            "authenticationToken": .string(token(of: order.text)),
        ])
    }

    /// A signed package.
    ///
    /// - Throws: ``WalletOrders/OrderFaults`` where the order breaks a rule of Wallet's, and what cannot be signed.
    func package(_ order: Order, page: String, at moment: UnixTime) throws -> [UInt8] {
        try package(
            common(order.id.text, order.label, page),
            try order.walletMembers,
            at: moment
        )
    }

    private func package(
        _ common: KeyValuePairs<String, JSONOutput?>,
        _ others: KeyValuePairs<String, JSONOutput?>,
        at moment: UnixTime
    ) throws -> [UInt8] {
        let members = (Array(common) + Array(others)).compactMap { name, value in
            value.map { JSONMember(name: name, value: $0) }
        }
        var files = ["order.json": JSONOutput.object(members).compactBytes]
        if let logo { files["logo@2x.\(logo.first == 0x89 ? "png" : "jpg")"] = logo }
        return try OrderPackage.make(files, signedBy: identity, at: moment)
    }

    /// The members that each order has.
    private func common(
        _ order: String,
        _ label: String,
        _ page: String
    ) -> KeyValuePairs<String, JSONOutput?> {
        [
            "schemaVersion": .integer(1), "orderType": "ecommerce",
            "orderTypeIdentifier": .string(orderType), "orderIdentifier": .string(order),
            "merchant": .object([
                "merchantIdentifier": .string(merchant.identifier),
                "displayName": .string(label), "url": .string(website),
                "logo": logo == nil ? nil : "logo",
            ]),
            "orderManagementURL": .string(page), "webServiceURL": .string(origin + Self.path),
            "authenticationToken": .string(token(of: order)),
        ]
    }
}

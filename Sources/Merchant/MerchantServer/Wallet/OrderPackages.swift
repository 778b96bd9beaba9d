internal import Bytes
internal import Cryptography
internal import HTTPClient
internal import HTTPServer
internal import JSON
internal import Payments
internal import WalletOrders
internal import World

/// The packages of the shop's orders for Apple's Wallet.
final class OrderPackages: Sendable {
    /// The signer of packages, whose certificate is shown to APNs as well.
    struct Signing: Sendable {
        let identity: OrderTypeIdentity
        /// The certificate and the key, as TLS takes them.
        let client: HTTPClientConfiguration.Identity

        init(_ identity: OrderTypeIdentity, _ pair: MaterialsReader.Pair) {
            self.identity = identity
            client = HTTPClientConfiguration.Identity(chain: pair.chain, privateKey: pair.key)
        }
    }

    /// The media type of a package.
    static let mediaType = "application/vnd.apple.finance.order"
    /// The path at which devices find the web service, before Apple's paths.
    static let path = "/wallet"

    /// The order type, which is the certificate's.
    let orderType: String
    private let signing: LockedValue<Signing>
    private let pushRoots: [[UInt8]]?
    private let merchant: ServerConfiguration.Merchant
    private let website: String
    private let logo: [UInt8]?
    private let key: Secret
    private let origin: String

    /// Packages.
    ///
    /// - Parameters:
    ///   - signing: The signer.
    ///   - pushRoots: The authorities above the certificate of what takes pushes; nil for those of the system.
    ///   - merchant: The merchant.
    ///   - website: The address of the shop's own pages.
    ///   - logo: The shop's logo, a PNG or JPEG; nil for none.
    ///   - key: The key from which the tokens of devices are derived.
    ///   - origin: The origin at which devices reach the server.
    ///   - moment: The time now.
    /// - Throws: As ``package(_:page:at:)``, where the merchant, the website or the logo break a rule of Wallet's: no
    ///   order would have a package. A certificate that has ended is passed over, so that payments go on.
    init(
        _ signing: Signing,
        pushRoots: [[UInt8]]?,
        _ merchant: ServerConfiguration.Merchant,
        website: String,
        logo: [UInt8]?,
        key: Secret,
        origin: String,
        at moment: UnixTime
    ) throws {
        (orderType, self.signing) = (signing.identity.orderType, LockedValue(signing))
        (self.pushRoots, self.merchant, self.website) = (pushRoots, merchant, website)
        (self.logo, self.key, self.origin) = (logo, key, origin)
        let start = JSONOutput.string(moment.iso8601)
        do {
            _ = try package(
                common("0", merchant.displayName, website),
                ["status": "open", "createdAt": start, "updatedAt": start],
                at: moment
            )
        } catch let faults as OrderFaults
            where faults.list.allSatisfy({ $0.rule == .signerNotValidNow })
        {}
    }

    /// Lets another certificate of the order type sign.
    ///
    /// - Returns: Whether it is one of that type.
    func replace(by new: Signing) -> Bool {
        guard new.identity.orderType == orderType else { return false }
        signing.withLock { $0 = new }
        return true
    }

    /// The client of APNs.
    var pushing: HTTPClientConfiguration {
        var client = HTTPClientConfiguration()
        client.identity = signing.withLock(\.client)
        if let pushRoots { client.roots = pushRoots }
        return client
    }

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
        let identity = signing.withLock(\.identity)
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

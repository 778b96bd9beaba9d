import ASN1
import Certificates
import Cryptography
import Foundation
import PaymentToken
import TestSupport
import TokenMint
import World
import ZIP

@testable import WalletOrders

/// A signer of order packages under a root of its own, and a package to change.
struct OrderBench {
    static let now = TokenWorkshop.now
    let root: CertificateAuthority
    let intermediate: CertificateAuthority
    let leaf: Certificate
    let key: PrivateKey

    /// A signer. Each part of its certificates can be changed.
    init(
        relations: ASN1ObjectIdentifier = AppleExtension.worldwideDeveloperRelations,
        type: (tag: ASN1Tag, text: String)? = (.utf8String, "order.com.example.shop"),
        usage: ASN1ObjectIdentifier = AppleExtension.orderSigning,
        closing: UnixTime = TokenWorkshop.closing,
        isCritical: Bool = false
    ) throws {
        let world = World.simulated(seed: 7, startingAt: Self.now)
        root = try CertificateAuthority(
            root: TokenWorkshop.template("TEST Root", isAuthority: true),
            key: TokenWorkshop.key(on: .p384, from: world),
            randomness: world.randomness
        )
        let issuerKey = try TokenWorkshop.key(from: world)
        intermediate = try CertificateAuthority(
            TokenWorkshop.template("TEST WWDR", isAuthority: true, marker: relations),
            key: issuerKey,
            under: root,
            randomness: world.randomness
        )
        key = try TokenWorkshop.key(from: world)
        var template = TokenWorkshop.template("TEST Order Type ID")
        template.notAfter = closing
        template.extensions.append(
            .init(
                identifier: OrderTypeCertificate.extendedKeyUsage,
                value: ASN1Encoding.sequence([ASN1Encoding.objectIdentifier(usage)])
            )
        )
        if let type {
            template.extensions.append(
                .init(
                    identifier: AppleExtension.orderType,
                    value: ASN1Encoding.element(type.tag, Array(type.text.utf8))
                )
            )
        }
        let issued = try intermediate.issue(
            template,
            for: key.publicKey,
            randomness: world.randomness
        )
        leaf = try isCritical ? Self.critical(issued, issuerKey) : issued
    }

    /// The certificate with the extensions of an order type as critical ones.
    private static func critical(_ leaf: Certificate, _ key: PrivateKey) throws -> Certificate {
        let identifiers = [OrderTypeCertificate.extendedKeyUsage, AppleExtension.orderType]
            .map { ASN1Encoding.objectIdentifier($0) }
        return try leaf.rewritten(signedBy: key) { extensions in
            extensions.map { element in
                let content = element.dropFirst(2)
                guard let own = identifiers.first(where: { content.starts(with: $0) }) else {
                    return element
                }
                return ASN1Encoding.sequence([
                    own, [0x01, 0x01, 0xff], Array(content.dropFirst(own.count)),
                ])
            }
        }
    }

    var identity: OrderTypeIdentity {
        get throws {
            try OrderTypeIdentity(keys: [key], certificates: [intermediate.certificate, leaf])
        }
    }

    var verifier: OrderVerifier {
        get throws { OrderVerifier(trusting: [try TrustAnchor(root: root.certificate)]) }
    }

    /// The files of a package with a manifest and a signature, whatever they are.
    func signed(
        _ content: [String: [UInt8]],
        manifest change: (String) -> String = { $0 }
    ) throws -> [String: [UInt8]] {
        var files = content
        let manifest = change(String(decoding: OrderManifest.make(content), as: UTF8.self))
        files["manifest.json"] = Array(manifest.utf8)
        let writer = SignedDataWriter(
            leaf: leaf,
            intermediate: intermediate.certificate,
            key: key,
            encoding: .distinguished
        )
        files["signature"] = try writer.sign(
            contentDigest: SHA256.digest(manifest),
            signingTime: Self.now
        )
        return files
    }

    static func zip(_ files: [String: [UInt8]]) throws -> [UInt8] {
        try ZIPArchive.write(
            files.sorted { $0.key < $1.key }.map { ZIPEntry(name: $0.key, bytes: $0.value) }
        )
    }

    /// The faults that a verifier finds.
    func faults(_ package: [UInt8], trusting other: OrderVerifier? = nil) throws -> [OrderFault] {
        let verifier = try other ?? verifier
        do throws(OrderFaults) {
            _ = try verifier.verify(package, at: Self.now)
            return []
        } catch { return error.list }
    }

    static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]
    static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]

    /// The files of a package with every member and every kind of file.
    static var full: [String: [UInt8]] {
        [
            "order.json": Array(fullOrder.utf8), "logo@2x.png": png, "logo@3x.png": png,
            "book.jpg": jpeg, "light.png": png, "dark.png": png,
            "receipt.pdf": Array("%PDF-1.7\n".utf8), "label.png": png,
            "fr.lproj/order.strings": utf16(
                "/* états */ \"prepared\" = \"Préparé ; \\\"oui\\\"\";\n"
            ),
            "zh-Hans.lproj/order.strings": utf16("// 1\n\"prepared\" = \"准备好了\";"),
            "fr.lproj/banner@2x.png": png, "zh-Hans.lproj/banner@2x.png": png,
        ]
    }

    static func utf16(_ text: String) -> [UInt8] {
        [0xfe, 0xff] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }

    static let minimalOrder = """
        {"schemaVersion": 1, "orderTypeIdentifier": "order.com.example.shop",
         "orderIdentifier": "1", "orderType": "ecommerce", "status": "open",
         "createdAt": "2026-03-14T09:30:00Z", "updatedAt": "2026-03-14T09:30:00Z",
         "merchant": {"merchantIdentifier": "merchant.com.example",
                      "displayName": "Shop", "url": "https://example.com"},
         "orderManagementURL": "https://example.com/1"}
        """

    /// Members and values: Apple's pages, as the source of ``WalletOrders/OrderSchema`` names them.
    static let fullOrder = """
        {"schemaVersion": 1, "orderTypeIdentifier": "order.com.example.shop",
         "orderIdentifier": "1001", "orderNumber": "A-1001", "orderType": "ecommerce",
         "status": "open", "statusDescription": "prepared",
         "createdAt": "2026-03-14T09:30:00Z", "updatedAt": "2026-03-14T10:30:00.25+01:00",
         "merchant": {"merchantIdentifier": "merchant.com.example", "displayName": "A shop",
           "url": "https://example.com", "logo": "logo",
           "address": {"addressLines": ["1 Main St"], "subLocality": "North", "locality": "Town",
             "postalCode": "12345", "subAdministrativeArea": "County",
             "administrativeArea": "CA", "countryCode": "US"},
           "phoneNumber": "+1 555 0100", "emailAddress": "shop@example.com",
           "contactURL": "https://example.com/contact",
           "businessChatURL": "https://bcrw.apple.com/urn:biz:1"},
         "orderManagementURL": "https://example.com/orders/1001?a=%20b#c",
         "customer": {"givenName": "Ada", "familyName": "Lovelace",
           "organizationName": "Engines", "emailAddress": "ada@example.com",
           "phoneNumber": "+44 20 7946 0000"},
         "lineItems": [{"title": "Book", "quantity": 2, "subtitle": "Paper",
           "price": {"amount": "10.50", "currency": "EUR"}, "image": "book.jpg",
           "sku": "B-1", "gtin": "9780000000002"},
           {"title": "Poster", "quantity": 0.5, "image": "banner"}],
         "payment": {"total": {"amount": "21.00", "currency": "EUR"}, "status": "authorized",
           "summaryItems": [{"label": "Sum", "value": {"amount": "21", "currency": "EUR"}}],
           "transactions": [{"amount": {"amount": "21", "currency": "EUR"},
             "createdAt": "2026-03-14T09:30:00Z", "paymentMethod": {"displayName": "Visa"},
             "status": "approved", "transactionType": "purchase",
             "applePayTransactionIdentifier": "ab12", "receipt": "receipt.pdf"}],
           "paymentMethods": ["Visa 1111"], "applePayTransactionIdentifiers": ["cd34"]},
         "fulfillments": [
           {"fulfillmentType": "shipping", "fulfillmentIdentifier": "s1", "status": "onTheWay",
            "statusDescription": "prepared", "carrier": "Post", "trackingNumber": "T1",
            "trackingURL": "https://example.com/t/1", "shippedAt": "2026-03-15T09:30:00Z",
            "deliveredAt": "2026-03-16T09:30:00Z", "estimatedDeliveryAt": "2026-03-16T08:00:00Z",
            "estimatedDeliveryWindowDuration": "PT2H",
            "lineItems": [{"title": "Book", "quantity": 1}], "notes": "Careful",
            "shippingType": "delivery",
            "recipient": {"givenName": "Ada", "familyName": "L", "organizationName": "E",
              "address": {"countryCode": "GB"}}},
           {"fulfillmentType": "pickup", "fulfillmentIdentifier": "p1", "displayName": "Shop 1",
            "status": "readyForPickup", "statusDescription": "prepared",
            "address": {"locality": "Town"},
            "location": {"latitude": -37.331686, "longitude": 180, "altitude": 12.5},
            "pickupAt": "2026-03-17T08:00:00Z", "pickupWindowDuration": "P1DT1.5H",
            "pickedUpAt": "2026-03-17T09:00:00Z",
            "barcode": {"format": "code128", "message": "P1", "messageEncoding": "utf-8",
              "altText": "P1"},
            "lineItems": [{"title": "Poster", "quantity": 1}], "notes": "Counter 2"}],
         "returns": [{"returnIdentifier": "r1", "status": "processing",
           "statusDescription": "prepared", "returnNumber": "R-1", "carrier": "Post",
           "dropOffBy": "2026-04-01T00:00:00Z", "initiatedAt": "2026-03-20T00:00:00Z",
           "returnedAt": "2026-03-25T00:00:00Z", "lineItems": [{"title": "Book", "quantity": 1}],
           "notes": "Damaged", "returnLabel": "label.png",
           "returnManagementURL": "https://example.com/r/1"}],
         "returnInfo": {"returnPolicyURL": "https://example.com/policy",
           "returnPolicyDescription": "30 days", "returnDeadline": "2026-04-14T00:00:00Z",
           "displayCountdown": true, "returnManagementURL": "https://example.com/returns"},
         "barcode": {"format": "qr", "message": "1001", "messageEncoding": "iso-8859-1",
           "altText": "1001"},
         "orderProvider": {"displayName": "Provider", "url": "https://example.net",
           "trackingLogoNameLightColorScheme": "light",
           "trackingLogoNameDarkColorScheme": "dark"},
         "associatedApplications": [{"storeIdentifier": 123456789,
           "launchURL": "app://orders/1001", "customProductPageIdentifier": "page"}],
         "associatedApplicationIdentifiers": ["TEAM123456.com.example.app"],
         "changeNotifications": "disabledIfAppInstalled",
         "webServiceURL": "https://example.com/orders",
         "authenticationToken": "0123456789abcdef"}
        """
}

internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments
internal import WalletOrders

/// The members of an order that the shop changes: its fulfillments, its returns and its metadata.
///
/// - Source: Apple, *Wallet Orders*, `ShippingFulfillment`, `PickupFulfillment`, `Return` and `ReturnInfo`, whose
///   names and words these are.
enum OrderChangeMembers {
    /// A JSON object that is kept as it is: texts by names.
    static let metadata = APISchema.map(.boundedText(0...500), names: 1...40, atMost: 50)

    /// The longest object. Units: bytes of UTF-8.
    private static let bytesAtMost = 65_536

    /// The most lines that the parts have together, so that a package stays below Wallet's 5 MB.
    private static let itemsAtMost = 1_000

    private static let identifiers = 1...64

    private static let webAddress = APISchema.checkedText(
        "an address such as https://shop.example/parcel",
        pattern: #"^https?://[!$-.0-;=@-\[\]_a-z~][!#-;=?-\[\]_a-z~]*$"#
    ) { text in
        ["https://", "http://"].contains(where: text.hasPrefix) && URLForm.value(text) != nil
    }

    static let members: [APIMember] = [
        .optional("statusDescription", .boundedText(1...1_000), "What the shopper reads of it."),
        .optional(
            "fulfillments",
            .map(
                .variants(
                    by: "fulfillmentType",
                    [("shipping", shipping + common), ("pickup", pickup + common)]
                ),
                names: identifiers,
                atMost: 50
            ),
            "What is sent or picked up, by identifiers of the shop's choice."
        ),
        .optional(
            "returns",
            .map(.object(aReturn + common), names: identifiers, atMost: 50),
            "What comes back, by identifiers of the shop's choice."
        ), .optional("returnInfo", .object(returnInfo), "How something is returned."),
        .optional("metadata", metadata, "What the shop keeps with it."),
    ]

    private static let common: [APIMember] = [
        .optional("statusDescription", .boundedText(1...1_000), "What the shopper reads of it."),
        .optional("notes", .boundedText(1...1_000)),
        .optional(
            "lineItems",
            .list(
                .object([
                    .required("line", .integer(1...Int64(NewOrder.lineItemsAtMost))),
                    .optional("quantity", .integer(1...1_000_000), "All if not given."),
                ])
            ),
            "The lines of the order that it has, by their number from 1; all if not given."
        ),
    ]

    private static let shipping: [APIMember] = [
        .required(
            "status",
            words(of: WalletOrder.ShippingFulfillment.Status.self)
        ), .optional("carrier", .boundedText(1...200)),
        .optional("trackingNumber", .boundedText(1...200)),
        .optional("trackingURL", webAddress), .optional("shippedAt", .time),
        .optional("estimatedDeliveryAt", .time), .optional("deliveredAt", .time),
        .optional("shippingType", words(of: WalletOrder.ShippingFulfillment.ShippingType.self)),
    ]

    private static let pickup: [APIMember] = [
        .required("displayName", .boundedText(1...200), "The place."),
        .required(
            "status",
            words(of: WalletOrder.PickupFulfillment.Status.self)
        ), .optional("address", .object(address)), .optional("pickupAt", .time),
        .optional("pickedUpAt", .time),
    ]

    private static let address: [APIMember] = [
        .optional("addressLines", .list(.boundedText(1...200))),
        .optional("locality", .boundedText(1...200)),
        .optional("postalCode", .boundedText(1...200)),
        .optional("administrativeArea", .boundedText(1...200)),
        .optional(
            "countryCode",
            .checkedText("a country such as US", pattern: "^[A-Z]{2}$") {
                CountryForm.value($0) != nil
            }
        ),
    ]

    private static let aReturn: [APIMember] = [
        .required(
            "status",
            words(of: WalletOrder.Return.Status.self)
        ), .optional("returnNumber", .boundedText(1...200)),
        .optional("carrier", .boundedText(1...200)), .optional("dropOffBy", .time),
        .optional("initiatedAt", .time), .optional("returnedAt", .time),
        .optional("returnManagementURL", webAddress),
    ]

    private static let returnInfo: [APIMember] = [
        .required("returnPolicyURL", webAddress), .optional("returnManagementURL", webAddress),
        .optional("returnPolicyDescription", .boundedText(1...1_000)),
        .optional("returnDeadline", .time), .optional("displayCountdown", .bool),
    ]

    private static func words<Word: CaseIterable & RawRepresentable<String>>(
        of type: Word.Type
    ) -> APISchema {
        .choice(type.allCases.map(\.rawValue))
    }

    /// The details of an order after a change.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - patch: The members to set, and those to remove as `null`: a JSON merge patch. Its `status` is not
    ///     one of the details.
    /// - Returns: The details, as JSON.
    /// - Throws: A problem of status 400 or 422.
    static func changed(_ order: Order, by patch: JSONValue) throws(HTTPProblem) -> String {
        var merged = patch.merged(into: try document(order.details).root)
        if case .object(let members) = merged {
            merged = .object(members.filter { $0.name != "status" })
        }
        let text = merged.compact
        guard text.utf8.count <= bytesAtMost else {
            throw MerchantProblemCode.orderInvalid.problem(
                "the order would have more than \(bytesAtMost) bytes of details"
            )
        }
        let details = try document(text).root
        try APISchema.object(members).check(details)
        var count = 0
        for name in ["fulfillments", "returns"] {
            for (identifier, part) in details.member(name)?.members ?? [] {
                for item in part.member("lineItems")?.elements ?? [] {
                    count += 1
                    guard let line = item.member("line")?.integer, line > order.lineItems.count
                    else { continue }
                    throw MerchantProblemCode.orderInvalid.problem(
                        "\"\(name).\(identifier)\" has line \(line), and the order has \(order.lineItems.count)"
                    )
                }
            }
        }
        guard count <= itemsAtMost else {
            throw MerchantProblemCode.orderInvalid.problem(
                "\"fulfillments\" and \"returns\" have more than \(itemsAtMost) lines together"
            )
        }
        return text
    }

    /// The details of a record.
    ///
    /// - Throws: A problem of status 500 where they are not JSON.
    static func document(_ details: String) throws(HTTPProblem) -> JSONDocument {
        do throws(JSONFailure) { return try JSONDocument(Array(details.utf8)) } catch {
            throw MerchantProblemCode.serverFault.problem("an order's details are not JSON")
        }
    }
}

internal import HTTPServer
internal import JSON
internal import Payments
internal import World

extension Order {
    /// The goods, the payment and the shipments and returns, in the members and words of `order.json`.
    ///
    /// - Source: Apple, *Wallet Orders*, "Order".
    var walletMembers: KeyValuePairs<String, JSONOutput?> {
        get throws(HTTPProblem) {
            let details = try OrderChangeMembers.document(details).root
            return [
                "orderNumber": .string("\(number)"), "status": .string(status.rawValue),
                "createdAt": .string(createdAt.iso8601),
                "updatedAt": .string(updatedAt.iso8601),
                "statusDescription": details.member("statusDescription")?.output,
                "lineItems": .array(
                    lineItems.filter { $0.amountMinorUnits >= 0 }
                        .map { item($0, $0.quantity) }
                ),
                "payment": payment,
                "fulfillments": parts("fulfillment", details),
                "returns": parts("return", details),
                "returnInfo": details.member("returnInfo")?.output,
            ]
        }
    }

    /// Discounts are no line items: Wallet shows them with the total.
    private var payment: JSONOutput {
        let discounts = lineItems.filter { $0.amountMinorUnits < 0 }
        return .object([
            "status": .string(paymentStatus.rawValue),
            "total": amount(totalMinorUnits),
            "summaryItems": discounts.isEmpty
                ? nil
                : .array(
                    discounts.map {
                        .object([
                            "label": .string($0.title), "value": amount($0.amountMinorUnits),
                        ])
                    }
                ),
        ])
    }

    /// Fulfillments or returns: their members are Apple's, but for the identifier and the lines.
    private func parts(_ name: String, _ details: JSONValue) -> JSONOutput? {
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
                            value: .array(items.compactMap { item($0) })
                        )
                    )
                }
                return .object(members)
            }
        )
    }

    private func item(_ item: JSONValue) -> JSONOutput? {
        guard let line = line(item.member("line")?.integer) else { return nil }
        return self.item(line, item.member("quantity")?.integer ?? line.quantity)
    }

    /// A part of a line has no price: that of the line is for its whole quantity.
    private func item(_ line: OrderLineItem, _ quantity: Int64) -> JSONOutput {
        .object([
            "title": .string(line.title), "quantity": .integer(quantity),
            "price": quantity == line.quantity ? amount(line.amountMinorUnits) : nil,
        ])
    }

    private func amount(_ minorUnits: Int64) -> JSONOutput {
        .object([
            "amount": .string(decimalText(minorUnits)),
            "currency": .string(currencyCode),
        ])
    }
}

internal import JSON
internal import Money

// What the store's pages get.
extension Product {
    var json: JSONOutput {
        .object([
            "id": .string(identifier), "title": .string(title), "text": .string(text),
            "price": .string(minorUnits.priceText), "picture": .string(picture),
        ])
    }
}

extension Int64 {
    /// An amount in cents as decimal text.
    var priceText: String { Money(minorUnits: self, currency: Product.currency).decimalText }
}

extension DeliveryMethod {
    /// An `ApplePayShippingMethod`.
    func json(isSelected: Bool) -> JSONOutput {
        .object([
            "identifier": .string(identifier), "label": .string(label), "detail": .string(detail),
            "amount": .string(minorUnits.priceText), "selected": .bool(isSelected),
        ])
    }
}

extension Quote {
    /// The lines as `ApplePayLineItem`s.
    var lineItems: JSONOutput {
        .array(
            lines.map { line in
                let label = line.quantity == 1 ? line.label : "\(line.quantity) × \(line.label)"
                return .object([
                    "label": .string(label), "amount": .string(line.minorUnits.priceText),
                    "type": line.isPending ? "pending" : "final",
                ])
            }
        )
    }

    /// The sum as an `ApplePayLineItem`, whose label is the payee.
    var totalItem: JSONOutput {
        .object([
            "label": .string(Product.payee), "amount": .string(total.decimalText),
        ])
    }

    /// The lines as the merchant's server keeps them with the order.
    var orderLines: JSONOutput {
        .array(
            lines.map { line in
                .object([
                    "title": .string(line.label), "quantity": .integer(Int64(line.quantity)),
                    "amount": .string(line.minorUnits.priceText),
                ])
            }
        )
    }
}

extension Cart {
    /// The cart as its page shows it.
    func json(codeIsKnown: Bool = true) -> JSONOutput {
        let quote = Quote(self)
        return .object([
            "items": .array(
                lines.map { product, quantity in
                    .object([
                        "product": product.json, "quantity": .integer(Int64(quantity)),
                        "amount": .string((product.minorUnits * Int64(quantity)).priceText),
                    ])
                }
            ),
            "count": .integer(Int64(quantities.values.reduce(0, +))),
            "code": code.map { .string($0.code) },
            "codeProblem": codeIsKnown ? nil : "There is no discount for this code.",
            "discount": quote.lines.first { $0.minorUnits < 0 }.map { line in
                .object([
                    "label": .string(line.label), "amount": .string(line.minorUnits.priceText),
                ])
            }, "subtotal": .string(quote.total.decimalText),
            "currency": .string(Product.currency.code), "request": isEmpty ? nil : request(quote),
        ])
    }

    /// An `ApplePayPaymentRequest`, which the page passes on as it is.
    private func request(_ quote: Quote) -> JSONOutput {
        .object([
            "countryCode": .string(Product.country),
            "currencyCode": .string(Product.currency.code),
            "merchantCapabilities": .array(["supports3DS"]),
            "supportedNetworks": .array(["amex", "discover", "masterCard", "visa"]),
            "requiredShippingContactFields": .array(["postalAddress", "name", "email", "phone"]),
            "requiredBillingContactFields": .array(["postalAddress"]),
            "shippingType": "shipping", "supportsCouponCode": .bool(true),
            "couponCode": .string(code?.code ?? ""), "lineItems": quote.lineItems,
            "total": quote.totalItem,
        ])
    }
}

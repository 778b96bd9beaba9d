internal import Money

/// The price of a cart: the lines of the order, and their sum.
struct Quote: Hashable, Sendable {
    /// A line of the order or of the sheet.
    struct Line: Hashable, Sendable {
        let label: String
        var quantity = 1
        /// In cents; negative for a discount.
        let minorUnits: Int64
        /// Whether the amount is known only when there is an address.
        var isPending = false
    }

    let lines: [Line]
    /// The method of delivery; nil before there is an address.
    let method: DeliveryMethod?

    /// The sum of the lines.
    var total: Money {
        Money(minorUnits: lines.reduce(0) { $0 + $1.minorUnits }, currency: Product.currency)
    }

    /// The price of a cart before the address is known.
    init(_ cart: Cart) {
        let pending = ["Postage", "Tax"].map { Line(label: $0, minorUnits: 0, isPending: true) }
        (lines, method) = (Self.goods(cart) + (cart.isEmpty ? [] : pending), nil)
    }

    /// The price of a cart, with postage and tax.
    init(_ cart: Cart, to destination: Destination, by method: DeliveryMethod) {
        let goods = Self.goods(cart)
        let taxed = goods.reduce(method.minorUnits) { $0 + $1.minorUnits }
        let tax = destination.tax(on: taxed)
        lines =
            goods + [Line(label: "Postage", minorUnits: method.minorUnits)]
            + (tax == 0 ? [] : [Line(label: "Tax", minorUnits: tax)])
        self.method = method
    }

    private static func goods(_ cart: Cart) -> [Line] {
        let goods = cart.lines.map { product, quantity in
            Line(
                label: product.title,
                quantity: quantity,
                minorUnits: product.minorUnits * Int64(quantity)
            )
        }
        guard let code = cart.code else { return goods }
        let off = code.minorUnits(off: goods.reduce(0) { $0 + $1.minorUnits })
        return off == 0 ? goods : goods + [Line(label: code.label, minorUnits: -off)]
    }
}

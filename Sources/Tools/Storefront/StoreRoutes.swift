internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import World

/// The routes of the store's pages. Prices and sums are the server's own in every answer.
struct StoreRoutes: Sendable {
    let merchant: MerchantConnection
    let cookies: CartCookies
    /// Where the x-ray of a payment is; nil where there is none.
    let xray: String?

    var operations: [APIOperation] {
        [
            APIOperation(
                .get,
                "/api/store",
                "What the store sells.",
                answer: nil,
                access: .everyone
            ) { _ in .json(store) },
            APIOperation(.get, "/api/cart", "The cart.", answer: nil, access: .everyone) {
                let cart = cookies.cart(of: $0)
                return cookies.json(cart.json(), cart)
            },
            APIOperation(
                .put,
                "/api/cart/items/{product}",
                "Changes how many of a product are in the cart.",
                body: .object([
                    .required("quantity", .integer(0...Int64(Cart.largestQuantity)))
                ]),
                answer: nil,
                access: .everyone
            ) { request in try item(request) },
            APIOperation(
                .put,
                "/api/cart/code",
                "Sets the cart's discount code; an empty one takes it away.",
                body: .object([.required("code", .anyText)]),
                answer: nil,
                access: .everyone
            ) { request in
                // An unknown code is an answer and no error: a browser would report that on its console.
                var cart = cookies.cart(of: request)
                let isKnown = cart.apply(try request.body.required("code"))
                return cookies.json(cart.json(codeIsKnown: isKnown), cart)
            },
        ] + CheckoutRoutes(merchant: merchant, cookies: cookies).operations
    }

    private var store: JSONOutput {
        .object([
            "name": .string(Product.payee), "currency": .string(Product.currency.code),
            "products": .array(Product.all.map(\.json)),
            "largestQuantity": .integer(Int64(Cart.largestQuantity)),
            "xray": xray.map { .string($0) },
        ])
    }

    private func item(_ request: APIRequest) throws(HTTPProblem) -> HTTPServerResponse {
        guard let product = Product.named(try request.parameter("product")) else {
            throw HTTPProblem(.notFound)
        }
        var cart = cookies.cart(of: request)
        cart.set(product, to: Int(request.body.integer("quantity") ?? 0))
        return cookies.json(cart.json(), cart)
    }
}

extension Cart {
    /// Takes a code as it was typed; an empty one takes the discount away.
    ///
    /// - Returns: Whether there is such a code.
    mutating func apply(_ text: String) -> Bool {
        let discount = DiscountCode.typed(text)
        guard discount != nil || text.allSatisfy(\.isWhitespace) else { return false }
        code = discount
        return true
    }
}

/// The cookie in which a browser keeps its cart.
///
/// Browsers share the cookies of all ports of a host, so the name has the port.
struct CartCookies: Sendable {
    private static let secondsKept = 7 * 86_400

    let name: String
    let randomness: any Randomness

    init(port: UInt16, randomness: any Randomness) {
        (name, self.randomness) = ("cart-\(port)", randomness)
    }

    /// The cart of a request; an empty one where there is none, or none that can be read.
    func cart(of request: APIRequest) -> Cart {
        for field in request.http.head.fields.values(of: "Cookie") {
            for pair in field.text.split(separator: ";") {
                let text = pair.drop { $0 == " " }
                guard text.hasPrefix("\(name)=") else { continue }
                if let cart = Cart(cookie: String(text.dropFirst(name.count + 1))) { return cart }
            }
        }
        return Cart(randomness)
    }

    /// An answer that sets the cookie.
    func json(_ value: JSONOutput, _ cart: Cart) -> HTTPServerResponse {
        let attributes = "Path=/; Max-Age=\(Self.secondsKept); HttpOnly; SameSite=Strict"
        var fields = HTTPFields()
        fields["Set-Cookie"] = HTTPFieldValue("\(name)=\(cart.cookie); \(attributes)")
        return .json(value, fields: fields)
    }
}

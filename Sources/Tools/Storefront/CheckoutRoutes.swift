internal import ApplePaySession
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import PaymentRequest
internal import World

/// The operations of a payment, in the order of a sheet: its merchant session, what the cart costs to an
/// address, the payment itself, and the order.
struct CheckoutRoutes: Sendable {
    let merchant: MerchantConnection
    let cookies: CartCookies

    var operations: [APIOperation] {
        [
            APIOperation(
                .post,
                "/api/checkout/session",
                "Asks for the merchant session of a sheet.",
                body: .object([.required("validationURL", .text(example: "https://…"))]),
                answer: nil,
                access: .everyone
            ) { request in
                let url = try request.body.required("validationURL")
                return .json(try await merchant.session(validationURL: url))
            },
            APIOperation(
                .post,
                "/api/checkout/quote",
                "What the cart costs to an address, by a method, with a coupon code of the sheet.",
                body: .object([
                    .optional("shippingContact", .described("An ApplePayPaymentContact.")),
                    .optional("shippingMethod", .anyText, "Its identifier."),
                    .optional("couponCode", .anyText),
                ]),
                answer: nil,
                access: .everyone
            ) { request in try quote(request) },
            APIOperation(
                .post,
                "/api/checkout/payment",
                "Charges a payment that the shopper authorized, and places the order.",
                body: .object([
                    .required("payment", .described("An ApplePayPayment.")),
                    .optional("shippingMethod", .anyText, "Its identifier."),
                ]),
                answer: nil,
                access: .everyone
            ) { request in try await pay(request) },
            APIOperation(
                .get,
                "/api/orders/{reference}",
                "An order, for who knows the reference of its payment.",
                answer: nil,
                access: .everyone
            ) { request in try await order(request) },
        ]
    }

    private static let cartEmpty = HTTPProblem.refused(
        .conflict,
        "cartEmpty",
        "The cart is empty."
    )

    // What the sheet shows when the shopper has chosen an address, a method or a code.
    private func quote(_ request: APIRequest) throws(HTTPProblem) -> HTTPServerResponse {
        var cart = cookies.cart(of: request)
        guard !cart.isEmpty else { throw Self.cartEmpty }
        var problems: [SheetProblem] = []
        if let code = request.body.text("couponCode"), !cart.apply(code) {
            problems.append(
                SheetProblem(code: "couponCodeInvalid", message: "There is no such code.")
            )
        }
        let given = request.body.member("shippingContact")
        guard given != nil else { return cookies.json(update(Quote(cart), [], problems), cart) }
        do throws(SheetProblem) {
            let destination = try Destination(contact(given)?.postalAddress)
            let method = destination.method(request.body.text("shippingMethod"))
            let quote = Quote(cart, to: destination, by: method)
            return cookies.json(update(quote, destination.methods, problems), cart)
        } catch {
            problems.append(error)
            return cookies.json(update(Quote(cart), [], problems), cart)
        }
    }

    private func update(
        _ quote: Quote,
        _ methods: [DeliveryMethod],
        _ problems: [SheetProblem]
    ) -> JSONOutput {
        .object([
            "newTotal": quote.totalItem, "newLineItems": quote.lineItems,
            "newShippingMethods": .array(
                methods.map { $0.json(isSelected: $0 == quote.method) }
            ),
            "errors": .array(problems.map(\.json)),
        ])
    }

    private func contact(_ json: JSONValue?) -> Contact? {
        json.flatMap { try? Contact(page: $0, at: "shippingContact") }
    }

    // The payment.
    private func pay(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let cart = cookies.cart(of: request)
        guard !cart.isEmpty, let payment = request.body.member("payment") else {
            throw Self.cartEmpty
        }
        let shopper = contact(payment.member("shippingContact"))
        let (quote, problems) = priced(cart, for: shopper, request.body.text("shippingMethod"))
        guard problems.isEmpty, let quote, let method = quote.method else {
            return cookies.json(result(status: 1, errors: .array(problems.map(\.json))), cart)
        }
        let answer: MerchantConnection.Answer
        do throws(HTTPProblem) {
            answer = try await merchant.pay(
                .object([
                    "token": JSONOutput(payment), "amount": .string(quote.total.decimalText),
                    "currency": .string(quote.total.currency.code),
                    "reference": .string(cart.reference), "lines": quote.orderLines,
                    "shippingMethod": .object([
                        "identifier": .string(method.identifier), "label": .string(method.label),
                    ]),
                ])
            )
        } catch {
            // The request may have reached the server: the order's page will know.
            return cookies.json(unknown(cart), cart)
        }
        return answered(answer, cart)
    }

    private func priced(
        _ cart: Cart,
        for shopper: Contact?,
        _ method: String?
    ) -> (quote: Quote?, problems: [SheetProblem]) {
        do throws(SheetProblem) {
            let destination = try Destination(shopper?.postalAddress)
            let quote = Quote(cart, to: destination, by: destination.method(method))
            return (quote, SheetProblem.problems(of: shopper))
        } catch { return (nil, [error]) }
    }

    private func answered(
        _ answer: MerchantConnection.Answer,
        _ cart: Cart
    ) -> HTTPServerResponse {
        let sheet = answer.body.member("applePay")
        let status = sheet?.member("status")?.integer ?? 1
        let errors = sheet?.member("errors").map { JSONOutput($0) } ?? .array([])
        if answer.isPaid || answer.isPaidOtherwise {
            let next = Cart(cookies.randomness)
            let details = sheet?.member("orderDetails")?.output
            return cookies.json(
                result(status: status, errors: errors, details, order: cart),
                next
            )
        }
        if answer.isOpen { return cookies.json(unknown(cart), cart) }
        return cookies.json(
            result(status: status, errors: errors),
            // One reference has one amount; the shopper may now choose another method.
            answer.isOver ? cart.renewed(cookies.randomness) : cart
        )
    }

    /// The sheet gets a failure; the order's page says what became of the payment.
    private func unknown(_ cart: Cart) -> JSONOutput {
        result(status: 1, errors: .array([]), order: cart)
    }

    private func result(
        status: Int64,
        errors: JSONOutput,
        _ orderDetails: JSONOutput? = nil,
        order: Cart? = nil
    ) -> JSONOutput {
        .object([
            "result": .object([
                "status": .integer(status), "errors": errors, "orderDetails": orderDetails,
            ]),
            "order": order.map { .string("/order.html#\($0.reference)") },
        ])
    }
}

// Orders.
extension CheckoutRoutes {
    private func order(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let reference = try request.parameter("reference")
        guard Cart.isReference(reference),
            let found = try await merchant.payment(of: reference)
        else { throw HTTPProblem(.notFound) }
        return .json(Self.json(found.payment, found.order))
    }

    private static func json(_ payment: JSONValue, _ order: JSONValue?) -> JSONOutput {
        func part(_ names: [String], of value: JSONValue) -> JSONOutput {
            .object(
                value.members.filter { names.contains($0.name) }.map {
                    JSONMember(name: $0.name, value: JSONOutput($0.value))
                }
            )
        }
        return .object([
            "payment": part(
                [
                    "id", "status", "amount", "currency", "authorized", "captured", "refunded",
                    "cardSuffix", "createdAt", "transactionId",
                ],
                of: payment
            ),
            "order": order.map {
                part(
                    ["number", "status", "total", "lines", "shippingMethod", "contact"],
                    of: $0
                )
            },
        ])
    }
}

extension Destination {
    /// The method of an identifier, or the first.
    func method(_ identifier: String?) -> DeliveryMethod {
        methods.first { $0.identifier == identifier } ?? methods[0]
    }
}

extension Cart {
    /// The same cart for another payment.
    func renewed(_ randomness: any Randomness) -> Cart {
        var cart = Cart(randomness)
        cart.code = code
        for line in lines { cart.set(line.product, to: line.quantity) }
        return cart
    }
}

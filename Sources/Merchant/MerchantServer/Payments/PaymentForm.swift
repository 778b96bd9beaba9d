internal import Bytes
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Money
internal import PaymentRequest
internal import Payments

/// The body of `POST /payments`.
struct PaymentForm: Sendable {
    let submission: PaymentSubmission

    static let schema = APISchema.oneOf([token + common, credential + common])

    private static let token: [APIMember] = [
        .required(
            "token",
            .either([
                .described(
                    """
                    A PKPaymentToken, its paymentData alone, or an ApplePayPayment of a page with its \
                    contacts.
                    """,
                    [
                        .optional("shippingContact", OrderContactForm.schema),
                        .optional("billingContact", OrderContactForm.schema),
                    ]
                ), .text(example: "eyJ2ZXJzaW9uIjoiRUNfdjEiLCJkYXRhIjoi…"),
            ]),
            "The payment token as the wallet made it."
        ),
        .optional(
            "store",
            .object([.required("use", .choice(CredentialUse.allCases.map(\.rawValue)))]),
            "For which later payments the card is stored; the answer then has \"credential\"."
        ),
        .optional(
            "applicationData",
            .text(example: "Y2FydC0xMDAx"),
            "The payment request's application data in Base64; none if not given."
        ),
    ]

    private static let credential: [APIMember] = [
        .required(
            "credential",
            .text(example: "credential-0123456789abcdef0123456789abcdef"),
            "What an earlier payment has stored, in place of a token. For billing and back-office."
        ),
        .required(
            "initiator",
            .choice(CredentialInitiator.allCases.map(\.rawValue)),
            "Who makes the payment."
        ),
    ]

    private static let common: [APIMember] = [
        .required(
            "amount",
            .text(example: "10.75"),
            "The total that the shopper authorized, from the shop's own records."
        ), .required("currency", .text(example: "USD"), "The currency, ISO 4217."),
        .required(
            "reference",
            .text(example: "cart-1001"),
            "The shop's reference of 1 to 64 bytes. For one reference one amount is charged once."
        ),
        .optional("capture", .bool, "Whether the amount is collected at once; false if not given."),
        .optional(
            "lines",
            .list(line),
            "The lines of the order. Their amounts add up to \"amount\"."
        ),
        .optional(
            "metadata",
            OrderChangeMembers.metadata,
            "What the shop keeps with the payment, and with the order, where it can be changed."
        ),
        .optional(
            "shippingMethod",
            .object([
                .required("identifier", .text(example: "standard")),
                .required("label", .text(example: "Standard Shipping")),
            ])
        ),
        .optional(
            "shippingContact",
            OrderContactForm.schema,
            "An ApplePayPaymentContact; in place of the one in the token's payment."
        ),
        .optional(
            "billingContact",
            OrderContactForm.schema,
            "An ApplePayPaymentContact, whose address is sent to the issuer. Without a shipping contact it is the order's."
        ),
    ]

    private static let line = APISchema.object([
        .required("title", .text(example: "Shinobi Cuddly Toy")),
        .required("amount", .text(example: "22.99"), "Negative for a discount."),
        .optional("quantity", .integer(1...1_000_000), "1 if not given."),
    ])

    /// Reads a body that has the form.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - settings: The merchant.
    ///   - name: What makes the request one: its caller and its idempotency key.
    /// - Throws: A problem of status 422, with what the sheet shows where a contact is wrong.
    init(
        _ body: RequestObject,
        _ settings: PaymentSettings,
        name: String
    ) throws(HTTPProblem) {
        let currency = try Self.currency(try body.required("currency"))
        let total = try Money(payment: try body.required("amount"), "amount", in: currency)
        guard total.minorUnits > 0 else {
            throw MerchantProblemCode.amountInvalid.problem("\"amount\" is not more than zero")
        }
        let reference = try body.required("reference")
        do throws(NewCharge.Problem) {
            try NewCharge.check(merchantReference: reference)
        } catch { throw MerchantProblemCode.referenceInvalid.problem("\(error)") }
        let token = body.member("token")
        let shipping = try OrderContactForm(.shipping, body, token)
        let billing = try OrderContactForm(.billing, body, token)
        submission = PaymentSubmission(
            try Self.source(body, token, name),
            storing: try body.object("store").flatMap { store throws(HTTPProblem) in
                try store.choice("use")
            },
            merchantReference: reference,
            total: total,
            applicationData: try Self.applicationData(body),
            order: try Self.order(body, total, (shipping ?? billing)?.orderContact, settings),
            billingAddress: billing?.billingAddress,
            metadata: body.member("metadata")?.output.compact,
            captures: body.bool("capture") ?? false
        )
    }

    private static func source(
        _ body: RequestObject,
        _ token: JSONValue?,
        _ name: String
    ) throws(HTTPProblem) -> PaymentSubmission.Source {
        if let token {
            return .token(
                token.stringBytes ?? token.secretText.withBytes { [UInt8](copying: $0) }
            )
        }
        guard let credential = CredentialID(try body.required("credential")) else {
            throw MerchantProblemCode.credentialUnknown.problem("there is no such credential")
        }
        guard let initiator: CredentialInitiator = try body.choice("initiator") else {
            throw HTTPProblem(.badRequest)
        }
        return .credential(CredentialCharge(credential, by: initiator, name: name))
    }

    private static func currency(_ code: String) throws(HTTPProblem) -> Currency {
        guard let currency = Currency(code: code) else {
            throw MerchantProblemCode.currencyUnknown.problem(
                "\"currency\" is not a currency of ISO 4217"
            )
        }
        return currency
    }

    private static func applicationData(_ body: RequestObject) throws(HTTPProblem) -> [UInt8]? {
        guard let text = body.text("applicationData") else { return nil }
        do throws(Base64.Failure) {
            return try Base64.decode(text)
        } catch {
            throw MerchantProblemCode.applicationDataInvalid.problem(
                "\"applicationData\" is not canonical Base64"
            )
        }
    }

    private static func order(
        _ body: RequestObject,
        _ total: Money,
        _ contact: OrderContact?,
        _ settings: PaymentSettings
    ) throws(HTTPProblem) -> NewOrder {
        var lines: [OrderLineItem] = []
        for (index, line) in body.objects("lines").enumerated() {
            let amount = try Money(
                payment: try line.required("amount"),
                "lines[\(index)].amount",
                in: total.currency
            )
            lines.append(
                OrderLineItem(
                    title: try line.required("title"),
                    quantity: line.integer("quantity") ?? 1,
                    amountMinorUnits: amount.minorUnits
                )
            )
        }
        var sum: Int64 = 0
        let isOverflow = lines.contains { line in
            let (next, overflow) = sum.addingReportingOverflow(line.amountMinorUnits)
            sum = next
            return overflow
        }
        guard lines.isEmpty || !isOverflow && sum == total.minorUnits else {
            let amount = Money(minorUnits: sum, currency: total.currency).decimalText
            throw MerchantProblemCode.orderInvalid.problem(
                "the amounts of \"lines\" add up to \(amount), and \"amount\" is \(total.decimalText)"
            )
        }
        let method = try body.object("shippingMethod").map { method throws(HTTPProblem) in
            OrderShippingMethod(
                identifier: try method.required("identifier"),
                label: try method.required("label")
            )
        }
        do throws(NewOrder.Problem) {
            var order = try NewOrder(
                label: settings.payee,
                lineItems: lines,
                shippingMethod: method,
                contact: contact ?? OrderContact()
            )
            if let metadata = body.member("metadata") {
                order.details = JSONOutput.object(["metadata": metadata.output]).compact
            }
            return order
        } catch { throw MerchantProblemCode.orderInvalid.problem("\(error)") }
    }
}

extension Money {
    /// Reads an amount of a request.
    ///
    /// - Throws: A problem of status 422 that names the member.
    init(payment text: String, _ member: String, in currency: Currency) throws(HTTPProblem) {
        let amount: DecimalAmount
        do throws(DecimalAmount.Failure) {
            amount = try DecimalAmount(text)
        } catch {
            throw MerchantProblemCode.amountInvalid.problem("\"\(member)\" is no decimal number")
        }
        do throws(Money.Failure) {
            try self.init(amount, in: currency)
        } catch { throw MerchantProblemCode.amountInvalid.problem("\"\(member)\": \(error)") }
    }
}

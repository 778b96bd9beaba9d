public import JSON
internal import Money
internal import PaymentRequest
public import PaymentSheet

// What a session tells its page.
extension AppQuestion {
    /// The name of the event of `ApplePaySession`.
    public var pageEventName: String {
        switch self {
        case .merchantSession: "validatemerchant"
        case .paymentMethod: "paymentmethodselected"
        case .shippingContact: "shippingcontactselected"
        case .shippingMethod: "shippingmethodselected"
        case .couponCode: "couponcodechanged"
        case .authorization: "paymentauthorized"
        }
    }

    /// The event with its attributes, such as `{"type":"couponcodechanged","couponCode":"SAVE"}`.
    ///
    /// - Source: Apple Pay JS, `ApplePayPaymentAuthorizedEvent` and its like.
    public var pageEvent: JSONOutput {
        let type = JSONOutput.string(pageEventName)
        return switch self {
        case .merchantSession: .object(["type": type])
        case .paymentMethod(let method):
            .object(["type": type, "paymentMethod": method.pageJSON])
        case .shippingContact(let contact):
            .object(["type": type, "shippingContact": contact.contact.pageJSON])
        case .shippingMethod(let method):
            .object(["type": type, "shippingMethod": method.pageJSON])
        case .couponCode(let code): .object(["type": type, "couponCode": .string(code)])
        case .authorization(let payment):
            .object(["type": type, "payment": payment.pageJSON])
        }
    }
}

extension AuthorizedPayment {
    /// The payment as a page gets it: an `ApplePayPayment`. Its token is what Apple's servers made.
    public var pageJSON: JSONOutput {
        .object([
            "token": .object([
                "paymentMethod": details.method.pageJSON,
                "transactionIdentifier": .string(transactionIdentifier),
                "paymentData": paymentDataJSON,
            ]),
            "billingContact": details.billingContact?.pageJSON,
            "shippingContact": details.shippingContact?.pageJSON,
        ])
    }

    /// The payment data, an object; without members on a simulator, which has none.
    private var paymentDataJSON: JSONOutput {
        guard let document = try? JSONDocument(paymentData) else { return .object([]) }
        return JSONOutput(document.root)
    }
}

extension PaymentMethod {
    /// The card as a page gets it: an `ApplePayPaymentMethod`.
    var pageJSON: JSONOutput {
        .object([
            "displayName": displayName.map { .string($0) },
            "network": network.map { .string($0.rawValue) },
            "type": type.pageName.map { .string($0) },
            "billingContact": billingContact?.pageJSON,
        ])
    }
}

extension ValidPaymentRequest.ShippingMethod {
    /// The method as a page gets it: an `ApplePayShippingMethod`.
    fileprivate var pageJSON: JSONOutput {
        .object([
            "label": .string(label), "detail": .string(detail ?? ""),
            "amount": .string(amount.decimalText), "identifier": .string(identifier),
        ])
    }
}

internal import JSON
internal import Money
internal import World

/// A request to Adyen's interface.
struct AdyenRequest: Sendable {
    let body: JSONValue
    /// The payment in the path; empty where there is none.
    let payment: String
    let merchantAccount: String

    var reference: String? { body.member("reference")?.string }

    /// A text that is needed.
    func required(_ name: String) throws(PlatformFailure) -> String {
        guard let text = body.member(name)?.string, !text.isEmpty else {
            throw AdyenError.missing(name).failure
        }
        return text
    }

    /// The amount in `amount`.
    func amount() throws(PlatformFailure) -> Money {
        guard let amount = body.member("amount") else { throw AdyenError.missing("amount").failure }
        guard let currency = amount.member("currency")?.string.flatMap({ Currency(code: $0) })
        else {
            throw AdyenError(code: "138", message: "Unsupported currency specified").failure
        }
        guard let units = amount.member("value")?.integer, units > 0,
            let money = AmountUnits.adyen.money(units, currency)
        else { throw AdyenError.amountInvalid.failure }
        return money
    }

    /// The answer to a capture, cancellation, refund or reversal: it is received.
    func receipt(_ reference: String, amount: Money? = nil) -> JSONOutput {
        .object([
            "merchantAccount": .string(merchantAccount),
            "paymentPspReference": payment.isEmpty ? nil : .string(payment),
            "paymentReference": body.member("paymentReference")?.string.map { .string($0) },
            "pspReference": .string(reference),
            "reference": self.reference.map { .string($0) }, "status": "received",
            "amount": amount?.adyenJSON,
        ])
    }
}

extension PlatformScope {
    /// A reference as Adyen makes them: 16 capitals and digits.
    func pspReference() -> String {
        randomness.identifier("", length: 16, of: .capitals)
    }
}

extension Money {
    /// The object `amount`.
    var adyenJSON: JSONOutput {
        .object(["currency": .string(currency.code), "value": AmountUnits.adyen.json(self)])
    }
}

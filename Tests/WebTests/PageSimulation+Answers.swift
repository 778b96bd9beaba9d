import ApplePaySession
import PaymentRequest
import PaymentSheet

// What the page of a simulation answers.
extension PageSimulation {
    /// Answers the open question, rightly or with something that must be refused.
    mutating func answer() throws {
        guard let open else { return }
        switch open.question {
        case .merchantSession:
            guard happens(90) else {
                return recordCall("completeMerchantValidation", ["{}"], "TypeError")
            }
            recordCall("completeMerchantValidation", [["nonce": "1"]], "taken")
            self.open = nil
            try handle(.updateAnswered(open.ask, .unchanged))
        case .authorization: try answerPayment(open.ask)
        case .paymentMethod, .shippingContact, .shippingMethod, .couponCode:
            try update(open.ask, Self.call(for: open.question))
        }
    }

    private mutating func update(_ ask: PaymentSheet.AskID, _ call: String) throws {
        var update = PageShop.update(randomness)
        let mayHaveErrors = call != "completeShippingMethodSelection"
        if mayHaveErrors, happens(10) { update["errors"] = [PageShop.error(randomness)] }
        if call == "completeShippingMethodSelection", happens(5) {
            recordCall(call, [1, update["newTotal"] ?? [:] as Object, [] as [Object]], "cancels")
            self.open = nil
            return try handle(.cancelled)
        }
        let isTaken: Bool
        do {
            let read = try PageRequest.update(Self.json(update))
            _ = try sheet.request.applying(read)
            isTaken = true
        } catch is PageTypeError { isTaken = false } catch is InvalidPaymentRequest {
            isTaken = false
        }
        recordCall(
            call,
            arguments(call, update),
            isTaken ? "taken" : "TypeError",
            errors: update["errors"]
        )
        guard isTaken else { return }
        self.open = nil
        try handle(.updateAnswered(ask, PageRequest.update(Self.json(update))))
    }

    /// The update as an object, or by position where the call has that form and the update says no more.
    private func arguments(_ call: String, _ update: Object) -> [any Sendable] {
        let lines = update["newLineItems"] ?? [] as [Object]
        guard happens(30), update["errors"] == nil, let total = update["newTotal"] else {
            return [update]
        }
        switch call {
        case "completePaymentMethodSelection" where update["newShippingMethods"] == nil:
            return [total, lines]
        case "completeShippingMethodSelection" where update["newShippingMethods"] == nil:
            return [0, total, lines]
        case "completeShippingContactSelection":
            guard let methods = update["newShippingMethods"] else { return [update] }
            return [0, methods, total, lines]
        default: return [update]
        }
    }

    private mutating func answerPayment(_ ask: PaymentSheet.AskID) throws {
        var result: Object = ["status": 0]
        if happens(45) { result["status"] = Int(number(below: 8)) }
        if happens(10) { result["errors"] = [PageShop.error(randomness)] }
        if happens(5) {
            recordCall("completePayment", [["status": 8]], "InvalidAccessError")
        }
        let answer = try PageRequest.authorizationResult(Self.json(result))
        let isShort = result["errors"] == nil && happens(30)
        recordCall(
            "completePayment",
            [isShort ? result["status"] ?? 0 : result],
            "taken",
            errors: result["errors"]
        )
        open = nil
        guard answer.status == .failure, answer.errors.isEmpty else {
            return try handle(.authorizationAnswered(ask, answer))
        }
        // A failure without errors ends a page's session; an app may try again, and its sheet goes on.
        _ = sheet.handle(.authorizationAnswered(ask, answer))
        try handle(.dismissed)
    }

    /// A call that belongs to another question, or to none.
    mutating func mistake() {
        let right = open.map { Self.call(for: $0.question) }
        let calls: [String] = [
            "completeMerchantValidation", "completePaymentMethodSelection",
            "completeShippingMethodSelection",
            "completeShippingContactSelection", "completeCouponCodeChange", "completePayment",
            "begin",
        ]
        let others = calls.filter { $0 != right }
        let call = others[Int(number(below: UInt64(others.count)))]
        let arguments: [any Sendable] =
            switch call {
            case "begin": []
            case "completeMerchantValidation": [[:] as Object]
            case "completePayment": [0]
            default: [PageShop.update(randomness, isRight: true)]
            }
        recordCall(call, arguments, "InvalidAccessError")
    }

    private mutating func recordCall(
        _ call: String,
        _ arguments: [any Sendable],
        _ verdict: String,
        errors: (any Sendable)? = nil
    ) {
        var step: Object = ["call": call, "arguments": arguments, "verdict": verdict]
        step["errors"] = errors
        record(step)
    }

    private static func call(for question: PaymentSheet.Question) -> String {
        switch question {
        case .merchantSession: "completeMerchantValidation"
        case .paymentMethod: "completePaymentMethodSelection"
        case .shippingContact: "completeShippingContactSelection"
        case .shippingMethod: "completeShippingMethodSelection"
        case .couponCode: "completeCouponCodeChange"
        case .authorization: "completePayment"
        }
    }
}

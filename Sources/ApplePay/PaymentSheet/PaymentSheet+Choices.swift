internal import Money
internal import PaymentRequest

extension PaymentSheet {
    mutating func perform(_ choice: Choice) -> [Action] {
        switch choice {
        case .card(let card):
            self.card = card
            var full = card.method
            full.billingContact = full.billingContact ?? billingContact
            var method = full.redacted(for: request.request)
            if hasShownBillingAddress { method.billingContact = nil }
            hasShownBillingAddress = true
            return ask(.paymentMethod(method))
        case .shippingContact(let contact): return choose(shipping: contact)
        case .billingContact(let contact):
            standingErrors.removeAll {
                $0.error.isMended(byBilling: contact, insteadOf: billingContact)
            }
            billingContact = contact
            return []
        case .shippingMethod(let identifier):
            let chosen = request.shippingMethods.first { $0.identifier == identifier }
            guard let chosen else { return [.report(.unknownShippingMethod)] }
            shippingMethod = chosen
            return ask(.shippingMethod(chosen))
        case .couponCode(let code):
            guard request.request.supportsCouponCode else {
                return [.report(.couponCodeNotSupported)]
            }
            couponCode = code
            return ask(.couponCode(code))
        case .authorization(let total): return authorize(seeing: total)
        }
    }

    /// The merchant is asked only if it requests an address and there is one.
    private mutating func choose(shipping chosen: Contact) -> [Action] {
        var contact = chosen
        if request.request.shippingContactEditingMode == .storePickup {
            contact.postalAddress = shippingContact?.postalAddress
        }
        standingErrors.removeAll {
            $0.error.isMended(byShipping: contact, insteadOf: shippingContact)
        }
        shippingContact = contact
        let wantsAddress = request.request.requiredShippingContactFields.contains(.postalAddress)
        guard wantsAddress, contact.postalAddress != nil else { return [] }
        return ask(.shippingContact(contact.redacted))
    }

    private mutating func authorize(seeing total: Money) -> [Action] {
        if let obstacle { return [.show(obstacle)] }
        guard total == request.total else { return [.show(.totalChanged)] }
        waiting.removeAll { choice in
            if case .authorization = choice { true } else { false }
        }
        return [.announceAuthorization] + orderToken()
    }

    mutating func takePIN() -> [Action] {
        guard work == .pin else { return outcome == nil ? [.report(.pinNotAskedFor)] : [] }
        return orderToken(hasPIN: true)
    }

    private mutating func orderToken(hasPIN: Bool = false) -> [Action] {
        lastToken += 1
        let token = TokenID(number: lastToken)
        work = .token(token)
        let order = TokenOrder(
            id: token,
            card: card.id,
            network: card.method.network,
            total: request.total,
            merchantIdentifier: request.request.merchantIdentifier,
            countryCode: request.request.countryCode,
            protocols: request.request.merchantCapabilities.protocols,
            hasPIN: hasPIN,
            applicationData: request.request.applicationData,
            makesMerchantToken: request.request.typedPayments
                .contains { $0 != .tokenContexts },
            parts: request.tokenParts
        )
        return [.show(.processing), .makeToken(order)]
    }
}

extension ValidPaymentRequest {
    /// The parts of the total for other merchants.
    fileprivate var tokenParts: [PaymentSheet.TokenOrder.Part] {
        request.tokenContexts.compactMap { context in
            guard let decimal = context.amount.decimal,
                let amount = try? Money(decimal, in: currency)
            else { return nil }
            return .init(merchantIdentifier: context.merchantIdentifier, amount: amount)
        }
    }
}

internal import PaymentRequest

extension PaymentSheet {
    mutating func take(_ update: RequestUpdate, to ask: AskID) -> [Action] {
        guard case .answer(ask, let question) = work else {
            return [.report(refusal(of: ask, saidPaid: false))]
        }
        let origin = question.origin
        guard origin != .authorization else { return [.report(.answerOfWrongKind(ask))] }
        if origin == .merchantSession { return takeSession(update, to: ask) }
        let before = request
        do {
            request = try before.applying(update)
        } catch {
            return [
                .stopWaiting(ask), .report(.invalidUpdate(ask, error)), .show(.notCompleted),
            ] + end(.invalidUpdate(ask))
        }
        work = nil
        offersShipping = offersShipping || !request.shippingMethods.isEmpty
        selectShippingMethod(update.selectedShippingMethod ?? shippingMethod?.identifier)
        let errors = update.allErrors
        replaceErrors(of: origin, with: errors)
        let isDeliveryNewlyLost =
            hasLostDelivery && (origin == .shippingContact || !before.shippingMethods.isEmpty)
        var actions: [Action] = [.stopWaiting(ask)] + reports(on: errors, from: ask)
        if update.hasEmptyShippingMethods, errors.isEmpty, !request.shippingMethods.isEmpty {
            actions.append(.report(.emptyShippingMethods(ask)))
        }
        if !errors.isEmpty {
            actions.append(.show(.errors(errors)))
        } else if isDeliveryNewlyLost {
            actions.append(.show(.errors([PaymentError(.shippingAddressUnserviceable)])))
        } else if update.status != .success {
            actions.append(.show(.failed))
        }
        return actions + goOn()
    }

    /// Without a merchant session no payment is possible. A page's session says who the merchant is.
    private mutating func takeSession(_ update: RequestUpdate, to ask: AskID) -> [Action] {
        work = nil
        guard update.status == .success, update.errors.isEmpty else {
            return [.stopWaiting(ask), .show(.notCompleted)] + end(.merchantSessionRefused(ask))
        }
        do {
            var known = RequestUpdate()
            known.merchantIdentifier = update.merchantIdentifier
            request = try request.applying(known)
        } catch {
            return [
                .stopWaiting(ask), .report(.invalidUpdate(ask, error)), .show(.notCompleted),
            ] + end(.invalidUpdate(ask))
        }
        return [.stopWaiting(ask)] + goOn()
    }

    mutating func take(_ result: AuthorizationResult, to ask: AskID) -> [Action] {
        guard case .answer(ask, let question) = work else {
            return [.report(refusal(of: ask, saidPaid: result.isPaid))]
        }
        guard case .authorization(let payment) = question else {
            return [.report(.answerOfWrongKind(ask))]
        }
        work = nil
        handedOver = nil
        let errors = result.allErrors
        replaceErrors(of: .authorization, with: errors)
        if result.isPaid {
            return [.stopWaiting(ask), .show(.paid)] + end(.paid(payment.token))
        }
        guard errors.isEmpty else {
            return [.stopWaiting(ask)] + reports(on: errors, from: ask) + [.show(.errors(errors))]
                + goOn()
        }
        if result.status == .pinRequired || result.status == .pinIncorrect {
            work = .pin
            return [
                .stopWaiting(ask), .show(.enterPIN(again: result.status == .pinIncorrect)),
            ]
        }
        if result.status == .pinLockout { lockedOut.insert(card.id) }
        return [.stopWaiting(ask), .show(.failed)] + goOn()
    }

    mutating func giveUp(on ask: AskID) -> [Action] {
        guard outstanding == ask else { return [] }
        return [.show(.notCompleted)] + end(.answerOverdue(ask))
    }

    mutating func handOver(_ token: TokenID) -> [Action] {
        guard work == .token(token) else { return [.report(.tokenNotUsed(token))] }
        handedOver = token
        let stated = request.request
        var method = card.method
        // The billing address is passed once, and only its requested fields.
        method.billingContact = nil
        return ask(
            .authorization(
                Payment(
                    token: token,
                    total: request.total,
                    method: method,
                    shippingContact: shippingContact?
                        .shown(to: stated.requiredShippingContactFields),
                    billingContact: billingContact?
                        .shown(to: stated.shownBillingContactFields),
                    shippingMethod: shippingMethod
                )
            )
        )
    }

    mutating func giveUp(on token: TokenID) -> [Action] {
        guard work == .token(token) else { return [] }
        work = nil
        return [.show(.failed)] + goOn()
    }

    /// The diagnostic for an answer that is not awaited.
    private mutating func refusal(of ask: AskID, saidPaid: Bool) -> Diagnostic {
        if abandoned == ask {
            abandoned = nil
            return .answeredAfterFinish(ask, saidPaid: saidPaid)
        }
        return ask.number >= 1 && ask.number <= lastAsk
            ? .answeredTwice(ask) : .neverAsked(ask)
    }

    private func reports(on errors: [PaymentError], from ask: AskID) -> [Action] {
        errors
            .filter { error in
                switch error.cause {
                case .shippingContactInvalid, .shippingAddressUnserviceable:
                    request.request.requiredShippingContactFields.isEmpty
                case .billingContactInvalid: request.request.shownBillingContactFields.isEmpty
                case .unknown, .couponCodeInvalid, .couponCodeExpired: false
                }
            }
            .map { .report(.errorOfContactNotRequired(ask, $0)) }
    }

    private mutating func selectShippingMethod(_ identifier: String?) {
        let methods = request.shippingMethods
        shippingMethod = methods.first { $0.identifier == identifier } ?? methods.first
    }

    private mutating func replaceErrors(
        of origin: CurrentError.Origin,
        with errors: [PaymentError]
    ) {
        standingErrors.removeAll { $0.origin == origin || errors.contains($0.error) }
        standingErrors += errors.map { CurrentError(origin: origin, error: $0) }
    }
}

extension PaymentSheet.Question {
    fileprivate var origin: PaymentSheet.CurrentError.Origin {
        switch self {
        case .merchantSession: .merchantSession
        case .paymentMethod: .paymentMethod
        case .shippingContact: .shippingContact
        case .shippingMethod: .shippingMethod
        case .couponCode: .couponCode
        case .authorization: .authorization
        }
    }
}

extension Contact {
    fileprivate func shown(to fields: Set<ContactField>) -> Contact? {
        fields.isEmpty ? nil : limited(to: fields)
    }
}

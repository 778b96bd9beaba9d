internal import Files
internal import PaymentRequest
package import PaymentSheet
package import SheetView
package import World

// What a person needs to operate a sheet.
extension SheetSession {
    /// The choices of the shopper's wallet and device.
    package var choices: SheetChoices {
        let request = sheet.request.request
        let admitted = cards
        return SheetChoices(
            cards: admitted.map { PaymentSheet.Card(id: $0.id, method: $0.method) },
            barred: walletCards.filter { card in !admitted.contains { $0.id == card.id } }
                .map {
                    SheetChoices.UnavailableCard(
                        method: $0.method,
                        obstacle: $0.obstacle(for: request)
                    )
                },
            contacts: contacts
        )
    }
}

extension PaymentSheet {
    /// The time zone of the free cancellation; nil if none is given or the system does not know
    /// it.
    package var freeCancellationZone: TimeZoneRules? {
        request.request.deferredPayment?.freeCancellationTimeZone
            .flatMap { TimeZoneRules(systemName: $0) }
    }
}

extension PaymentSheet.Event {
    /// The step of a script that does the same; nil if no shopper can do it.
    ///
    /// - Parameters:
    ///   - sheet: The sheet before the event.
    ///   - isWritten: Whether the shopper edited a contact and did not only choose one.
    /// - Returns: The step.
    package func step(before sheet: PaymentSheet, isWritten: Bool) -> ScriptedShopper.Step? {
        switch self {
        case .choseShippingContact(let contact):
            isWritten ? .editShippingContact(contact) : .chooseShippingContact(contact)
        case .choseBillingContact(let contact):
            isWritten ? .editBillingContact(contact) : .chooseBillingContact(contact)
        case .choseShippingMethod(let identifier): .chooseShippingMethod(identifier)
        case .choseCard(let card): .chooseCard(card.method.displayName ?? "")
        case .enteredCouponCode(let code): .enterCouponCode(code)
        case .authorized: .authorize
        case .enteredPIN: .enterPIN
        case .cancelled: sheet.isAtRest ? .cancel : .cancelAtOnce
        case .presented, .dismissed, .updateAnswered, .authorizationAnswered, .answerLetGo,
            .answerOverdue, .tokenMade, .tokenRefused:
            nil
        }
    }
}

extension WalletCard {
    /// Why a request does not accept the card.
    fileprivate func obstacle(for request: PaymentRequest) -> CardObstacle {
        if !request.supportedNetworks.contains(network) { return .network }
        return request.supportedCountries?.contains(issuerCountry) == false ? .country : .kind
    }
}

internal import CardAccounts
internal import World

/// The check of an authorization's proof with its device account, or of the consent that it names in place
/// of one.
struct CryptogramCheck {
    /// The answer to a request that is refused; nil where it is accepted.
    let refusal: SwitchAnswer?
    /// The device account, with the counter of an accepted proof.
    private(set) var token: VaultToken

    init(
        _ request: SwitchRequest,
        _ card: SwitchRequest.Card,
        _ token: VaultToken,
        _ account: CardholderAccount,
        _ instruction: StandingInstruction?,
        at now: UnixTime
    ) {
        self.token = token
        do throws(ProofRefusal) {
            if card.instruction != nil {
                _ = try ProofVerifier()
                    .admit(card.expiry, for: card.merchant, token.record, at: now)
                let isCovered = instruction?.covers(request, token, account) ?? false
                refusal = isCovered ? nil : SwitchAnswer(.notPermitted)
                return
            }
            guard let message = request.proof(of: card) else { throw .cryptogramMalformed }
            self.token.record.counters = try ProofVerifier()
                .verify(message, against: token.record, at: now, compared: card.comparison)
            refusal = nil
        } catch {
            var answer = SwitchAnswer(DecisionCode(rawValue: error.responseCode) ?? .systemError)
            answer.cryptogramResult =
                switch error {
                case .counterReplayed: .replayed
                case .cryptogramMalformed: .unreadable
                default: error.validationResult == nil ? nil : .failed
                }
            refusal = answer
        }
    }
}

extension StandingInstruction {
    /// Whether a later payment is the same merchant's, with the same account number. Visa wants a
    /// merchant token for it.
    ///
    /// - Source: Visa's rule of 2025-07-30, as Documentation/SimulatedCardNetwork.md has it.
    fileprivate func covers(
        _ request: SwitchRequest,
        _ token: VaultToken,
        _ account: CardholderAccount
    ) -> Bool {
        merchant == request.merchant && self.token == token.identifier
            && (token.isMerchantToken || account.issuer != CardScheme.visa.rawValue)
    }
}

extension SwitchRequest {
    /// The request after its proof was compared with what a device account's keys give.
    func comparingProof(with token: VaultToken) -> SwitchRequest {
        guard case .authorization(var card) = kind, card.token == token.identifier,
            let message = proof(of: card)
        else { return self }
        card.comparison = ProofVerifier().compare(message, with: token.record)
        var request = self
        request.kind = .authorization(card)
        return request
    }

    /// The proof; nil where the message does not state the merchant.
    fileprivate func proof(of card: Card) -> ProofMessage? {
        card.merchant.map { merchant in
            ProofMessage(
                expiration: card.expiry,
                amountMinorUnits: amount,
                currencyNumericCode: currency,
                merchant: merchant,
                proof: card.proof
            )
        }
    }
}

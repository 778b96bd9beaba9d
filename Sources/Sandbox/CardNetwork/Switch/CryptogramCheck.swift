internal import CardAccounts
internal import World

/// The check of an authorization's proof with its device account.
struct CryptogramCheck {
    /// The answer to a request whose proof is refused; nil where it is accepted.
    let refusal: SwitchAnswer?
    /// The device account, with the counter of an accepted proof.
    private(set) var token: VaultToken

    init(
        _ request: SwitchRequest,
        _ card: SwitchRequest.Card,
        _ token: VaultToken,
        at now: UnixTime
    ) {
        self.token = token
        do throws(ProofRefusal) {
            guard let merchant = card.merchant else { throw .cryptogramMalformed }
            let message = ProofMessage(
                expiration: card.expiry,
                amountMinorUnits: request.amount,
                currencyNumericCode: request.currency,
                merchant: merchant,
                proof: card.proof
            )
            self.token.record.highestCounter = try ProofVerifier()
                .verify(message, against: token.record, at: now)
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

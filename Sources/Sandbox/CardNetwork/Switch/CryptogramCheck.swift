internal import Bytes
internal import CardMessages
internal import SecureElement

/// The check of an authorization's cryptogram with its device account's key.
struct CryptogramCheck {
    /// What position 13 of field 44 states.
    let result: CryptogramResult
    /// The device account with its new counter; nil where the cryptogram is not accepted.
    let token: VaultToken?

    init(_ proof: CardAuthorization.Proof, of request: SwitchRequest, _ token: VaultToken) {
        guard case .cryptogram(let cryptogram) = proof else {
            (result, self.token) = (.unreadable, nil)
            return
        }
        let checked = PaymentCryptogram(
            checking: cryptogram,
            of: PaymentCryptogram.Transaction(
                amountMinorUnits: request.amount,
                currencyNumericCode: request.currency
            ),
            cardKey: token.key
        )
        guard let checked else {
            let hasLength = cryptogram.count == PaymentCryptogram.length
            (result, self.token) = (hasLength ? .failed : .unreadable, nil)
            return
        }
        guard checked.counter > token.highestCounter else {
            (result, self.token) = (.replayed, nil)
            return
        }
        var used = token
        used.highestCounter = checked.counter
        (result, self.token) = (.passed, used)
    }
}

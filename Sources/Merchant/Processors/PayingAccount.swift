internal import Bytes
internal import CardMessages
internal import Payments

/// The account that an authorization is asked for, as its message has it: a token's card, or a stored account.
struct PayingAccount {
    let number: Secret
    let expiry: CardAuthorization.Expiry
    let proof: CardAuthorization.Proof
    let credential: StoredCredentialIndicator?
    let indicator: ElectronicCommerceIndicator?

    init(_ request: AuthorizationRequest) throws(ProcessorFailure) {
        switch request.instrument {
        case .card(let card):
            number = card.accountNumber
            expiry = try Self.expiry(card.expiry)
            proof =
                switch card.proof {
                case .cryptogram(let bytes): .cryptogram(bytes)
                case .chipData(let data, let pin): .chipData(data, encryptedPIN: pin)
                }
            credential =
                switch request.storing {
                case .recurring: .storedForRecurring
                case .unscheduled: .storedForUnscheduled
                case nil: nil
                }
            indicator = try card.electronicCommerceIndicator.map { text throws(ProcessorFailure) in
                guard let known = ElectronicCommerceIndicator(text) else {
                    throw .notSent(.requestInvalid)
                }
                return known
            }
        case .stored(let charge):
            guard case .account(let stored) = charge.instrument else {
                throw .notSent(.unsupported)
            }
            guard let transaction = NetworkTransaction(stored.firstPayment) else {
                throw .notSent(.requestInvalid)
            }
            number = stored.number
            expiry = try Self.expiry(stored.expiry)
            proof = .earlierPayment(transaction)
            let statement = StoredCredentialIndicator(charge)
            credential = statement
            indicator = statement.commerceIndicator(of: MessageScheme(ofAccountNumber: number))
        case .sealed: throw .notSent(.unsupported)
        }
    }

    private static func expiry(
        _ expiry: CardExpiry
    ) throws(ProcessorFailure) -> CardAuthorization.Expiry {
        guard let expiry = CardAuthorization.Expiry(month: expiry.month, year: expiry.year) else {
            throw .notSent(.requestInvalid)
        }
        return expiry
    }
}

extension StoredCredentialIndicator {
    fileprivate init(_ charge: StoredCharge) {
        self =
            switch (charge.initiator, charge.use) {
            case (.shopper, _): .cardholder
            case (.merchant, .recurring): .recurring
            case (.merchant, .unscheduled): .unscheduled
            }
    }
}

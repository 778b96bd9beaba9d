internal import CardAccounts
internal import CardNetwork
internal import Charging
internal import Money

/// Sends the merchant's charges to the sandbox's card network, in the process.
struct SandboxProcessor: PaymentProcessor {
    let network: CardNetwork
    /// The merchant whose charges these are.
    let merchantIdentifier: String
    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability> = [.chipData]

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let answer = network.authorize(
            NetworkAuthorizationRequest(
                accountNumber: request.card.accountNumber,
                expiration: request.card.expiry.yearAndMonth,
                proof: PaymentProof(request.card.proof),
                merchant: MerchantDigest(of: merchantIdentifier),
                amountMinorUnits: request.amount.minorUnits,
                currencyNumericCode: request.amount.currency.numericCode,
                retrievalReference: request.idempotencyKey.text
            )
        )
        switch answer {
        case .approved(let code):
            let approval = Approval(
                authorizationCode: code,
                networkReference: request.idempotencyKey.text
            )
            return .approved(approval, echo: .none)
        case .declined(let reason): return .declined(DeclineReason(reason))
        }
    }

    func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        throw .notSent(.unsupported)
    }
}

extension PaymentProof {
    /// The network of the process does not ask for a PIN.
    fileprivate init(_ proof: CardCredentials.Proof) {
        self =
            switch proof {
            case .cryptogram(let bytes): .cryptogram(bytes)
            case .chipData(let data, _): .chipData(data)
            }
    }
}

extension CardExpiry {
    /// The expiry in a card message's form, `YYMM`.
    fileprivate var yearAndMonth: String {
        let digits = String(year % 100 * 100 + month)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension DeclineReason {
    fileprivate init(_ reason: NetworkAnswer.Reason) {
        self =
            switch reason {
            case .doNotHonor, .invalidAmount, .duplicate: .doNotHonor
            case .unknownAccount: .unknownAccount
            case .insufficientFunds: .insufficientFunds
            case .expired: .expiredCard
            case .cryptogramInvalid: .cryptogramInvalid
            case .counterReplayed: .counterReplayed
            }
    }
}

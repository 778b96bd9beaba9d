internal import CardNetwork
internal import Charging
internal import Money

/// Sends the merchant's charges to the sandbox's card network, in the process.
struct SandboxProcessor: PaymentProcessor {
    let network: CardNetwork
    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability> = []

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        guard case .cryptogram(let cryptogram) = request.card.proof else {
            throw .notSent(.unsupported)
        }
        let answer = network.authorize(
            NetworkAuthorizationRequest(
                accountNumber: request.card.accountNumber,
                expiration: request.card.expiry.yearAndMonth,
                cryptogram: cryptogram,
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
            case .doNotHonor: .doNotHonor
            case .unknownAccount: .unknownAccount
            case .insufficientFunds: .insufficientFunds
            case .expired: .expiredCard
            case .cryptogramInvalid: .cryptogramInvalid
            case .counterReplayed: .counterReplayed
            }
    }
}

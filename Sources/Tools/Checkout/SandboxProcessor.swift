internal import CardAccounts
internal import CardNetwork
internal import Charging
internal import Money

/// Sends the merchant's charges to the sandbox's card network, in the process.
struct SandboxProcessor: PaymentProcessor {
    let network: CardNetwork
    /// The merchant whose charges these are.
    let merchantIdentifier: String

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        guard let currency = Currency(code: request.currencyCode) else { throw .notSent }
        let answer = network.authorize(
            NetworkAuthorizationRequest(
                accountNumber: request.card.accountNumber,
                expiration: request.card.expiry.yearAndMonth,
                proof: .cryptogram(request.card.cryptogram),
                merchant: MerchantDigest(of: merchantIdentifier),
                amountMinorUnits: request.amountMinorUnits,
                currencyNumericCode: currency.numericCode,
                retrievalReference: request.idempotencyKey.text
            )
        )
        switch answer {
        case .approved(let code):
            return .approved(
                authorizationCode: code,
                networkReference: request.idempotencyKey.text
            )
        case .declined(let reason): return .declined(DeclineReason(reason))
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
            case .doNotHonor: .doNotHonor
            case .unknownAccount: .unknownAccount
            case .insufficientFunds: .insufficientFunds
            case .expired: .expiredCard
            case .cryptogramInvalid: .cryptogramInvalid
            case .counterReplayed: .counterReplayed
            }
    }
}

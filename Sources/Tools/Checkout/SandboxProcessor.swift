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
    let capabilities: Set<ProcessorCapability> = [.inquiry, .chipData]

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let given = network.authorize(
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
        return answer(given, reference: request.idempotencyKey.text)
    }

    /// The network of an earlier process is gone, and its holds with it.
    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        guard entry(of: request.original) == nil else { throw .notSent(.unsupported) }
        return .originalNotFound
    }

    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        guard let entry = entry(of: request.original) else { return .notFound }
        return .answered(answer(entry.answer, reference: entry.retrievalReference))
    }

    private func entry(of original: OriginalAuthorization) -> LedgerEntry? {
        network.ledger.first { $0.retrievalReference == original.idempotencyKey.text }
    }

    private func answer(_ answer: NetworkAnswer, reference: String) -> AuthorizationAnswer {
        switch answer {
        case .approved(let code):
            .approved(
                Approval(authorizationCode: code, networkReference: reference),
                echo: .none
            )
        case .declined(let reason): .declined(DeclineReason(reason))
        }
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

internal import Bytes
public import CardAccounts
public import World

/// A card network with its token vault and one issuer, in the process (mission 12.4).
///
/// It issues account numbers and keys to devices, and authorizes payments: the account must exist
/// and not be expired, the cryptogram must be this account's for this amount, and its counter must
/// be higher than all earlier ones.
public final class CardNetwork: Sendable {
    private let randomness: any Randomness
    private let clock: any WallClock
    private let state = LockedValue(State())
    private let issuerKeys: IssuerKeys

    /// Creates a network without accounts.
    public init(world: World) {
        randomness = world.randomness
        issuerKeys = IssuerKeys(from: world.randomness)
        clock = world.clock
    }

    /// Every request that reached the issuer, in order.
    public var ledger: [LedgerEntry] { state.withLock { $0.ledger } }

    /// The number of approved requests.
    public var approvals: Int {
        ledger.count { if case .approved = $0.answer { true } else { false } }
    }

    /// Issues a device account for a card (mission 13.4).
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - availableMinorUnits: The amount that the issuer will approve.
    /// - Returns: The account for the Secure Element. It does not contain the card's number.
    public func provision(_ card: PaymentCard, availableMinorUnits: Int64) -> DeviceAccount {
        let accountNumber = unusedAccountNumber(of: card.scheme)
        let account = DeviceAccount(
            accountNumber: accountNumber,
            expirationDate: card.expirationDate,
            deviceManufacturerIdentifier: card.scheme.deviceManufacturerIdentifier,
            eciIndicator: card.scheme.eciIndicator,
            cryptogramLayout: card.scheme.cryptogramLayout,
            chipApplication: card.scheme == .unionPay ? .unionPay : nil,
            keys: issuerKeys.cardKeys(of: accountNumber)
        )
        state.withLock {
            $0.vault.append(
                VaultEntry(
                    accountNumber: accountNumber,
                    record: TokenRecord(of: account),
                    card: card,
                    available: availableMinorUnits
                )
            )
        }
        return account
    }

    /// Authorizes a payment. A repeated reference gets the same answer, and the amount is held
    /// once.
    public func authorize(_ request: NetworkAuthorizationRequest) -> NetworkAnswer {
        let now = clock.now
        return state.withLock { state in
            if let earlier = state.answers[request.retrievalReference] { return earlier }
            let answer = state.judge(
                request,
                at: now,
                code: randomness.number(below: 1_000_000)
            )
            state.answers[request.retrievalReference] = answer
            state.ledger.append(
                LedgerEntry(
                    retrievalReference: request.retrievalReference,
                    accountSuffix: String(request.accountNumber.masked(keepingLast: 4).suffix(4)),
                    amountMinorUnits: request.amountMinorUnits,
                    currencyNumericCode: request.currencyNumericCode,
                    answer: answer
                )
            )
            return answer
        }
    }

    private func unusedAccountNumber(of scheme: CardScheme) -> Secret {
        while true {
            let prefix = Array(scheme.deviceAccountPrefix.utf8)
            let random = (prefix.count..<(scheme.numberLength - 1)).map { _ in
                0x30 + UInt8(randomness.number(below: 10))
            }
            let digits = prefix + random
            let number = Secret(copying: digits + [CheckDigit.checkDigit(after: digits)])
            let isUsed = state.withLock { state in
                state.vault.contains { $0.accountNumber == number }
            }
            if !isUsed { return number }
        }
    }
}

private struct VaultEntry: Sendable {
    let accountNumber: Secret
    var record: TokenRecord
    let card: PaymentCard
    var available: Int64
}

private struct State: Sendable {
    var vault: [VaultEntry] = []
    var answers: [String: NetworkAnswer] = [:]
    var ledger: [LedgerEntry] = []

    mutating func judge(
        _ request: NetworkAuthorizationRequest,
        at now: UnixTime,
        code: UInt64
    ) -> NetworkAnswer {
        let found = vault.firstIndex { $0.accountNumber == request.accountNumber }
        guard let found else { return .declined(.unknownAccount) }
        do throws(ProofRefusal) {
            vault[found].record.highestCounter = try ProofVerifier()
                .verify(request.proofMessage, against: vault[found].record, at: now)
        } catch { return .declined(NetworkAnswer.Reason(error)) }
        guard request.amountMinorUnits > 0 else { return .declined(.doNotHonor) }
        guard request.amountMinorUnits <= vault[found].available else {
            return .declined(.insufficientFunds)
        }
        vault[found].available -= request.amountMinorUnits
        let digits = String(code)
        return .approved(
            authorizationCode: String(repeating: "0", count: 6 - digits.count) + digits
        )
    }
}

extension NetworkAuthorizationRequest {
    fileprivate var proofMessage: ProofMessage {
        ProofMessage(
            expiration: expiration,
            amountMinorUnits: amountMinorUnits,
            currencyNumericCode: currencyNumericCode,
            merchant: merchant,
            proof: proof
        )
    }
}

extension NetworkAnswer.Reason {
    fileprivate init(_ refusal: ProofRefusal) {
        self =
            switch refusal {
            case .unknownToken, .otherExpiration: .unknownAccount
            case .expired: .expired
            case .counterReplayed: .counterReplayed
            case .amountOutOfRange, .tokenNotActive, .otherTokenRequestor, .otherMerchant:
                .doNotHonor
            case .malformed, .cryptogramMalformed, .counterTooFarAhead, .cryptogramInvalid:
                .cryptogramInvalid
            }
    }
}

internal import AppleServers
internal import CardAccounts
internal import CardMessages
internal import CardNetwork
internal import Cryptography
internal import ISO8583
internal import Money
internal import Storage
internal import World

/// The network's answer to an operation.
enum NetworkOutcome: Sendable {
    /// It was decided.
    case answered(CardAnswer)
    /// An authorization was not answered, or in part only, and was reversed.
    case reversed(code: String?)

    /// Records it; what a crash interrupted has failed, and was not declined.
    func apply(to operation: inout PlatformOperation, isRecovery: Bool) {
        switch self {
        case .answered(let answer):
            operation.state = answer.responseCode == .approved ? .succeeded : .declined
            operation.responseCode = answer.responseCode.text
            operation.authorizationCode = answer.authorizationCode
            operation.networkTransaction = answer.networkTransaction?.digits
            operation.addressResult = answer.additionalData.addressResult.map { String($0) }
        case .reversed(let code):
            operation.state = isRecovery ? .failed : .declined
            operation.responseCode = code
        }
    }
}

/// A platform as an acquirer of the sandbox's card network, in its process. Its references are derived from the
/// operations' identifiers, so that a repeated message is the same message.
struct PlatformAcquirer: Sendable {
    /// How long an answer is waited for. Units: milliseconds.
    static let patience: Int64 = 20_000

    let platform: Platform
    let network: CardNetwork
    let memberCenter: MemberCenter

    /// Asks the network for an operation.
    ///
    /// - Returns: Nil where the network's records failed, so that the outcome is not known.
    func ask(
        _ operation: PlatformOperation,
        _ card: PresentedCard?,
        _ original: PlatformOperation?,
        isRepetition: Bool
    ) async -> NetworkOutcome? {
        guard operation.kind == .authorize else {
            guard let original, let request = followUp(operation, original, isRepetition) else {
                return nil
            }
            return await send(request).map { .answered($0) }
        }
        guard let card, let request = await authorization(operation, card) else {
            return .reversed(code: nil)
        }
        guard let answer = await send(.authorization(request)) else {
            return await reverse(operation)
        }
        guard answer.responseCode != .partiallyApproved else {
            return await reverse(operation) == nil
                ? nil : .reversed(code: ResponseCode.insufficientFunds.text)
        }
        return .answered(answer)
    }

    /// Cancels an authorization whose answer is not known.
    func reverse(_ operation: PlatformOperation) async -> NetworkOutcome? {
        guard let acceptor = platform.acceptor else { return nil }
        let original = reference(operation)
        let reversal = CardReversal(
            reference: MessageReference(
                key: "\(operation.identifier) reversal",
                at: operation.createdAt,
                following: original
            ),
            acceptor: acceptor,
            amount: operation.amount,
            original: OriginalDataElements(.authorizationRequest, original, from: acceptor),
            reason: .unanswered,
            isAdvice: true,
            isRepetition: false
        )
        return await send(.reversal(reversal)).map { _ in .reversed(code: nil) }
    }

    private func reference(_ operation: PlatformOperation) -> MessageReference {
        MessageReference(key: operation.identifier, at: operation.createdAt)
    }

    private func followUp(
        _ operation: PlatformOperation,
        _ authorization: PlatformOperation,
        _ isRepetition: Bool
    ) -> CardRequest? {
        guard let acceptor = platform.acceptor else { return nil }
        let first = reference(authorization)
        let reference = MessageReference(
            key: operation.identifier,
            at: operation.createdAt,
            following: first
        )
        let original = OriginalDataElements(.authorizationRequest, first, from: acceptor)
        guard operation.kind != .release else {
            let isVoid = operation.amount.minorUnits == 0
            return .reversal(
                CardReversal(
                    reference: reference,
                    acceptor: acceptor,
                    amount: authorization.amount,
                    original: original,
                    remaining: isVoid ? nil : operation.amount,
                    reason: isVoid ? .voided : .partial,
                    isAdvice: false,
                    isRepetition: isRepetition
                )
            )
        }
        let request = CardFollowUp(
            reference: reference,
            acceptor: acceptor,
            amount: operation.amount,
            original: original,
            authorizationCode: authorization.authorizationCode,
            networkTransaction: authorization.networkTransaction.flatMap(NetworkTransaction.init),
            isRepetition: isRepetition
        )
        return operation.kind == .capture ? .capture(request) : .refund(request)
    }

    private func authorization(
        _ operation: PlatformOperation,
        _ card: PresentedCard
    ) async -> CardAuthorization? {
        guard let acceptor = platform.acceptor, let details = platform.details else { return nil }
        func request(_ digest: [UInt8]?) -> CardAuthorization {
            CardAuthorization(
                reference: reference(operation),
                acceptor: acceptor,
                merchant: details,
                accountNumber: card.accountNumber,
                expiry: card.expiry,
                amount: operation.amount,
                proof: card.proof,
                credential: card.credential,
                indicator: ElectronicCommerceIndicator.sent(card.indicator, to: card.scheme),
                merchantDigest: digest,
                address: card.address
            )
        }
        if let known = card.merchantDigest { return request(known) }
        if case .earlierPayment = card.proof { return request(nil) }
        guard let message = try? CardRequest.authorization(request(nil)).message(),
            let merchants = try? await memberCenter.merchantIdentifiers(after: 0)
        else { return nil }
        let digests = merchants.map { MerchantDigest(of: $0.identifier) }
        let proven = await network.merchant(of: message, among: digests) ?? digests.first
        return request(proven?.bytes ?? SHA256.digest(""))
    }

    /// The answer to a message; nil where there is none in time.
    private func send(_ request: CardRequest) async -> CardAnswer? {
        guard let message = try? request.message(),
            let reply = await network.reply(to: message)
        else { return nil }
        switch reply.delivery {
        case .never, .closedConnection, .malformed: return nil
        case .delayed(let milliseconds):
            await RealTime.pass(.milliseconds(min(milliseconds, Self.patience)))
            guard milliseconds <= Self.patience else { return nil }
        case .now, .twice: break
        }
        return try? CardAnswer(reply.message)
    }
}

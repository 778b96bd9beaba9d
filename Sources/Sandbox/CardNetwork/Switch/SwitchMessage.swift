internal import Bytes
internal import CardAccounts
package import CardMessages
package import ISO8583
internal import Money

/// A message of a merchant's bank, as the switch reads it, and the answers to it.
package struct SwitchMessage: Sendable {
    /// The content of a message for the switch.
    package enum Content: Sendable {
        /// It is decided.
        case request(SwitchRequest)
        /// It asks for the connection: sign-on, sign-off or echo.
        case management
        /// The next authorization of a merchant is to be played so.
        case call(Scenario, merchant: String)
        /// It is answered with this code, and nothing is done; nil where it gets no answer, because it is one.
        case refused(DecisionCode?, CardMessageFailure)
    }

    /// The code of field 70 that asks for a scenario: in the range that ISO 8583 leaves to networks.
    package static let scenarioCode = "900"
    private static let pinField = 52

    private let message: ISO8583Message
    private let key: DigestKey
    private let request: CardRequest?
    /// The content.
    package let content: Content
    /// Why the message is refused, or no issuer would approve it; nil where that is not known of the message
    /// alone.
    var refusal: RequestRefusal? {
        var failure: CardMessageFailure?
        if case .refused(_, let found) = content { failure = found }
        if case .authorization(let asked) = request { failure = asked.missingForApproval }
        return failure.map { RequestRefusal($0, of: message) }
    }

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - key: For the digests of account numbers.
    ///   - ignoringUnexpected: Whether fields that the network has no use for are ignored, and not refused.
    package init(_ message: ISO8583Message, key: DigestKey, ignoringUnexpected: Bool = false) {
        self.message = message
        self.key = key
        guard message.type.response != nil else {
            (request, content) = (nil, .refused(nil, .unknownType(message.type)))
            return
        }
        if message.type == .networkManagementRequest, message.text(70) == Self.scenarioCode {
            (request, content) = (nil, Self.call(message))
            return
        }
        // A PIN may also come with a cryptogram, which the merchant's half does not send.
        var read = message
        read.fields[Self.pinField] = nil
        do throws(CardMessageFailure) {
            let request = try Self.request(&read, ignoringUnexpected)
            self.request = request
            content = Self.content(of: request, message, key)
        } catch {
            request = nil
            content =
                if case .unknownType = error { .refused(.invalidTransaction, error) } else {
                    .refused(.formatError, error)
                }
        }
    }

    private static func request(
        _ message: inout ISO8583Message,
        _ ignoresUnexpected: Bool
    ) throws(CardMessageFailure) -> CardRequest {
        while true {
            do throws(CardMessageFailure) { return try CardRequest(message) } catch {
                guard ignoresUnexpected, case .unexpectedField(let field) = error else {
                    throw error
                }
                message.fields[field] = nil
            }
        }
    }

    /// Answers a message on which the switch does not decide.
    ///
    /// - Parameter calls: Where a call for a scenario is kept.
    /// - Returns: The answer; nil where the message gets none.
    package func reply(with calls: ScenarioCalls) -> NetworkReply? {
        switch content {
        case .request, .refused(nil, _): nil
        case .management: reply(SwitchAnswer(.approved))
        case .refused(let code?, let failure):
            NetworkReply(bareAnswer(code, "\(failure)"), .now)
        case .call(let scenario, let merchant):
            reply(SwitchAnswer(calls.add(scenario, for: merchant) ? .approved : .systemError))
        }
    }

    /// An answer; nil where the message gets none.
    package func reply(
        _ answer: SwitchAnswer,
        _ delivery: AnswerDelivery = .now
    ) -> NetworkReply? {
        guard let request else { return NetworkReply(bareAnswer(answer.code), delivery) }
        if case .management(let asked) = request {
            guard let code = CardMessages.ResponseCode(answer.code.rawValue) else { return nil }
            let answered = NetworkManagement(to: asked, code)
            return NetworkReply(try? CardResponse.management(answered).message(), delivery)
        }
        return NetworkReply(try? answered(request, answer)?.message(), delivery)
    }

    private func answered(_ request: CardRequest, _ decided: SwitchAnswer) -> CardAnswer? {
        guard let code = CardMessages.ResponseCode(decided.code.rawValue),
            var answer = CardAnswer(to: request, code)
        else { return nil }
        answer.authorizationCode = decided.authorizationCode
        answer.networkTransaction = decided.transaction.flatMap { NetworkTransaction($0) }
        if let approved = decided.amount, let requested = answer.amount {
            answer.amount = Money(minorUnits: approved, currency: requested.currency)
            let original = AdditionalAmount(
                accountType: "00",
                amountType: "57",
                amount: requested
            )
            answer.additionalAmounts = original.map { [$0] } ?? []
        }
        answer.additionalData = AdditionalResponseData(
            source: decided.isStandIn ? AdditionalResponseData.standIn : nil,
            addressResult: decided.addressResult?.first,
            cryptogramResult: decided.cryptogramResult?.character
        )
        answer.standInReason = decided.isStandIn ? Self.issuerSilent : nil
        return answer
    }

    /// Field 63.4 of a stand-in: the issuer did not answer in time. The number is our choice.
    private static let issuerSilent = "9020"

    /// An answer to a message that could not be read: what identifies it, the code and why.
    private func bareAnswer(_ code: DecisionCode, _ reason: String? = nil) -> ISO8583Message? {
        guard let type = message.type.response else { return nil }
        var answer = ISO8583Message(type)
        for field in [7, 11, 32, 37, 41, 42, 70] { answer.fields[field] = message.fields[field] }
        answer.fields[39] = Array(code.rawValue.utf8)
        answer.fields[44] = reason.map { Array($0.utf8) }
        return answer
    }

    private static func call(_ message: ISO8583Message) -> Content {
        guard let merchant = message.text(42).map(FieldText.trimmed) else {
            return .refused(.formatError, .missingField(42))
        }
        guard let name = message.text(48) else { return .refused(.formatError, .missingField(48)) }
        guard let scenario = Scenario.named(name) else {
            return .refused(.formatError, .invalidField(48))
        }
        return .call(scenario, merchant: merchant)
    }
}

extension SwitchMessage {
    private static func content(
        of request: CardRequest,
        _ message: ISO8583Message,
        _ key: DigestKey
    ) -> Content {
        let (kind, reference, acceptor, amount):
            (
                SwitchRequest.Kind, MessageReference, CardAcceptor, Money
            )
        switch request {
        case .authorization(let asked):
            (reference, acceptor, amount) = (asked.reference, asked.acceptor, asked.amount)
            kind = .authorization(card(asked, message, key))
        case .capture(let asked):
            (reference, acceptor, amount) = (asked.reference, asked.acceptor, asked.amount)
            kind = .capture(original: identity(of: asked.original, reference, acceptor))
        case .refund(let asked):
            (reference, acceptor, amount) = (asked.reference, asked.acceptor, asked.amount)
            kind = .refund(original: identity(of: asked.original, reference, acceptor))
        case .reversal(let asked):
            (reference, acceptor, amount) = (asked.reference, asked.acceptor, asked.amount)
            kind = .reversal(
                original: identity(of: asked.original, reference, acceptor),
                remaining: asked.remaining?.minorUnits ?? 0
            )
        case .management: return .management
        }
        let type = message.type.number / 100
        let duplicateKey = joined(
            "\(type)",
            reference.traceNumber,
            reference.retrievalReference,
            acceptor.terminal,
            acceptor.merchant,
            "\(amount.minorUnits)"
        )
        return .request(
            SwitchRequest(
                kind: kind,
                identity: identity(
                    type,
                    reference.traceNumber,
                    reference.transmissionTime,
                    acceptor.acquirer ?? "",
                    reference,
                    acceptor
                ),
                duplicateKey: type == 4 ? nil : duplicateKey,
                content: key.content(canonicalBytes(message)),
                amount: amount.minorUnits,
                currency: amount.currency.numericCode,
                merchant: acceptor.merchant,
                reference: reference.retrievalReference,
                trace: reference.traceNumber
            )
        )
    }

    private static func card(
        _ request: CardAuthorization,
        _ message: ISO8583Message,
        _ key: DigestKey
    ) -> SwitchRequest.Card {
        var card = SwitchRequest.Card(
            token: key.identifier(of: request.accountNumber),
            expiry: request.expiry.text,
            // Without a proof, one that no check accepts.
            proof: request.proof.flatMap(PaymentProof.init) ?? .cryptogram(Secret(copying: [])),
            merchant: request.merchantDigest.flatMap { MerchantDigest($0) }
        )
        card.address = request.address.map {
            CardholderAddress(postalCode: $0.postalCode, street: $0.street)
        }
        if case .earlierPayment(let transaction) = request.proof {
            card.instruction = transaction.digits
        } else {
            card.isStored = request.credential != nil
        }
        card.pin = message.fields[pinField].map {
            SwitchRequest.Card.PIN(
                block: Secret(copying: $0),
                accountNumber: request.accountNumber
            )
        }
        return card
    }

    /// The identity of the message that field 90 refers to: type, trace, time and bank, with this
    /// message's reference, terminal and merchant.
    private static func identity(
        of original: OriginalDataElements,
        _ reference: MessageReference,
        _ acceptor: CardAcceptor
    ) -> String {
        identity(
            original.type.number / 100,
            original.traceNumber,
            original.transmissionTime,
            original.acquirer,
            reference,
            acceptor
        )
    }

    private static func identity(
        _ type: UInt16,
        _ trace: String,
        _ time: TransmissionTime,
        _ acquirer: String,
        _ reference: MessageReference,
        _ acceptor: CardAcceptor
    ) -> String {
        joined(
            trace,
            reference.retrievalReference,
            time.text,
            "\(type)",
            String(Substring(acquirer.utf8.drop { $0 == 0x30 })),
            acceptor.terminal,
            acceptor.merchant
        )
    }

    /// Texts with bars between them. Twice as fast as what the standard library has for it.
    private static func joined(_ first: String, _ others: String...) -> String {
        var text = first
        text.reserveCapacity(96)
        for other in others {
            text += "|"
            text += other
        }
        return text
    }

    /// The message without its type, whose last digits differ in a repeat.
    private static func canonicalBytes(_ message: ISO8583Message) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        for (field, value) in message.fields {
            bytes.append(UInt8(field))
            bytes.append(UInt8(value.count >> 8 & 0xff))
            bytes.append(UInt8(value.count & 0xff))
            bytes += value
        }
        return bytes
    }
}

extension PaymentProof {
    /// Nil for a later payment, which has no proof.
    fileprivate init?(_ proof: CardAuthorization.Proof) {
        switch proof {
        case .cryptogram(let bytes): self = .cryptogram(bytes)
        case .chipData(let data, _): self = .chipData(data)
        case .earlierPayment: return nil
        }
    }
}

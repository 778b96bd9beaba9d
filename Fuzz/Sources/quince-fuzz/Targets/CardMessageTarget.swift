internal import Bytes
internal import CardMessages
internal import ISO8583
internal import Money
internal import World

extension FuzzTarget {
    /// A request or an answer that is read is written, and read again the same; every message is
    /// described.
    static let cardMessage = FuzzTarget(
        "cardMessage",
        seeds: { CardMessageSeeds.all.compactMap { try? $0.encoded(in: .ascii) } }
    ) { input in
        guard let message = try? ISO8583Message(input, in: .ascii) else { return }
        require(!MessageTrace(message).description.isEmpty, "a message has no description")
        if let request = try? CardRequest(message) {
            let written = try? request.message()
            require(written != nil, "a request that was read is not written")
            let again = written.flatMap { try? CardRequest($0) }.flatMap { try? $0.message() }
            require(again == written, "a request that was written is not read again")
            require(
                written.flatMap { try? $0.encoded(in: .ascii) } != nil,
                "a request that was read is not encoded"
            )
        }
        if let response = try? CardResponse(message) {
            let written = try? response.message()
            require(written != nil, "an answer that was read is not written")
            let again = written.flatMap { try? CardResponse($0) }
            require(again == response, "an answer that was written is not read again")
        }
    }
}

/// Messages to mutate.
private enum CardMessageSeeds {
    static let all: [ISO8583Message] = {
        guard
            let acceptor = CardAcceptor(
                acquirer: "123456",
                forwarder: "7",
                terminal: "TERM1",
                merchant: "MERCHANT1"
            ),
            let merchant = MerchantDetails(
                categoryCode: "5999",
                name: "Shop",
                city: "Paris",
                country: "FR"
            ), let expiry = CardAuthorization.Expiry("2812")
        else { return [] }
        let time = UnixTime(seconds: 1_772_323_199)
        let reference = MessageReference(key: "auth", at: time)
        let follow = MessageReference(key: "cap-1", at: time, following: reference)
        let original = OriginalDataElements(.authorizationRequest, reference, from: acceptor)
        let amount = Money(minorUnits: 1_075, currency: .eur)
        let numbers = [
            "4761120010000492", "5204247750001471", "349956959041362", "6011000994462780",
        ]
        var requests = numbers.map { number in
            CardRequest.authorization(
                CardAuthorization(
                    reference: reference,
                    acceptor: acceptor,
                    merchant: merchant,
                    accountNumber: Secret(copying: Array(number.utf8)),
                    expiry: expiry,
                    amount: amount,
                    proof: .cryptogram(Secret(copying: [UInt8](repeating: 7, count: 20))),
                    indicator: ElectronicCommerceIndicator("7")
                )
            )
        }
        let followUp = CardFollowUp(
            reference: follow,
            acceptor: acceptor,
            amount: amount,
            original: original,
            authorizationCode: "A1B2C3",
            networkTransaction: NetworkTransaction("123456789012345"),
            isRepetition: false
        )
        let reversal = CardReversal(
            reference: follow,
            acceptor: acceptor,
            amount: amount,
            original: original,
            remaining: Money(minorUnits: 75, currency: .eur),
            reason: .unanswered,
            isAdvice: true,
            isRepetition: true
        )
        requests += [.capture(followUp), .refund(followUp), .reversal(reversal)]
        let messages = requests.compactMap { try? $0.message() }
        return messages + requests.compactMap(approval) + [echo].compactMap { $0 }
    }()

    private static func approval(of request: CardRequest) -> ISO8583Message? {
        var answer = CardAnswer(to: request, .partiallyApproved)
        answer?.authorizationCode = "A1B2C3"
        answer?.networkTransaction = NetworkTransaction("123456789012345")
        answer?.additionalData.cryptogramResult = "2"
        answer?.standInReason = "9020"
        answer?.additionalAmounts = [
            AdditionalAmount(
                amountType: AdditionalAmount.originalAmount,
                amount: Money(minorUnits: -1_075, currency: .jpy)
            )
        ]
        .compactMap { $0 }
        return answer.flatMap { try? $0.message() }
    }

    private static let echo: ISO8583Message? = {
        let request = NetworkManagement(
            .echo,
            traceNumber: "000001",
            transmissionTime: TransmissionTime(UnixTime(seconds: 0)),
            acquirer: "123456"
        )
        return request.flatMap { try? CardRequest.management($0).message() }
    }()
}

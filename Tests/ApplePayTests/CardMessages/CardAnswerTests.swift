import CardMessages
import ISO8583
import Money
import Testing
import World

private typealias Samples = CardMessageSamples

@Suite("Answers to card payments")
struct CardAnswerTests {
    private func answer(
        _ code: ResponseCode = .approved,
        change: (inout CardAnswer) -> Void = { _ in }
    ) throws -> CardAnswer {
        let request = try Samples.authorization(of: "4761120010000492", Samples.cryptogram(20))
        var answer = try #require(CardAnswer(to: .authorization(request), code))
        change(&answer)
        return answer
    }

    @Test func `an approval repeats the references and the amount`() throws {
        let answer = try answer {
            $0.authorizationCode = "A1B2C3"
            $0.networkTransaction = NetworkTransaction("123456789012345")
            $0.additionalData.cryptogramResult = "2"
            $0.additionalData.source = AdditionalResponseData.standIn
            $0.standInReason = "9020"
            $0.chipData = [0x91, 1, 0]
        }
        let message = try answer.message()
        let expected = CardMessageReferenceTests.fields.merging([
            4: "000000001075", 7: "0228235959", 38: "A1B2C3", 39: "00", 41: "TERM1   ",
            42: "MERCHANT 1     ", 44: "4           2", 49: "978", 55: "910100",
            62: "4000000000000000123456789012345", 63: "1000009020",
        ]) { $1 }
        #expect(message.type == MessageType(110) && message.texts == expected)
        let bytes = try message.encoded(in: .ascii)
        #expect(try CardResponse(ISO8583Message(bytes, in: .ascii)) == .payment(answer))
    }

    @Test func `a partial approval has the approved amount, and the requested one in 54`() throws {
        let answer = try answer(.partiallyApproved) {
            $0.amount = Money(minorUnits: 300, currency: .eur)
            $0.additionalAmounts = [
                AdditionalAmount(
                    amountType: AdditionalAmount.originalAmount,
                    amount: Money(minorUnits: 1_075, currency: .eur)
                ),
                AdditionalAmount(
                    accountType: "30",
                    amountType: AdditionalAmount.availableBalance,
                    amount: Money(minorUnits: -7, currency: .jpy)
                ),
            ].compactMap { $0 }
        }
        let message = try answer.message()
        #expect(message.text(54) == "0057978C0000000010753002392D000000000007")
        #expect(message.text(4) == "000000000300")
        #expect(try CardAnswer(message) == answer)
    }

    @Test func `the type of an answer follows its request`() throws {
        let types: [(CardRequest, UInt16)] = [
            (.capture(try Samples.followUp(isRepetition: true)), 230),
            (.refund(try Samples.followUp()), 210),
            (.reversal(try Samples.reversal(isAdvice: false, isRepetition: true)), 410),
            (.reversal(try Samples.reversal(isRepetition: true)), 430),
        ]
        for (request, type) in types {
            #expect(CardAnswer(to: request, .approved)?.type == MessageType(type))
        }
        let echo = try Samples.management(.echo)
        #expect(CardAnswer(to: .management(echo), .approved) == nil)
        let answer = CardResponse.management(NetworkManagement(to: echo, .approved))
        let message = try answer.message()
        #expect(message.type == MessageType(810) && message.text(39) == "00")
        #expect(try CardResponse(message) == answer)
    }

    @Test func `fields that a network repeats are ignored`() throws {
        var message = try answer().message()
        for field in [2, 3, 18, 32, 43, 102] { message.fields[field] = Array("1".utf8) }
        #expect(try CardAnswer(message) == answer())
    }

    @Test(arguments: [
        (62, "E000000000000000E123456789012345ABCD"), (63, "8000000002"), (63, "90000000029020"),
    ])
    func `further sub-fields of an approval are ignored`(field: Int, value: String) throws {
        let answer = try answer {
            if field == 62 { $0.networkTransaction = NetworkTransaction("123456789012345") }
            if value.hasSuffix("9020") { $0.standInReason = "9020" }
        }
        var message = try answer.message()
        message.fields[field] = Array(value.utf8)
        #expect(try CardAnswer(message) == answer)
    }

    @Test func `an answer to a repetition may have a type of its own`() throws {
        let reversal = CardRequest.reversal(try Samples.reversal(isRepetition: true))
        let answer = try #require(CardAnswer(to: reversal, .approved))
        var message = try answer.message()
        message.type = try #require(MessageType(431))
        #expect(try CardAnswer(message) == answer)
    }

    @Test(arguments: [4, 7, 11, 37, 39, 41, 49])
    func `an answer without one of these fields is refused`(field: Int) throws {
        var message = try answer().message()
        message.fields[field] = nil
        let isRead = (try? CardAnswer(message)) != nil
        // Without an amount there is no currency to miss.
        #expect(isRead == (field == 4))
    }

    @Test(arguments: [
        (39, "0"), (39, "0 "), (38, "A1B2C"), (38, "A1B2C "), (44, ""), (44, "4-"),
        (44, "            ."), (49, "000"), (4, "1"),
        (54, ""), (54, "0057978C00000000107"), (54, "0057978X000000001075"),
        (54, "0057000C000000001075"), (54, "00 7978C000000001075"), (62, "4"),
        (62, "4000000000000000"), (62, "400000000000000012345678901234x"),
        (62, "40000000000000001234567890123456"), (63, "100000902"), (63, "800000"),
        (37, "12345678901é"),
    ])
    func `an answer with an invalid value is refused`(field: Int, value: String) throws {
        var message = try answer().message()
        message.fields[field] = Array(value.utf8)
        #expect(throws: CardMessageFailure.self) { try CardAnswer(message) }
    }

    @Test func `a request is not an answer, and an answer no request`() throws {
        let request = CardRequest.capture(try Samples.followUp())
        #expect(throws: CardMessageFailure.unknownType(.financialAdvice)) {
            try CardResponse(request.message())
        }
        #expect(throws: CardMessageFailure.self) { try CardRequest(answer().message()) }
    }
}

@Suite("Descriptions of card messages")
struct MessageTraceTests {
    @Test func `no account number, cryptogram, PIN or chip data is shown`() throws {
        for request in try Samples.all() {
            let message = try request.message()
            let shown = MessageTrace(message).description
            var secrets = [2, 48, 52, 55, 104, 126].compactMap { message.texts[$0] }
            if let data = message.fields[55] {
                secrets.append(String(decoding: data, as: UTF8.self))
            }
            for secret in secrets where secret.utf8.count > 4 {
                #expect(!shown.contains(secret))
                #expect(!shown.contains(secret.suffix(12)))
            }
            #expect(!shown.contains("2812") && !shown.contains("0A0B0C"))
        }
    }

    @Test func `a message is described field by field`() throws {
        let request = try Samples.authorization(
            of: "4761120010000492",
            Samples.cryptogram(20),
            indicator: "7"
        )
        let shown = MessageTrace(try CardRequest.authorization(request).message()).description
        #expect(
            shown == """
                0100
                  2  account number: ••••••••••••0492
                  3  processing code: 000000
                  4  amount: 000000001075
                  7  transmission time: 0228235959
                  11  trace number: 974430
                  12  local time: 235959
                  13  local date: 0228
                  14  expiry: (4 bytes)
                  18  merchant category: 5999
                  22  entry mode: 010
                  25  condition: 59
                  32  acquirer: 123456
                  37  retrieval reference: 9LLKDI8BEYFJ
                  41  terminal: TERM1
                  42  merchant: MERCHANT 1
                  43  merchant name and place: Shop                     Paris        FR
                  49  currency: 978
                  60  Visa's point-of-service data: 0000000007
                  126  cryptogram: (56 bytes)
                """
        )
    }

    @Test func `what is not known to be harmless is withheld`() {
        let message = ISO8583Message(
            .authorizationRequest,
            texts: [2: "47611200", 35: "4761120010000492=2812", 43: "a\u{1b}[2J", 112: "secret"]
        )
        let shown = MessageTrace(message).description
        #expect(
            shown == """
                0100
                  2  account number: ••••••••
                  35  track 2: (21 bytes)
                  43  merchant name and place: (5 bytes)
                  112  field 112: (6 bytes)
                """
        )
    }

    @Test func `what is revealed is all but the PIN`() {
        var message = ISO8583Message(
            .authorizationRequest,
            texts: [2: "47611200", 14: "2812", 112: "secret"]
        )
        message.fields[52] = [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0]
        message.fields[55] = [0x9f, 0x26, 0x01]
        #expect(
            MessageTrace(message, revealing: true).description == """
                0100
                  2  account number: 47611200
                  14  expiry: 2812
                  52  PIN block: (8 bytes)
                  55  chip data: 9f2601
                  112  field 112: secret
                """
        )
    }
}

import Bytes
import CardMessages
import ISO8583
import Money
import TestSupport
import Testing

private typealias Samples = CardMessageSamples

/// Held to the Python package starkbank-iso8583, which others wrote for a processor's own use.
@Suite("Card messages in Visa's layout beside another codec")
struct VisaMessagesOracleTests {
    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other codec is here"
    )

    /// Every kind of request but those whose fields 104 or 120 the package reads as data sets, and
    /// answers with all that answers may have.
    private func messages() throws -> [ISO8583Message] {
        let requests = try Samples.all()
        var messages = try requests.map { try $0.message() }
        for request in requests {
            guard var answer = CardAnswer(to: request, .approved) else { continue }
            answer.authorizationCode = "A1B2C3"
            answer.networkTransaction = NetworkTransaction("123456789012345")
            answer.additionalData = AdditionalResponseData(
                source: "5",
                addressResult: "Y",
                securityCodeResult: "M",
                cryptogramResult: "2"
            )
            let amount = Money(minorUnits: 1_075, currency: .eur)
            answer.additionalAmounts = [
                try #require(AdditionalAmount(amountType: "57", amount: amount))
            ]
            answer.standInReason = "9020"
            answer.chipData = [0x91, 2, 0, 1]
            messages.append(try answer.message())
        }
        return messages.filter { $0.fields[104] == nil && $0.fields[120] == nil }
    }

    @Test(isInstalled) func `each reads what the other wrote, with the same values`() throws {
        let oracle = try VisaOracle()
        let messages = try messages()
        #expect(messages.count > 30)
        let columns = messages.map { oracle.columns(of: $0) }
        let ours = try messages.map { Hexadecimal.encode(try $0.encoded(in: .visa)) }
        let written = try VisaOracle.answers(to: columns.map { "encode\t\($0)" })
        #expect(written == ours)
        let read = try VisaOracle.answers(to: ours.map { "decode\t\($0)" })
        #expect(read == columns.map { $0 + "\tsame" })
        for (message, theirs) in zip(messages, written) {
            let bytes = try Hexadecimal.decode(theirs)
            #expect(try ISO8583Message(bytes, in: .visa) == message)
        }
    }

    /// Our choice, which no other codec has: field 104 and 120 have the characters in ASCII.
    @Test func `messages that the other cannot tell are read as they were written`() throws {
        var count = 0
        for request in try Samples.all() {
            let message = try request.message()
            guard let field = message.text(104) ?? message.text(120) else { continue }
            let bytes = try message.encoded(in: .visa)
            #expect(try ISO8583Message(bytes, in: .visa) == message)
            let text = String(decoding: bytes.filter { $0 < 0x80 }, as: UTF8.self)
            #expect(text.contains(field))
            count += 1
        }
        #expect(count >= 3)
    }
}

import Bytes
import CardMessages
import ISO8583
import TestSupport
import Testing

private typealias Samples = CardMessageSamples

/// Held to the Python package starkbank-iso8583, which others wrote for a processor's own use.
@Suite("Fields of card messages beside another codec")
struct CardFieldsOracleTests {
    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other codec is here"
    )

    private func answers(to requests: [String]) throws -> [String] {
        let input = requests.map { $0 + "\n" }.joined()
        let answer = try PythonOracle.run("card-fields.py", input: input)
        #expect(answer.isSuccess, "\(answer.complaint)")
        return answer.text.split(separator: "\n").map(String.init)
    }

    @Test(isInstalled) func `Mastercard's messages are read and written by the other alike`() throws
    {
        var requests: [CardRequest] = [
            .capture(try Samples.followUp()), .refund(try Samples.followUp(isRepetition: true)),
            .reversal(try Samples.reversal(remaining: 75)),
            .management(try Samples.management(.echo)),
        ]
        for (count, indicator) in [(19, nil), (20, "0"), (20, "02"), (32, "7")]
            as [(UInt8, String?)]
        {
            requests.append(
                .authorization(
                    try Samples.authorization(
                        of: "5204247750001471",
                        Samples.cryptogram(count),
                        indicator: indicator
                    )
                )
            )
        }
        let messages = try requests.map { try $0.message() }
        let read = try answers(
            to: messages.map { "mastercard\t" + Hexadecimal.encode(try $0.encoded(in: .ascii)) }
        )
        try #require(read.count == messages.count)
        for (message, theirs) in zip(messages, read) {
            let fields = message.texts.sorted { $0.key < $1.key }
                .flatMap { number, text -> [String] in
                    guard number == 48 else { return ["\(number)=\(text)"] }
                    let element = text.dropFirst(5)
                    return ["48.00=T"] + (element.isEmpty ? [] : ["48.42=\(element)"])
                }
            let ours = (["t=\(message.type)"] + fields + ["same"]).joined(separator: "\t")
            #expect(ours == theirs)
        }
    }

    /// The other writes bytes and BCD where our fields of text have hexadecimal digits and digits.
    @Test(isInstalled) func `Visa's fields 62, 63 and 126 have the other's sub-fields`() throws {
        let long = try Samples.authorization(of: "349956959041362", Samples.cryptogram(40))
        let short = try Samples.authorization(of: "4761120010000492", Samples.cryptogram(20))
        let capture = try CardRequest.capture(Samples.followUp()).message()
        let reversal = try CardRequest.reversal(Samples.reversal()).message()
        var answer = try #require(CardAnswer(to: .capture(Samples.followUp()), .approved))
        answer.standInReason = "9020"
        let first = "000102030405060708090a0b0c0d0e0f10111213"
        let second = "1415161718191a1b1c1d1e1f2021222324252627"
        let written = try answers(to: [
            "visa\t126\t08=\(second)\t09=\(first)", "visa\t126\t09=\(first)",
            "visa\t62\t02=123456789012345", "visa\t63\t03=2503", "visa\t63\t04=9020",
        ])
        let ours = [
            try CardRequest.authorization(long).message().text(126),
            try CardRequest.authorization(short).message().text(126),
            // An odd number of digits in BCD begins with a zero.
            capture.text(62).map { $0.prefix(16) + "0" + $0.dropFirst(16) },
            reversal.text(63), try answer.message().text(63),
        ]
        #expect(written == ours.map { $0?.lowercased() })
    }
}

import CardMessages
import ISO8583
import Testing

/// The expected fields are written by hand, from Documentation/ChargingByISO8583.md.
@Suite("Requests with stored accounts")
struct StoredCredentialTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        let number: String
        let indicator: StoredCredentialIndicator
        let isLater: Bool
        let expected: [Int: String]
        var testDescription: String { "\(indicator) \(number.prefix(1))" }
    }

    private static let transaction = "123456789012345"
    private static let twenty = "000102030405060708090A0B0C0D0E0F10111213"
    private static let (visa, mastercard, discover) =
        ("4761120010000492", "5204247750001471", "6011000994462780")

    private static func first(
        _ number: String,
        _ indicator: StoredCredentialIndicator,
        _ expected: [Int: String]
    ) -> Case {
        Case(number: number, indicator: indicator, isLater: false, expected: expected)
    }

    private static func later(
        _ number: String,
        _ indicator: StoredCredentialIndicator,
        _ expected: [Int: String]
    ) -> Case {
        let common = [22: "100", 62: "4000000000000000" + transaction]
        return Case(
            number: number,
            indicator: indicator,
            isLater: true,
            expected: common.merging(expected) { $1 }
        )
    }

    private static let cases: [Case] = [
        first(visa, .storedForUnscheduled, [22: "010", 126: "0088000000000000\(twenty)C"]),
        first(discover, .storedForUnscheduled, [22: "010", 126: "0088000000000000\(twenty)C"]),
        first(
            mastercard,
            .storedForRecurring,
            [
                22: "810", 48: "T22080504C10342070103242",
                104: "001028AAECAwQFBgcICQoLDA0ODxAREhM=",
            ]
        ),
        later(visa, .recurring, [126: "0008000000000000R"]),
        later(visa, .unscheduled, [126: "0008000000000000C"]),
        later(visa, .cardholder, [:]),
        later(discover, .recurring, [61: "0000000004", 126: "0008000000000000R"]),
        later(mastercard, .recurring, [48: "T22080504M10342070103217"]),
        later(mastercard, .unscheduled, [48: "T22080504M10142070103217"]),
        later(mastercard, .cardholder, [48: "T22080504C101"]),
    ]

    @Test(arguments: cases)
    private func `have the scheme's indicator, and a later one no proof`(_ one: Case) throws {
        let isMastercard = one.number == Self.mastercard
        let proof: CardAuthorization.Proof =
            one.isLater
            ? .earlierPayment(try #require(NetworkTransaction(Self.transaction)))
            : CardMessageSamples.cryptogram(20)
        let indicator =
            !isMastercard ? nil : one.indicator == .cardholder ? nil : one.isLater ? "7" : "2"
        let request = try CardMessageSamples.authorization(
            of: one.number,
            proof,
            credential: one.indicator,
            indicator: indicator
        )
        let message = try CardRequest.authorization(request).message()
        let proven = one.number == Self.discover && !one.isLater ? [61: "0000000004"] : [:]
        for field in [22, 48, 60, 61, 62, 104, 126] {
            #expect(message.text(field) == one.expected[field] ?? proven[field], "field \(field)")
        }
        guard case .authorization(let read) = try CardRequest(message) else {
            Issue.record("it is no authorization")
            return
        }
        #expect(read.proof == proof && read.credential == one.indicator)
        #expect(read.missingForApproval == (one.isLater ? nil : .missingField(123)))
    }

    @Test func `are refused where the indicator is not that of a later payment`() throws {
        let request = try CardMessageSamples.authorization(
            of: Self.visa,
            .earlierPayment(try #require(NetworkTransaction(Self.transaction))),
            credential: .recurring
        )
        let message = try CardRequest.authorization(request).message()
        for (field, value, failure) in [
            (126, "0008000000000000I", CardMessageFailure.invalidField(126)),
            (126, "0000000000000000", .invalidField(126)), (22, "010", .invalidField(22)),
            (62, "400000000000000012345678901234", .invalidField(62)),
        ] {
            var changed = message
            changed.fields[field] = Array(value.utf8)
            #expect(throws: failure) { try CardRequest(changed) }
        }
        // A cryptogram and the name of an earlier payment exclude each other.
        var both = message
        both.fields[126] = Array("0088000000000000\(Self.twenty)C".utf8)
        #expect(throws: CardMessageFailure.invalidField(22)) { try CardRequest(both) }
        both.fields[22] = Array("010".utf8)
        #expect(throws: CardMessageFailure.unexpectedField(62)) { try CardRequest(both) }
    }
}

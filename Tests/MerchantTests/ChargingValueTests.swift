import Bytes
import Charging
import Testing

@Suite("The input of charging")
struct ChargingValueTests {
    @Test(
        arguments: zip(
            [
                "301231", "250131", "991201", "301331", "300031", "30123", "3012311", "30123a",
                "301200",
            ],
            [(2030, 12), (2025, 1), (2099, 12), nil, nil, nil, nil, nil, nil]
        )
    )
    func `reads an expiry of six digits and nothing else`(
        text: String,
        expected: (year: Int, month: Int)?
    ) {
        let expiry = CardExpiry(applicationExpirationDate: text)
        #expect(expiry?.year == expected?.year)
        #expect(expiry?.month == expected?.month)
    }

    @Test(arguments: [
        ("48174991300", 20, CardCredentials.Problem.accountNumberMalformed),
        ("48174991300051040000", 20, .accountNumberMalformed),
        ("4817 4991 3000 5104", 20, .accountNumberMalformed),
        ("4817499130005104", 0, .cryptogramMissing),
    ])
    func `refuses a card without a number or a cryptogram`(
        number: String,
        cryptogramCount: Int,
        problem: CardCredentials.Problem
    ) throws {
        let expiry = try #require(CardExpiry(year: 2030, month: 12))
        #expect(throws: problem) {
            try CardCredentials(
                accountNumber: Secret(copying: Array(number.utf8)),
                cryptogram: Secret(copying: [UInt8](repeating: 1, count: cryptogramCount)),
                expiry: expiry,
                electronicCommerceIndicator: nil
            )
        }
    }

    @Test(arguments: ["481749913000", "4817499130005104000"])
    func `takes a card number of 12 to 19 digits, and shows its last four`(
        number: String
    ) throws {
        let card = try CardCredentials(
            accountNumber: Secret(copying: Array(number.utf8)),
            cryptogram: Secret(copying: [1]),
            expiry: #require(CardExpiry(year: 2030, month: 12)),
            electronicCommerceIndicator: nil
        )
        #expect(card.accountSuffix == (number.count == 12 ? "3000" : "4000"))
    }

    @Test(arguments: [
        (2000, 1, true), (2099, 12, true), (1999, 12, false), (2100, 1, false), (2030, 0, false),
        (2030, 13, false),
    ])
    func `takes an expiry of this century and of a month`(year: Int, month: Int, isTaken: Bool) {
        #expect((CardExpiry(year: year, month: month) != nil) == isTaken)
    }

    @Test(
        arguments: [
            (1, "x", "AZM"), (.max, String(repeating: "x", count: 64), "USD"),
        ] as [(Int64, String, String)]
    )
    func `takes the smallest and the largest charge`(
        amount: Int64,
        reference: String,
        currency: String
    ) throws {
        let charge = try NewCharge(
            merchantReference: reference,
            amountMinorUnits: amount,
            currencyCode: currency,
            transactionID: ChargingBench.transaction(1)
        )
        #expect(charge.merchantReference == reference && charge.amountMinorUnits == amount)
        #expect(charge.currencyCode == currency)
    }

    @Test(arguments: [
        ("", 1, "USD", NewCharge.Problem.merchantReferenceLength),
        (String(repeating: "x", count: 65), 1, "USD", .merchantReferenceLength),
        ("cart", 0, "USD", .amountNotPositive), ("cart", -1, "USD", .amountNotPositive),
        ("cart", 1, "", .currencyCodeMalformed), ("cart", 1, "usd", .currencyCodeMalformed),
        ("cart", 1, "USDT", .currencyCodeMalformed), ("cart", 1, "US@", .currencyCodeMalformed),
        ("cart", 1, "[SD", .currencyCodeMalformed),
        (String(repeating: "\u{e9}", count: 33), 1, "USD", .merchantReferenceLength),
    ])
    func `refuses to charge nothing, in no currency, for no reason`(
        reference: String,
        amount: Int64,
        currency: String,
        problem: NewCharge.Problem
    ) throws {
        let transaction = try ChargingBench.transaction(1)
        #expect(throws: problem) {
            try NewCharge(
                merchantReference: reference,
                amountMinorUnits: amount,
                currencyCode: currency,
                transactionID: transaction
            )
        }
    }

    @Test(arguments: [
        "", "attempt-", "attempt-0123456789abcdef0123456789abcde",
        "attempt-0123456789abcdef0123456789abcdef0", "attempt_0123456789abcdef0123456789abcdef",
        "attempt-0123456789abcdef0123456789abcde/", "attempt-0123456789abcdef0123456789abcde:",
        "attempt-0123456789abcdef0123456789abcde`", "attempt-0123456789abcdef0123456789abcdeg",
        "attempt-0123456789ABCDEF0123456789ABCDEF", "intent-0123456789abcdef0123456789abcdef",
    ])
    func `reads no identifier of another kind or form`(text: String) {
        #expect(AttemptID(text) == nil)
    }

    @Test func `reads its own identifiers`() {
        let attempt = AttemptID(drawnFrom: ChargingBench().randomness)
        #expect(AttemptID(attempt.text) == attempt)
    }
}

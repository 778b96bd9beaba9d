import Bytes
import Money
import Payments
import Testing

@Suite("The input of charging")
struct ChargingValueTests {
    @Test(
        arguments: zip(
            [
                "301231", "250131", "991201", "301331", "300031", "30123", "3012311", "30123a",
                "301200", "3:0101",
            ],
            [(2030, 12), (2025, 1), (2099, 12), nil, nil, nil, nil, nil, nil, nil]
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
                proof: .cryptogram(
                    Secret(copying: [UInt8](repeating: 1, count: cryptogramCount))
                ),
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
            proof: .cryptogram(Secret(copying: [1])),
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
        arguments: [(1, "x"), (.max, String(repeating: "x", count: 64))] as [(Int64, String)]
    )
    func `takes the smallest and the largest charge`(amount: Int64, reference: String) throws {
        let money = Money(minorUnits: amount, currency: .usd)
        let charge = try NewCharge(
            merchantReference: reference,
            amount: money,
            transactionID: ChargingBench.transaction(1)
        )
        #expect(charge.merchantReference == reference && charge.amount == money)
    }

    @Test(arguments: [
        ("", 1, NewCharge.Problem.merchantReferenceLength),
        (String(repeating: "x", count: 65), 1, .merchantReferenceLength),
        ("cart", 0, .amountNotPositive), ("cart", -1, .amountNotPositive),
        (String(repeating: "\u{e9}", count: 33), 1, .merchantReferenceLength),
    ])
    func `refuses to charge nothing, and for no reason`(
        reference: String,
        amount: Int64,
        problem: NewCharge.Problem
    ) throws {
        let transaction = try ChargingBench.transaction(1)
        #expect(throws: problem) {
            try NewCharge(
                merchantReference: reference,
                amount: Money(minorUnits: amount, currency: .usd),
                transactionID: transaction
            )
        }
    }

    @Test(arguments: ["sandbox", "a", String(repeating: "a", count: 32), "bank-2", "az-09"])
    func `takes a processor's name of letters, digits and hyphens`(name: String) {
        #expect(ProcessorName(name)?.text == name)
    }

    @Test(arguments: ["", "Sandbox", "bank 2", String(repeating: "a", count: 33)])
    func `refuses other names of processors`(name: String) {
        #expect(ProcessorName(name) == nil)
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

    @Test(
        arguments: [
            (.authorization, 1, "auth"), (.capture, 2, "cap-2"), (.void, 1, "void"),
            (.void, 2, "void-2"), (.refund, 1, "ref-1"), (.reversal, 1, "rev"),
            (.release, 1, "rel"),
        ] as [(OperationKind, Int64, String)]
    )
    func `makes the key that the page on payments says`(
        kind: OperationKind,
        number: Int64,
        suffix: String
    ) {
        let attempt = AttemptID(drawnFrom: ChargingBench().randomness)
        let key = IdempotencyKey(kind, number: number, of: attempt)
        #expect(key.text == "\(attempt.text)-\(suffix)")
    }

    @Test(arguments: ["5", "insufficient_funds", "A.z-9", String(repeating: "a", count: 64)])
    func `takes a processor's code`(text: String) {
        #expect(ProcessorCode(text)?.text == text)
    }

    @Test(arguments: [
        nil, "", "a b", "a/b", "a@b", "a:b", "a[b", String(repeating: "a", count: 65),
    ])
    func `takes no other text as a processor's code`(text: String?) {
        #expect(ProcessorCode(text) == nil)
    }

    @Test(
        arguments: [
            (
                .exceedsAuthorized(left: Money(minorUnits: 300, currency: .usd)),
                "only 3.00 USD can be captured"
            ),
            (
                .exceedsAuthorized(left: Money(minorUnits: 0, currency: .usd)),
                "nothing is left that can be captured"
            ),
            (
                .exceedsCaptured(left: Money(minorUnits: 1, currency: .usd)),
                "only 0.01 USD can be refunded"
            ),
            (
                .exceedsCaptured(left: Money(minorUnits: 0, currency: .usd)),
                "nothing is left that can be refunded"
            ),
        ] as [(OperationRefusal, String)]
    )
    func `says what is left`(refusal: OperationRefusal, words: String) {
        #expect(refusal.description == words)
    }
}

import ASN1
import Bytes
import Cryptography
import JSON
import Money
import PaymentToken
import TestSupport
import Testing
import TokenIntake

/// The merchant's request, compared with the sealed payment.
@Suite("An expected payment")
struct ExpectedPaymentTests {
    typealias Mismatch = ExpectedPayment.Mismatch

    static let amountObject: [UInt8] = [0x9f, 0x02]

    /// A payload, the amount in minor units that was asked for, and what becomes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sealed: Int64
        /// The amount in the chip data; nil for a payload with a cryptogram.
        var chip: Chip?
        var hasResponses = false
        let asked: Int64
        let result: Result<ExpectedPayment.Amount, Mismatch>

        enum Chip { case withoutAmount, zero }
    }

    static let cases = [
        Case(
            testDescription: "the amount",
            sealed: 1_075,
            asked: 1_075,
            result: .success(.asRequested)
        ),
        Case(
            testDescription: "less",
            sealed: 1_074,
            asked: 1_075,
            result: .failure(.amount(1_074, asked: 1_075))
        ),
        Case(testDescription: "nothing", sealed: 0, asked: 0, result: .success(.asRequested)),
        Case(
            testDescription: "nothing for something",
            sealed: 0,
            asked: 1,
            result: .failure(.amount(0, asked: 1))
        ),
        Case(
            testDescription: "chip data that hides it",
            sealed: 0,
            chip: .withoutAmount,
            asked: 1_075,
            result: .success(.hiddenInChipData)
        ),
        Case(
            testDescription: "chip data, and nothing asked for",
            sealed: 0,
            chip: .withoutAmount,
            asked: 0,
            result: .success(.asRequested)
        ),
        Case(
            testDescription: "chip data, and less than nothing asked for",
            sealed: 0,
            chip: .withoutAmount,
            asked: -1,
            result: .failure(.amount(0, asked: -1))
        ),
        Case(
            testDescription: "chip data that says nothing's amount",
            sealed: 0,
            chip: .zero,
            asked: 1_075,
            result: .failure(.amount(0, asked: 1_075))
        ),
        Case(
            testDescription: "chip data beside another amount",
            sealed: 1_074,
            chip: .withoutAmount,
            asked: 1_075,
            result: .failure(.amount(1_074, asked: 1_075))
        ),
        Case(
            testDescription: "chip data for several merchants",
            sealed: 0,
            chip: .withoutAmount,
            hasResponses: true,
            asked: 1_075,
            result: .failure(.amount(0, asked: 1_075))
        ),
    ]

    @Test(arguments: cases)
    func `is compared with the amount`(one: Case) throws {
        let workshop = try TokenWorkshop(seed: 341)
        var recipe = PayloadRecipe(from: workshop.world)
        switch one.chip {
        case .withoutAmount?: recipe = recipe.with(chipData: [DataObjectRecipe([0x9f, 0x26], [1])])
        case .zero?:
            let nothing = [UInt8](repeating: 0, count: 6)
            recipe = recipe.with(chipData: [DataObjectRecipe(Self.amountObject, nothing)])
        case nil: break
        }
        if one.hasResponses { recipe = recipe.with("authenticationResponses", .array([])) }
        let opened = try workshop.open(recipe.with("transactionAmount", .integer(one.sealed)))
        let expected = ExpectedPayment(
            total: Money(minorUnits: one.asked, currency: .usd),
            applicationData: nil
        )
        let result = Result { () throws(Mismatch) in try expected.check(opened) }
        #expect(result == one.result)
    }

    @Test func `is compared with the currency before the amount`() throws {
        let workshop = try TokenWorkshop(seed: 342)
        let recipe = PayloadRecipe(from: workshop.world).with("currencyCode", .string("978"))
        let expected = ExpectedPayment(
            total: Money(minorUnits: 1, currency: .usd),
            applicationData: nil
        )
        let paid = try workshop.open(recipe).payment.transactionAmount
        #expect(
            throws: Mismatch.currency(minorUnits: paid, numericCode: "978", request: expected.total)
        ) { try expected.check(workshop.open(recipe)) }
    }

    /// Of both values, as a team has to see them to find its own mistake.
    static let words: [(Mismatch, String)] = [
        (.amount(1_075, asked: 1_076), "the token pays 10.75 USD, the request says 10.76 USD"),
        (
            .amount(1_075, asked: 107_500),
            "the token pays 10.75 USD, the request says 1075.00 USD: the request's is 100 times the other, as where minor units are taken for units"
        ),
        (
            .amount(107_500, asked: 1_075),
            "the token pays 1075.00 USD, the request says 10.75 USD: the token's is 100 times the other, as where minor units are taken for units"
        ),
        (
            .currency(
                minorUnits: 1_075,
                numericCode: "840",
                request: Money(minorUnits: 1_075, currency: .eur)
            ), "the token pays 10.75 USD, the request says 10.75 EUR"
        ),
        (
            .currency(
                minorUnits: 1_075,
                numericCode: "000",
                request: Money(minorUnits: 1_075, currency: .eur)
            ), "the token pays 1075 minor units of the currency 000, the request says 10.75 EUR"
        ),
    ]

    @Test(arguments: words)
    func `says both values where they differ`(mismatch: Mismatch, words: String) {
        #expect("\(mismatch)" == words)
    }

    static let data: [(sealed: String?, asked: String?, isSame: Bool)] = [
        (nil, nil, true), ("order 7", "order 7", true), ("order 7", "order 8", false),
        ("order 7", nil, false), (nil, "order 7", false), (nil, "", false), ("", "", true),
    ]

    @Test(arguments: data)
    func `is compared with the application data`(
        sealed: String?,
        asked: String?,
        isSame: Bool
    ) throws {
        let workshop = try TokenWorkshop(seed: 343)
        let hash = sealed.map { SHA256.digest($0) }
        let token = try workshop.seal(.init(applicationDataHash: hash))
        let opened = try workshop.open(token.json.compact)
        let expected = ExpectedPayment(
            total: Money(minorUnits: 1_075, currency: .usd),
            applicationData: asked.map { Array($0.utf8) }
        )
        if isSame {
            #expect(try expected.check(opened) == .asRequested)
        } else {
            #expect(throws: Mismatch.applicationData) { try expected.check(opened) }
        }
    }
}

extension ExpectedPayment.Mismatch {
    /// US dollars that differ. Units: cents.
    static func amount(_ token: Int64, asked request: Int64) -> Self {
        .amount(
            token: Money(minorUnits: token, currency: .usd),
            request: Money(minorUnits: request, currency: .usd)
        )
    }
}

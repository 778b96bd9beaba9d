import ASN1
import Bytes
import JSON
import PaymentToken
import TestSupport
import Testing
import World

@Suite("Chip data in a payload")
struct ChipDataTests {
    typealias Problem = TokenRefusal.DecryptionProblem
    typealias Object = DataObjectRecipe

    let recipe = PayloadRecipe(from: .simulated(seed: 181, startingAt: TokenWorkshop.now))

    static let amount = Object([0x9f, 0x02], [0, 0, 0, 0, 0x10, 0x75])
    static let currency = Object([0x5f, 0x2a], [0x08, 0x40])

    struct Chip: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let objects: [Object]
        var problem: Problem?
        var amount: Int64 = 1075

        init(_ name: String, _ objects: [Object], _ problem: Problem? = nil, amount: Int64 = 1075) {
            (testDescription, self.objects, self.problem) = (name, objects, problem)
            self.amount = amount
        }
    }

    static func amount(_ digits: [UInt8]) -> Object { Object([0x9f, 0x02], digits) }

    static let chips = [
        Chip("says both", [amount, currency]),
        Chip("says the amount only", [amount]),
        Chip("says the currency only", [currency]),
        Chip("says neither", [Object([0x9f, 0x36], [0, 1])]),
        Chip("says nothing", []),
        Chip("says both in templates", [Object([0x77], [amount, Object([0x70], [currency])])]),
        Chip("says zero where nothing is paid", [amount([0, 0, 0, 0, 0, 0])], amount: 0),
        Chip("says neither where nothing is paid", [Object([0x83], [1, 2])], amount: 0),
        Chip(
            "says the most that fits",
            [amount([0x99, 0x99, 0x99, 0x99, 0x99, 0x99])],
            amount: 999_999_999_999
        ),
        Chip(
            "says more",
            [amount([0, 0, 0, 0, 0x10, 0x76])],
            .chipDataDiffers(.amountAuthorized)
        ),
        Chip(
            "says zero where something is paid",
            [amount([0, 0, 0, 0, 0, 0])],
            .chipDataDiffers(.amountAuthorized)
        ),
        Chip(
            "says something where nothing is paid",
            [amount, currency],
            .chipDataDiffers(.amountAuthorized),
            amount: 0
        ),
        Chip(
            "says more in a template",
            [amount, Object([0x77], [amount([0, 0, 0, 0, 0x20, 0])])],
            .chipDataDiffers(.amountAuthorized)
        ),
        Chip(
            "says the amount in binary",
            [amount([0, 0, 0, 0, 0x04, 0x33])],
            .chipDataDiffers(.amountAuthorized)
        ),
        Chip("says a short amount", [amount([0x10, 0x75])], .chipDataField(.amountAuthorized)),
        Chip("says no digits", [amount([0, 0, 0, 0, 0x1a, 0])], .chipDataField(.amountAuthorized)),
        // As sums of half bytes these would be 10.59 and 10.10.
        Chip(
            "says a high half byte that is no digit",
            [amount([0, 0, 0, 0, 0x09, 0xf9])],
            .chipDataField(.amountAuthorized),
            amount: 1059
        ),
        Chip(
            "says a low half byte that is no digit",
            [amount([0, 0, 0, 0, 0x10, 0x0a])],
            .chipDataField(.amountAuthorized),
            amount: 1010
        ),
        Chip("says no amount", [amount([])], .chipDataField(.amountAuthorized)),
        Chip(
            "says another currency",
            [amount, Object([0x5f, 0x2a], [0x09, 0x78])],
            .chipDataDiffers(.currencyCode)
        ),
        Chip(
            "says a currency of four digits",
            [amount, Object([0x5f, 0x2a], [0x18, 0x40])],
            .chipDataDiffers(.currencyCode)
        ),
        Chip(
            "says a currency in letters",
            [Object([0x5f, 0x2a], Array("USD".utf8))],
            .chipDataField(.currencyCode)
        ),
    ]

    @Test(arguments: chips)
    func `agrees with the payload, where it says something`(chip: Chip) throws {
        let recipe = recipe.with(chipData: chip.objects)
            .with("transactionAmount", .integer(chip.amount))
        do {
            let payment = try PayloadFormTests.read(recipe.text)
            #expect(chip.problem == nil)
            #expect(payment.transactionAmount == chip.amount)
        } catch {
            #expect(error == chip.problem)
        }
    }

    @Test func `is refused where it is not BER-TLV, and says so to an operator`() throws {
        let data = JSONOutput.object(["emvData": .string(Base64.encode([0x9f, 0x26, 0x08]))])
        let broken = recipe.with("paymentDataType", .string("EMV")).with("paymentData", data)
        let refusal = TokenRefusal.decryption(.chipData(.truncated(offset: 0)))
        let workshop = try TokenWorkshop(seed: 182)
        #expect(throws: refusal) { try workshop.open(broken) }
        #expect("\(refusal)".hasSuffix("the data object at byte 0 breaks off"))
        #expect(refusal.remedy == .updateThisSoftware)
        let differing = TokenRefusal.decryption(.chipDataDiffers(.amountAuthorized))
        #expect("\(differing)".contains("amount 9F02") && differing.remedy == .refuseAndCount)
    }
}

import PaymentRequest
import TestSandbox
import Testing
import Wallet
import World

@Suite("A card number that is typed")
struct TypedCardTests {
    /// 2026-01-01T12:00:00Z.
    static func sandbox() throws -> TestSandbox {
        try TestSandbox(
            world: .simulated(seed: 7, startingAt: UnixTime(seconds: 1_767_268_800))
        )
    }

    struct Typing: Sendable {
        let number, expiry: String
        let network: PaymentNetwork
        let type: PaymentMethodType
        let name: String
        let issuerCountry: String
    }

    static let typings = [
        Typing(
            number: "4111 1111 1111 1111",
            expiry: "12/35",
            network: .visa,
            type: .credit,
            name: "Visa 1111",
            issuerCountry: "US"
        ),
        Typing(
            number: "4242-4242-4242-4242",
            expiry: "1/26",
            network: .visa,
            type: .unknown,
            name: "Visa 4242",
            issuerCountry: "US"
        ),
        Typing(
            number: "2223003122003222",
            expiry: "0130",
            network: .masterCard,
            type: .unknown,
            name: "MasterCard 3222",
            issuerCountry: "US"
        ),
        Typing(
            number: "5555 5555 5555 4444",
            expiry: "12 / 2035",
            network: .masterCard,
            type: .debit,
            name: "MasterCard 4444",
            issuerCountry: "US"
        ),
        Typing(
            number: "3782 822463 10005",
            expiry: "06/27",
            network: .amex,
            type: .credit,
            name: "AmEx 0005",
            issuerCountry: "US"
        ),
        Typing(
            number: "343434343434343",
            expiry: "06/27",
            network: .amex,
            type: .unknown,
            name: "AmEx 4343",
            issuerCountry: "US"
        ),
        Typing(
            number: "6500 0000 0000 0002",
            expiry: "122035",
            network: .discover,
            type: .unknown,
            name: "Discover 0002",
            issuerCountry: "US"
        ),
        Typing(
            number: "6200 0000 0000 0005",
            expiry: "12/35",
            network: .chinaUnionPay,
            type: .debit,
            name: "UnionPay 0005",
            issuerCountry: "CN"
        ),
        Typing(
            number: "3530 1113 3330 0000",
            expiry: "12/35",
            network: .jcb,
            type: .credit,
            name: "JCB 0000",
            issuerCountry: "JP"
        ),
    ]

    @Test(arguments: typings)
    func `is of the network that its number begins like (mission 13.4)`(typing: Typing) throws {
        let sandbox = try Self.sandbox()
        let typed = TypedCard(number: typing.number, expiry: typing.expiry)
        let (card, account) = try sandbox.enter(typed)
        #expect(card.network == typing.network)
        #expect(card.type == typing.type)
        #expect(card.displayName == typing.name)
        #expect(card.issuerCountry == typing.issuerCountry)
        #expect(sandbox.wallet.cards == [card])
        #expect(account.hasSuffix(card.accountSuffix))
    }

    static let mistakes: [(String, String, TypedCard.Problem)] = [
        ("", "12/35", .numberUnreadable), ("4111 1111 1111 111l", "12/35", .numberUnreadable),
        ("4111.1111.1111.1111", "12/35", .numberUnreadable),
        ("４１１１１１１１１１１１１１１１", "12/35", .numberUnreadable),
        ("9111 1111 1111 1111", "12/35", .networkUnknown), ("411", "12/35", .networkUnknown),
        ("2220 9900 0000 0000", "12/35", .networkUnknown),
        ("4111 1111 1111 111", "12/35", .lengthWrong),
        ("4111 1111 1111 1111 1", "12/35", .lengthWrong),
        ("3782 822463 1000", "12/35", .lengthWrong),
        ("4111 1111 1111 1112", "12/35", .checkDigitWrong),
        ("4111 1211 1111 1110", "12/35", .notATestNumber),
        ("5500 0000 0000 0004", "12/35", .notATestNumber),
        ("4111 1111 1111 1111", "", .expiryUnreadable),
        ("4111 1111 1111 1111", "13/35", .expiryUnreadable),
        ("4111 1111 1111 1111", "00/35", .expiryUnreadable),
        ("4111 1111 1111 1111", "12/35/01", .expiryUnreadable),
        ("4111 1111 1111 1111", "12/1935", .expiryUnreadable),
        ("4111 1111 1111 1111", "12/135", .expiryUnreadable),
        ("4111 1111 1111 1111", "dec/35", .expiryUnreadable),
        ("4111 1111 1111 1111", "12/25", .expired), ("4111 1111 1111 1111", "12/00", .expired),
    ]

    @Test(arguments: mistakes)
    func `is refused after a typing error`(
        number: String,
        expiry: String,
        problem: TypedCard.Problem
    ) throws {
        let sandbox = try Self.sandbox()
        #expect(throws: problem) {
            try sandbox.enter(TypedCard(number: number, expiry: expiry))
        }
        #expect(sandbox.wallet.cards.isEmpty)
    }

    @Test func `shows no more of its number than the end`() {
        let typed = TypedCard(number: "4111 1111 1111 1111", expiry: "12/35")
        var dumped = ""
        dump(typed, to: &dumped)
        for text in ["\(typed)", String(reflecting: typed), dumped] {
            #expect(text.contains("1111") && !text.contains("1111 1111"))
        }
    }
}

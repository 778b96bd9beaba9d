import AppleServers
import PaymentRequest
import PaymentSheet
import PaymentToken
import Testing
import Wallet
import World

@Suite("A tester's account")
struct TesterAccountTests {
    static let refused: [(String, String, TesterAccount.Refusal)] = [
        ("", "US", .addressInvalid), ("mei", "US", .addressInvalid),
        ("@example.cn", "US", .addressInvalid), ("mei@", "US", .addressInvalid),
        ("mei@a@b", "US", .addressInvalid), ("m ei@example.cn", "US", .addressInvalid),
        ("mei@example.cn", "", .countryCodeInvalid), ("mei@example.cn", "cn", .countryCodeInvalid),
        ("mei@example.cn", "CHN", .countryCodeInvalid),
    ]

    @Test(arguments: refused)
    func `needs an address and a country (mission 13.2)`(
        address: String,
        country: String,
        refusal: TesterAccount.Refusal
    ) {
        #expect(throws: refusal) { try TesterAccount(checking: address, countryCode: country) }
    }

    @Test func `empties the wallet when it is signed in or out (mission 13.3, 13.5)`() throws {
        let bench = try WalletBench()
        let wallet = bench.sandbox.wallet
        let tester = try TesterAccount(checking: "mei@example.cn", countryCode: "CN")
        for next in [tester, tester, nil, TesterAccount.first] {
            if wallet.tester != nil { try bench.addCard() }
            wallet.signIn(next)
            #expect(wallet.cards.isEmpty)
            #expect(wallet.tester == next)
            #expect(!wallet.capability.canMakePayments(using: [.visa]))
        }
    }

    @Test func `must be signed in before a test card is added (mission 13.4, 13.6)`() throws {
        let bench = try WalletBench()
        bench.sandbox.wallet.signIn(nil)
        #expect(throws: CardRefusal.noTesterSignedIn) { try bench.addCard() }
        #expect(bench.sandbox.wallet.cards.isEmpty)
        bench.sandbox.wallet.signIn(.first)
        try bench.addCard()
        #expect(bench.sandbox.wallet.cards.map(\.issuerCountry) == ["US"])
    }

    @Test func `says where a card was issued whose bank does not`() throws {
        let bench = try WalletBench()
        bench.sandbox.wallet.signIn(
            try TesterAccount(checking: "mei@example.cn", countryCode: "CN")
        )
        try bench.addCard()
        #expect(bench.sandbox.wallet.cards.map(\.issuerCountry) == ["CN"])
    }

    @Test func `takes the account out of the Secure Element with the card`() async throws {
        let bench = try WalletBench()
        let element = bench.sandbox.secureElement
        try bench.addCard()
        let card = try #require(bench.sandbox.wallet.cards.first)
        func pay() async throws(SecureElementFailure) {
            _ = try await element.pay(
                PaymentInstruction(
                    transactionID: .init(drawnFrom: bench.sandbox.world.randomness),
                    amountMinorUnits: 1,
                    currencyNumericCode: "840",
                    merchantIdentifier: "merchant.com.example",
                    applicationDataHash: nil
                ),
                with: card.account,
                sealedTo: bench.sandbox.server.publicKey
            )
        }
        try await pay()
        bench.sandbox.wallet.signIn(nil)
        await #expect(throws: SecureElementFailure.unknownAccount) { try await pay() }
        await #expect(throws: SecureElementFailure.unknownAccount) { try await pay() }
        bench.sandbox.wallet.signIn(.first)
        try bench.addCard()
        let next = try #require(bench.sandbox.wallet.cards.first)
        #expect(next.account != card.account, "an account's place is not given away again")
    }

    @Test func `takes its cards from under a sheet when it is signed out`() async throws {
        let bench = try WalletBench()
        try bench.addCard()
        let shopper = ScriptedShopper { sheet in
            try await sheet.chooseShippingContact(WalletBench.john)
            bench.sandbox.wallet.signIn(nil)
            await sheet.authorize()
        }
        let outcome = try await bench.presentation(before: shopper).run()
        #expect(outcome == .notPaid(.cancelled))
    }
}

import AppleServers
import PaymentRequest
import PaymentSheet
import TestSandbox
import Testing
import Wallet
import World

@Suite("The cards that a request admits")
struct CardAdmissionTests {
    struct Filter: Sendable {
        var networks: [PaymentNetwork] = [.visa, .masterCard, .chinaUnionPay]
        var capabilities: MerchantCapabilities = .threeDSecure
        var countries: [String]?
        let cards: [String]
    }

    /// A Visa credit card of the United States, a Mastercard debit card of the same, and a UnionPay
    /// debit card of China.
    static let filters = [
        Filter(cards: ["Visa 1111", "MasterCard 4444", "UnionPay 0005"]),
        Filter(networks: [.masterCard], cards: ["MasterCard 4444"]),
        Filter(capabilities: [.threeDSecure, .credit], cards: ["Visa 1111"]),
        Filter(
            capabilities: [.threeDSecure, .debit],
            cards: ["MasterCard 4444", "UnionPay 0005"]
        ),
        Filter(
            capabilities: [.threeDSecure, .credit, .debit],
            cards: ["Visa 1111", "MasterCard 4444", "UnionPay 0005"]
        ),
        Filter(countries: ["US"], cards: ["Visa 1111", "MasterCard 4444"]),
        Filter(countries: ["CN", "JP"], cards: ["UnionPay 0005"]),
        Filter(capabilities: [.threeDSecure, .credit], countries: ["CN"], cards: []),
        Filter(networks: [.amex], cards: []),
        Filter(countries: ["GB"], cards: []),
    ]

    @Test(arguments: filters)
    func `are of its networks, kinds and countries (mission 7.5, 7.6)`(
        filter: Filter
    ) async throws {
        let sandbox = try TestSandbox(world: .simulated(seed: 7, startingAt: SandboxBench.start))
        for card in [SandboxCard.visa, .masterCard, .chinaUnionPay] { try sandbox.provision(card) }
        let merchant = try sandbox.setUpMerchant("merchant.com.example", named: "Shop")
        let seen = LockedValue<[String]?>(nil)
        let app = InstalledApp(
            try sandbox.entitle("com.example.store", to: [merchant.identifier]),
            in: sandbox.wallet,
            before: ScriptedShopper { sheet in
                seen.withLock { $0 = sheet.cards.map(\.displayName) }
            }
        ) { _ in }
        var request = WalletBench.request()
        request.supportedNetworks = filter.networks
        request.merchantCapabilities = filter.capabilities
        request.supportedCountries = filter.countries
        if filter.cards.isEmpty {
            #expect(app.refusal(of: request) == .noCard)
        } else {
            try await app.run(request, for: DelegateApp(RecordingDelegate()))
            #expect(seen.withLock { $0 } == filter.cards)
        }
    }

    @Test(arguments: [("9.1", [] as [PaymentNetwork]), ("9.2", [.chinaUnionPay])])
    func `are those that the system knows (mission 2.5)`(
        version: String,
        networks: [PaymentNetwork]
    ) throws {
        let bench = try WalletBench(
            device: DeviceSetup(.iPhone6s, system: SystemVersion(version))
        )
        if networks.isEmpty {
            let refusal = CardRefusal.networkUnknown(.chinaUnionPay)
            #expect(bench.sandbox.wallet.refusal(ofCardsOf: .chinaUnionPay) == refusal)
            #expect(throws: refusal) { try bench.addCard(.chinaUnionPay) }
        } else {
            try bench.addCard(.chinaUnionPay)
        }
        let app = bench.presentation().app
        #expect(app.capability.cards.map(\.network) == networks)
        #expect(app.passes.map(\.network) == networks)
    }

    @Test func `are reported to observers as long as they are retained`() throws {
        let bench = try WalletBench()
        let app = bench.presentation().app
        let changes = LockedValue<[PassChange]>([])
        var watch: PassChangeObservation? = app.watchPasses { change in
            changes.withLock { $0.append(change) }
        }
        try bench.addCard(.visa)
        try bench.addCard(.amex)
        let passes = app.passes
        let card = try #require(bench.sandbox.wallet.cards.first)
        bench.sandbox.wallet.remove(card)
        bench.sandbox.wallet.remove(card)
        bench.sandbox.wallet.signIn(.first)
        let expected = [
            PassChange(added: [passes[0]]), PassChange(added: [passes[1]]),
            PassChange(removed: [passes[0]]), PassChange(removed: [passes[1]]),
        ]
        #expect(changes.withLock { $0 } == expected)
        withExtendedLifetime(watch) {}
        watch = nil
        try bench.addCard(.visa)
        #expect(changes.withLock { $0.count } == 4)
    }
}

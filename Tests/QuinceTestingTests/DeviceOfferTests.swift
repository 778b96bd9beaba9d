import PassKit
import QuinceTesting
import TestSupport
import Testing

/// The lists of devices, asked through PassKit's own classes.
@MainActor
@Suite("An app on a device of the lists")
struct DeviceOfferTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let row, name, model, system, offer: String
        let networks, cards: [String]
        let canMakePayments: Bool
        let stores, restricted: Bool?
        let watch: String?
        var testDescription: String { "mission \(row): \(name)" }

        /// The cards, as far as the sandbox's card network has such.
        var sandboxCards: [SandboxCard]? {
            let cards = cards.compactMap { words -> SandboxCard? in
                let words = words.split(separator: " ")
                let like = SandboxCard.all.first { $0.network.rawValue == words[0] }
                return like.map {
                    SandboxCard(
                        number: $0.number,
                        displayName: $0.displayName,
                        scheme: $0.scheme,
                        type: words[1] == "debit" ? .debit : .credit
                    )
                }
            }
            return cards.count == self.cards.count ? cards : nil
        }

        var device: DeviceSetup? {
            DeviceModel(rawValue: model).map { model in
                DeviceSetup(
                    model,
                    system: SystemVersion(system),
                    pairedWatch: watch.flatMap { SystemVersion($0) },
                    isRestricted: restricted ?? false
                )
            }
        }
    }

    nonisolated static let cases = VectorFile<Case>.cases(in: "device-capability.json")
        .filter { $0.sandboxCards != nil }

    static func request(_ networks: [PKPaymentNetwork], total: String = "1.00") -> PKPaymentRequest
    {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = networks
        request.merchantCapabilities = .threeDSecure
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "Shop", amount: NSDecimalNumber(string: total))
        ]
        return request
    }

    @Test(arguments: cases)
    func `learns what to offer there (mission 2.2 to 2.6, 4.1 to 4.4)`(vector: Case) async throws {
        let device = try #require(vector.device)
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            cards: [],
            device: device
        )
        for card in try #require(vector.sandboxCards) where device.model != .simulator {
            if device.takesCards(of: card.network) {
                try phone.sandbox.provision(card)
            } else {
                let refusal: CardRefusal =
                    vector.canMakePayments
                    ? .networkUnknown(card.network) : .deviceCannotPay(device.model)
                #expect(throws: refusal) { try phone.sandbox.provision(card) }
            }
        }
        try await phone.onDevice {
            let networks = vector.networks.map { PKPaymentNetwork($0) }
            let isPaying = vector.offer == "showPayButton"
            typealias Controller = PKPaymentAuthorizationController
            typealias ViewController = PKPaymentAuthorizationViewController
            #expect(Controller.canMakePayments() == vector.canMakePayments)
            #expect(Controller.canMakePayments(usingNetworks: networks) == isPaying)
            #expect(
                Controller.canMakePayments(usingNetworks: networks, capabilities: .threeDSecure)
                    == isPaying
            )
            #expect(ViewController.canMakePayments() == vector.canMakePayments)
            #expect(ViewController.canMakePayments(usingNetworks: networks) == isPaying)
            let sheet = ViewController(paymentRequest: Self.request(networks))
            #expect((sheet != nil) == isPaying)
        }
    }

    @Test func `asks for each row of the lists`() {
        let rows = Set(Self.cases.flatMap { $0.row.split(separator: " ") })
        #expect(
            rows.isSuperset(of: ["2.2", "2.3", "2.4", "2.5", "2.6", "4.1", "4.2", "4.3", "4.4"])
        )
        #expect(Self.cases.contains { $0.restricted == true })
    }

    nonisolated static let networks: [(String, [PKPaymentNetwork], [PKPaymentNetwork])] = [
        ("8.1", [.amex, .masterCard, .visa], [.discover, .privateLabel]),
        ("9.0", [.discover, .privateLabel], [.interac, .chinaUnionPay]),
        ("9.2", [.interac, .chinaUnionPay], [.JCB]),
        ("10.1", [.JCB, .suica], [.maestro]),
    ]

    @Test(arguments: networks)
    func `finds the networks of its system, with any cards (mission 2.7)`(
        system: String,
        known: [PKPaymentNetwork],
        unknown: [PKPaymentNetwork]
    ) async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            device: DeviceSetup(.iPhone6, system: SystemVersion(system))
        )
        try await phone.onDevice {
            let available = PKPaymentRequest.availableNetworks()
            #expect(known.allSatisfy(available.contains))
            #expect(!unknown.contains(where: available.contains))
        }
    }

    @Test(arguments: [("11.4", "0", false), ("12.0", "0", true), ("11.4", "0.01", true)])
    func `asks for no scheme since iOS 12`(
        system: String,
        total: String,
        isShown: Bool
    ) async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            device: DeviceSetup(.iPhone7, system: SystemVersion(system))
        )
        try await phone.onDevice {
            let request = Self.request([.visa], total: total)
            let sheet = PKPaymentAuthorizationViewController(paymentRequest: request)
            #expect((sheet != nil) == isShown)
        }
    }

    @Test(
        arguments: [
            (DeviceSetup(.iPhone7, system: SystemVersion(11, 4)), false),
            (DeviceSetup(.iPhone7, system: SystemVersion(12)), true),
            (DeviceSetup(.appleWatch, system: SystemVersion(4, 3)), false),
            (DeviceSetup(.appleWatch, system: SystemVersion(5)), true),
        ]
    )
    func `may be zero in an update since iOS 12 and watchOS 5`(
        device: DeviceSetup,
        isPaid: Bool
    ) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", device: device)
        let shop = Shop.withCoupons()
        shop.onCoupon = { _, reply in
            reply(.init(paymentSummaryItems: [Shop.item("Toy Store", "0")]))
        }
        let record = try await phone.run(
            ScriptedShopper(.enterCouponCode("SPRING"), .authorize)
        ) { shop.buy() }
        #expect(record.isPaid == isPaid)
        if isPaid { return }
        guard case .notPaid(.invalidUpdate) = record.outcome else {
            Issue.record("\(record)")
            return
        }
        #expect(record.mistakes.map { $0.contains("before iOS 12 and watchOS 5") } == [true])
        #expect(shop.log == ["method", "contact", "coupon SPRING", "didFinish"])
    }

    @Test(
        arguments: [
            (DeviceModel.iPhone5, true), (.iPhone17, true), (.appleWatch, true),
            (.simulator, true), (.iPadAir2, false), (.iPadMini3, false), (.iPadMini4, false),
            (.iPadPro, false),
        ]
    )
    func `has a library of cards everywhere, and takes other passes where there is a Wallet`(
        model: DeviceModel,
        takesPasses: Bool
    ) async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            device: DeviceSetup(model)
        )
        try await phone.onDevice {
            #expect(PKPassLibrary.isPassLibraryAvailable())
            #expect(PKAddPassesViewController.canAddPasses() == takesPasses)
        }
    }

    @Test func `shows no sheet for networks that its system does not know`() async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            cards: [.visa.alsoOn(.mir), .amex],
            device: DeviceSetup(.iPhone7, system: SystemVersion(14, 4))
        )
        try await phone.onDevice {
            typealias Controller = PKPaymentAuthorizationController
            #expect(!Controller.canMakePayments(usingNetworks: [.mir]))
            #expect(
                PKPaymentAuthorizationViewController(paymentRequest: Self.request([.mir])) == nil
            )
        }
    }

    @Test func `finds an iPhone 5s's cards on its watch (mission 2.4)`() async throws {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            device: DeviceSetup(.iPhone5s, pairedWatch: SystemVersion(5, 3))
        )
        try await phone.onDevice {
            let library = PKPassLibrary()
            #expect(library.passes().isEmpty)
            #expect(library.remoteSecureElementPasses.map(\.isRemotePass) == [true])
        }
        try await phone.run(ScriptedShopper(.authorize)) { ToyStore().buy() }
    }
}

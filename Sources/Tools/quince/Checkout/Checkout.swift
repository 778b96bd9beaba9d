internal import AppleServers
internal import Bytes
internal import CardAccounts
import CardNetwork
internal import Certificates
internal import CommandLineTool
internal import Files
internal import MerchantServer
import PaymentRequest
internal import PaymentSheet
internal import PaymentToken
internal import Payments
internal import PostgreSQL
internal import Processors
import Storage
internal import TestSandbox
internal import TokenIntake
internal import Wallet
internal import World

/// One payment through every module, from the merchant's set-up to the receipt.
struct Checkout: Sendable {
    /// The default time of seeded checkouts.
    static let seededMoment = UnixTime(seconds: 1_767_268_800)

    private let scenario: CheckoutScenario
    private let declines: Bool
    private let folder: CheckoutFolder
    private let world: World
    private let person: (any SheetShopper)?
    private let network: CheckoutNetwork?
    private let server: PostgreSQLAddress?
    private let asksForBillingAddress: Bool

    /// Creates a checkout.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - declines: Whether the issuer declines the scenario's card: insufficient funds.
    ///   - folder: The folder for its files.
    ///   - world: The clock and the random numbers.
    ///   - person: A person who operates the sheet, with the contacts of every scenario and every
    ///     test card to choose from, and with PINs; nil for the scenario's own shopper.
    ///   - network: The card network that is asked over TCP; nil for one in the process.
    ///   - server: The PostgreSQL database with the orders; nil for the file in the folder.
    ///   - asksForBillingAddress: Whether the app requires the billing address, which the issuer
    ///     compares with its own.
    init(
        _ scenario: CheckoutScenario,
        declines: Bool,
        folder: CheckoutFolder,
        world: World,
        byHandOf person: (any SheetShopper)? = nil,
        over network: CheckoutNetwork? = nil,
        keepingOrdersOn server: PostgreSQLAddress? = nil,
        asksForBillingAddress: Bool = false
    ) {
        self.scenario = scenario
        self.declines = declines
        self.folder = folder
        self.world = world
        self.person = person
        self.network = network
        self.server = server
        self.asksForBillingAddress = asksForBillingAddress
    }

    /// The result of a checkout.
    struct Ending: Sendable {
        /// How the sheet ended.
        let outcome: PaymentSheet.Outcome
        /// The receipt, or why there is none; nil if the shopper did not authorize.
        let result: Result<PaymentReceipt, PaymentRefusal>?
        /// The token; nil if none was made.
        let token: SealedPaymentToken?
        /// The number of authorizations that the card network approved.
        var approvals = 0
    }

    /// Runs the checkout.
    ///
    /// - Throws: ``CommandLineTool/UsageProblem`` if it could not be completed. A declined card and a
    ///   refused token are results.
    func run(
        observe: @escaping @Sendable (CheckoutEvent) -> Void
    ) async throws(UsageProblem) -> Ending {
        let sandbox = try reporting { try TestSandbox(world: world) }
        try reporting(hint: Self.writableFolder) {
            try folder.open()
            if let configuration { try folder.write(configuration) }
        }
        let approvals = LockedValue(0)
        let acquirer = try await signOn(in: sandbox) { observation in
            if observation.isApproval { approvals.withLock { $0 += 1 } }
            observe(.network(observation))
        }
        var ended = try await closing(acquirer.stop) { () throws(UsageProblem) in
            try await run(in: sandbox, chargingBy: acquirer, observe: observe)
        }
        guard network == nil else {
            ended.approvals = approvals.withLock { $0 }
            return ended
        }
        ended.approvals = try await reporting("the card network", hint: Self.help) {
            try await sandbox.network.approvals()
        }
        return ended
    }

    /// The configuration of a server for the shop; nil where no server reaches its network.
    private var configuration: ShopConfiguration? {
        network.map { ShopConfiguration(scenario: scenario, network: $0, server: server) }
    }

    private func signOn(
        in sandbox: TestSandbox,
        observe: @escaping @Sendable (AcquirerObservation) -> Void
    ) async throws(UsageProblem) -> CardNetworkAcquirer {
        guard let network else {
            return try CheckoutNetwork.acquirer(for: scenario, in: sandbox.network)
        }
        return try await network.signOn(for: scenario, observe: observe)
    }

    private func run(
        in sandbox: TestSandbox,
        chargingBy processor: any PaymentProcessor,
        observe: @escaping @Sendable (CheckoutEvent) -> Void
    ) async throws(UsageProblem) -> Ending {
        let (merchant, entitlement) = try setUpMerchant(in: sandbox, observe: observe)
        try await fillWallet(in: sandbox, observe: observe)
        checkCapability(of: sandbox.wallet, observe: observe)
        let database = try await openDatabase()
        return try await closing(database.close) { () throws(UsageProblem) in
            let shop = try shop(
                of: merchant,
                in: sandbox,
                with: database,
                chargingBy: processor,
                observe: observe
            )
            return try await pay(entitlement, of: merchant, in: sandbox, at: shop, observe: observe)
        }
    }

    private func pay(
        _ entitlement: AppEntitlement,
        of merchant: SandboxMerchant,
        in sandbox: TestSandbox,
        at shop: Shop,
        observe: @escaping @Sendable (CheckoutEvent) -> Void
    ) async throws(UsageProblem) -> Ending {
        await settleEarlier(shop.desk)
        let token = LockedValue<SealedPaymentToken?>(nil)
        let app = InstalledApp(
            entitlement,
            in: sandbox.wallet,
            contacts: person == nil ? [] : scenario.contactsToChooseFrom,
            before: person ?? scenario.shopper(choosesBilling: asksForBillingAddress)
        ) { observation in
            if case .handedToDelegate(let made) = observation { token.withLock { $0 = made } }
            observe(.sheet(observation))
        }
        var request = scenario.request(applicationData: shop.applicationData, at: world.clock.now)
        if asksForBillingAddress { request.requiredBillingContactFields = [.postalAddress] }
        let outcome = try await reporting("no sheet was shown", hint: Self.help) {
            try await app.run(request, for: DelegateApp(shop))
        }
        let made = token.withLock { $0 }
        do throws(FileFailure) {
            try folder.write(folder.files.set(sandbox.authorities, merchant, made, configuration))
        } catch {
            guard case .success(let receipt) = shop.result.withLock({ $0 }) else {
                throw UsageProblem(error, hint: Self.writableFolder)
            }
            folder.keepOrders()
            throw UsageProblem(
                "order \(receipt.order.number) is placed and its payment is authorized, but the files "
                    + "of the checkout are not written: \(error)",
                hint:
                    "do not pay again; make the folder of the checkout writable, and remove what is in "
                    + "the way"
            )
        }
        return Ending(
            outcome: outcome,
            result: shop.result.withLock { $0 },
            token: made
        )
    }

    /// Settles what interrupted checkouts left in the folder: each operation, and the reversal that may
    /// follow from it. Where the database fails, so does the payment.
    private func settleEarlier(_ desk: PaymentDesk) async {
        for _ in 0..<3 {
            guard let report = try? await desk.settleDue(), !report.operations.isEmpty else {
                return
            }
        }
    }

    private func setUpMerchant(
        in sandbox: TestSandbox,
        observe: (CheckoutEvent) -> Void
    ) throws(UsageProblem) -> (SandboxMerchant, AppEntitlement) {
        try reporting(hint: Self.help) {
            let merchant = try sandbox.setUpMerchant(
                scenario.merchantIdentifier,
                named: scenario.totalLabel
            ) { step in
                switch step {
                case .registered(let identifier):
                    observe(.merchantRegistered(identifier, MemberCenter.firstTeam))
                case .requested(let request): observe(.requestSigned(request))
                case .certified(let certificate): observe(.certificateIssued(certificate))
                }
            }
            let entitlement = try sandbox.entitle(
                scenario.bundleIdentifier,
                to: [merchant.identifier]
            )
            observe(.appEntitled(entitlement))
            return (merchant, entitlement)
        }
    }

    /// Adds the scenario's card and, for a person, all others. The issuer declines only the first,
    /// so that a person can try another. A person is asked for PINs, which only chip data has.
    private func fillWallet(
        in sandbox: TestSandbox,
        observe: (CheckoutEvent) -> Void
    ) async throws(UsageProblem) {
        var cards = [scenario.card]
        if person != nil {
            cards += SandboxCard.all.filter { $0 != scenario.card }
            cards = cards.map { $0.payingByChip() }
        }
        let accounts = try await network?.accounts(for: cards) ?? []
        try reporting(hint: Self.help) {
            for (index, card) in cards.enumerated() {
                let (added, account) =
                    network == nil
                    ? try sandbox.provision(
                        card,
                        availableMinorUnits: declines && index == 0 ? 0 : 1_000_000
                    ) : try sandbox.add(card, account: accounts[index])
                observe(.cardProvisioned(added, maskedAccount: account))
            }
        }
    }

    private func checkCapability(of wallet: Wallet, observe: (CheckoutEvent) -> Void) {
        let offer = wallet.capability.offer(
            for: scenario.networks,
            capabilities: scenario.capabilities
        )
        observe(
            .capabilityChecked(canMakePayments: wallet.capability.canMakePayments, offer: offer)
        )
    }

    private func openDatabase() async throws(UsageProblem) -> Database {
        let migrations = MerchantAPIServer.migrations
        if let server {
            return try await reporting(OrdersAddress.subject) {
                try await Database(server, migrations: migrations)
            }
        }
        return try await reporting(hint: Self.writableFolder) {
            try await Database(path: folder.files.orders, migrations: migrations)
        }
    }

    private func shop(
        of merchant: SandboxMerchant,
        in sandbox: TestSandbox,
        with database: Database,
        chargingBy processor: any PaymentProcessor,
        observe: @escaping @Sendable (CheckoutEvent) -> Void
    ) throws(UsageProblem) -> Shop {
        let anchor = try reporting("a certificate could not be made", hint: Self.help) {
            try TrustAnchor(root: sandbox.authorities.root)
        }
        let desk = try reporting(hint: Self.help) {
            try PaymentDesk(
                intake: TokenIntake(
                    verifier: PaymentTokenVerifier(trusting: anchor),
                    keys: [merchant.merchantKey],
                    clock: world.clock
                ),
                database: database,
                processors: ProcessorRoutes(processor),
                world: world
            )
        }
        let reference = "cart-" + Hexadecimal.encode(world.randomness.bytes(8))
        return Shop(
            scenario: scenario,
            desk: desk,
            merchantReference: reference,
            applicationData: Array((scenario.applicationData ?? reference).utf8),
            asksForPINs: person != nil,
            observe: { observe(.server($0)) }
        )
    }

    private static let help = "quince help checkout"
    static let writableFolder = "--out DIR names a folder that can be written to"
}

extension AuthorityFailure: ReportedFailure {
    var usageProblem: UsageProblem {
        UsageProblem("\(self)", hint: "quince checkout --at 2026-01-01T12:00:00Z")
    }
}

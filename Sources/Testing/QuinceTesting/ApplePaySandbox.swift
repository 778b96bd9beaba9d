internal import AppleServers
internal import Certificates
public import PaymentSheet
public import PaymentToken
public import TestSandbox
public import Wallet
internal import World

/// A phone with Apple Pay in the test's process, with Apple's servers and a bank behind it.
///
/// ```swift
/// let sandbox = try ApplePaySandbox(merchant: "merchant.com.example")
/// let payment = try await sandbox.run(ScriptedShopper(.authorize)) { store.buy() }
/// #expect(payment.isPaid)
/// ```
///
/// Each sandbox is a world of its own; tests that have one each run side by side. Everything in it
/// is marked TEST, and nothing trusts it unless it is told to.
public final class ApplePaySandbox: Sendable {
    /// Who and what is in the sandbox.
    public let sandbox: TestSandbox
    /// The merchants that the app is entitled to, each with its key and certificate.
    public let merchants: [SandboxMerchant]
    /// The phone with the app.
    public let phone: ApplePayPhone
    /// The contacts that the phone knows, the preferred first.
    public var contacts: [Contact] { phone.contacts }
    /// The form in which the app gets a token; nil for the device's.
    public var tokenForm: InstalledApp.TokenForm? { phone.tokenForm }

    /// A sandbox.
    ///
    /// - Parameters:
    ///   - merchant: The merchant identifiers in the app's entitlement.
    ///   - cards: The cards in the wallet, the default card first; nil for a Visa card where the
    ///     device takes one, or for the cards that a simulator has.
    ///   - contacts: The contacts that the phone knows, the preferred first.
    ///   - device: The phone; unless given, one of today.
    ///   - tokenForm: What the app gets for a token; nil for what the device gives.
    ///   - seed: Where it is given, everything that is left to chance follows from it, and it is
    ///     2026-01-01T12:00:00Z.
    /// - Throws: What keeps the sandbox from being made, such as ``Wallet/CardRefusal``.
    public init(
        merchant: String...,
        cards: [SandboxCard]? = nil,
        contacts: [Contact] = [.johnAppleseed],
        device: DeviceSetup = DeviceSetup(),
        tokenForm: InstalledApp.TokenForm? = nil,
        seed: UInt64? = nil
    ) throws {
        let world = seed.map { World.simulated(seed: $0, startingAt: Self.seededMoment) } ?? .system
        sandbox = try TestSandbox(world: world, device: device)
        var merchants: [SandboxMerchant] = []
        for identifier in merchant {
            merchants.append(try sandbox.setUpMerchant(identifier, named: "Quince TEST shop"))
        }
        self.merchants = merchants
        let app = try sandbox.entitle("com.example.app", to: merchants.map(\.identifier))
        for card in cards ?? SandboxCard.usual(on: device) { try sandbox.provision(card) }
        phone = ApplePayPhone(app, sandbox.wallet, contacts, tokenForm) { [sandbox, merchants] in
            try? Self.open($0, of: merchants, in: sandbox)
        }
    }

    private static let seededMoment = UnixTime(seconds: 1_767_268_800)

    /// Lets an app show a sheet, and a shopper use it, as ``ApplePayPhone/run(_:patience:onEveryThread:_:)``
    /// does.
    ///
    /// - Parameters:
    ///   - shopper: Who uses the sheets that are shown.
    ///   - patience: The real time within which the sheet must come up, and be dismissed.
    ///   - onEveryThread: Whether every thread belongs to this phone until the run ends.
    ///   - body: What makes the app show the sheet, such as pressing its button.
    /// - Returns: What happened, from the first sheet to the last.
    /// - Throws: What the body or the shopper's script throws, or ``NoSheetPresented``.
    @discardableResult
    public func run(
        _ shopper: any SheetShopper,
        patience: Duration = .seconds(5),
        onEveryThread: Bool = false,
        _ body: @MainActor @Sendable () async throws -> Void
    ) async throws -> ObservedPayment {
        try await phone.run(shopper, patience: patience, onEveryThread: onEveryThread, body)
    }

    /// Runs something on this phone that needs no sheet.
    public func onDevice<Result>(
        _ body: @MainActor @Sendable () async throws -> Result
    ) async throws -> Result where Result: Sendable {
        try await phone.onDevice(body)
    }

    /// Runs something that needs no sheet on this phone, and says what happened: whether a card is
    /// to be set up, and what the app did wrong.
    ///
    /// The test may then add the card, with `sandbox.provision` or, as a person would type it, with
    /// `sandbox.enter`.
    public func record(
        _ body: @MainActor @Sendable () async throws -> Void
    ) async throws -> ObservedPayment {
        try await phone.record(body)
    }

    /// Opens a token as the merchant's server does.
    ///
    /// - Throws: ``PaymentToken/TokenRefusal``.
    public func open(_ token: SealedPaymentToken) throws -> OpenedPaymentToken {
        try Self.open(token, of: merchants, in: sandbox)
    }

    private static func open(
        _ token: SealedPaymentToken,
        of merchants: [SandboxMerchant],
        in sandbox: TestSandbox
    ) throws -> OpenedPaymentToken {
        let anchor = try TrustAnchor(root: sandbox.authorities.root)
        return try PaymentTokenVerifier(trusting: anchor)
            .verify(token, at: sandbox.world.clock.now)
            .opened(with: merchants.map(\.merchantKey))
    }
}

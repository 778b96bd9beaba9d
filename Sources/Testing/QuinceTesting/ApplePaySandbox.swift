internal import AppleServers
internal import Certificates
public import DeviceModels
internal import PaymentDevice
internal import PaymentSheet
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
    /// The contacts that the phone knows, the preferred first.
    public let contacts: [Contact]
    /// What the app gets for a token; nil for what the device gives.
    public let tokenForm: InstalledApp.TokenForm?
    private let app: AppEntitlement

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
    /// - Throws: ``TestSandbox/SandboxFailure``.
    public init(
        merchant: String...,
        cards: [SandboxCard]? = nil,
        contacts: [Contact] = [.johnAppleseed],
        device: DeviceSetup = DeviceSetup(),
        tokenForm: InstalledApp.TokenForm? = nil,
        seed: UInt64? = nil
    ) throws(SandboxFailure) {
        let world = seed.map { World.simulated(seed: $0, startingAt: Self.seededMoment) } ?? .system
        sandbox = try TestSandbox(world: world, device: device)
        var merchants: [SandboxMerchant] = []
        for identifier in merchant {
            merchants.append(try sandbox.setUpMerchant(identifier, named: "Quince TEST shop"))
        }
        self.merchants = merchants
        app = try sandbox.entitle("com.example.app", to: merchants.map(\.identifier))
        for card in cards ?? SandboxCard.usual(on: device) { try sandbox.provision(card) }
        self.contacts = contacts
        self.tokenForm = tokenForm
    }

    private static let seededMoment = UnixTime(seconds: 1_767_268_800)

    /// Lets an app show a sheet, and a shopper use it; comes back when the app has dismissed it.
    ///
    /// A sheet that the app shows after another has ended is used by the same shopper, and waited for
    /// as well.
    ///
    /// - Parameters:
    ///   - shopper: Who uses the sheets that are shown.
    ///   - patience: The real time within which the sheet must come up, and be dismissed.
    ///   - onEveryThread: Until it asks for its sheet, the app runs on this phone whatever its
    ///     thread; then, in its delegate's methods and the tasks that they make. With true, every thread
    ///     belongs to this phone until the run ends, and other runs wait for that.
    ///   - body: What makes the app show the sheet, such as pressing its button.
    /// - Returns: What happened, from the first sheet to the last.
    /// - Throws: What the body or the shopper's script throws, or ``NoSheetPresented``.
    @discardableResult
    public func run(
        _ shopper: ScriptedShopper,
        patience: Duration = .seconds(5),
        onEveryThread: Bool = false,
        _ body: @MainActor @Sendable () async throws -> Void
    ) async throws -> PaymentRecord {
        let recorder = Recorder(self)
        let claim = LockedValue<ProcessDevice.Claim?>(nil)
        let phone = phone(
            before: shopper,
            presentationAsked: {
                if !onEveryThread { claim.withLock(\.self).map(ProcessDevice.end) }
            },
            observe: recorder.note
        )
        return try await ProcessDevice.claim(for: phone) { made in
            claim.withLock { $0 = made }
            defer { claim.withLock { $0 = nil } }
            try await CurrentDevice.with(phone) { try await body() }
            guard var sheet = await phone.sheet(within: patience) else {
                throw NoSheetPresented(mistakes: recorder.record.mistakes, waited: patience)
            }
            var failure: (any Error)?
            while true {
                _ = await sheet.ended()
                failure = failure ?? sheet.failure
                if await !sheet.dismissed(within: patience) { phone.report(.neverDismissed) }
                guard let next = await phone.sheet(after: sheet, within: patience) else { break }
                sheet = next
            }
            if let failure { throw failure }
            return recorder.record
        }
    }

    /// Runs something on this phone that needs no sheet.
    public func onDevice<Result>(
        _ body: @MainActor @Sendable () async throws -> Result
    ) async throws -> Result where Result: Sendable {
        let phone = phone(before: ScriptedShopper()) { _ in }
        return try await ProcessDevice.claim(for: phone) { _ in
            try await CurrentDevice.with(phone) { try await body() }
        }
    }

    /// Runs something that needs no sheet on this phone, and says what happened: whether a card is
    /// to be set up, and what the app did wrong.
    ///
    /// The test may then add the card, with `sandbox.provision` or, as a person would type it, with
    /// `sandbox.enter`.
    public func record(
        _ body: @MainActor @Sendable () async throws -> Void
    ) async throws -> PaymentRecord {
        let recorder = Recorder(self)
        let phone = phone(before: ScriptedShopper(), observe: recorder.note)
        return try await ProcessDevice.claim(for: phone) { _ in
            try await CurrentDevice.with(phone) { try await body() }
            return recorder.record
        }
    }

    private func phone(
        before shopper: ScriptedShopper,
        presentationAsked: @escaping @Sendable () -> Void = {},
        observe: @escaping @Sendable (PaymentObservation) -> Void
    ) -> InstalledApp {
        InstalledApp(
            app,
            in: sandbox.wallet,
            contacts: contacts,
            tokenForm: tokenForm,
            before: shopper,
            presentationAsked: presentationAsked,
            observe: observe
        )
    }

    /// Opens a token as the merchant's server does.
    ///
    /// - Throws: ``PaymentToken/TokenRefusal``.
    public func open(_ token: SealedPaymentToken) throws -> OpenedPaymentToken {
        let anchor = try TrustAnchor(root: sandbox.authorities.root)
        return try PaymentTokenVerifier(trusting: anchor)
            .verify(token, at: sandbox.world.clock.now)
            .opened(with: merchants.map(\.merchantKey))
    }
}

/// The app showed no sheet.
public struct NoSheetPresented: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the app did wrong.
    public let mistakes: [String]
    /// How long a sheet was waited for, in real time.
    public let waited: Duration

    /// The cause, where it is known.
    public var description: String {
        mistakes.isEmpty
            ? "the app presented no payment sheet within \(waited) after the closure of run(_:);"
                + " call present on a PKPaymentAuthorizationController there, and give run a longer"
                + " patience where the app first waits for something"
            : mistakes.joined(separator: "\n")
    }
}

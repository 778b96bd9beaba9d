internal import AppleServers
public import PaymentRequest
internal import PaymentSheet
internal import PaymentToken
public import Wallet
internal import World

/// A phone in the test's process with an app on it, which shows its sheets to shoppers of the test.
///
/// ``ApplePaySandbox`` has one, with Apple's servers in the process. This one has any wallet, such as
/// that of a sandbox in another process.
public final class ApplePayPhone: Sendable {
    /// The wallet.
    public let wallet: Wallet
    /// The contacts that the phone knows, the preferred first.
    public let contacts: [Contact]
    /// The form in which the app gets a token; nil for the device's.
    public let tokenForm: InstalledApp.TokenForm?
    private let app: AppEntitlement
    private let open: @Sendable (SealedPaymentToken) -> OpenedPaymentToken?

    /// A phone. Its records have no opened tokens: the merchants' keys are elsewhere.
    ///
    /// - Parameters:
    ///   - wallet: The wallet.
    ///   - merchant: The merchant identifiers in the app's entitlement.
    ///   - contacts: The contacts that the phone knows, the preferred first.
    ///   - tokenForm: What the app gets for a token; nil for what the device gives.
    public convenience init(
        wallet: Wallet,
        merchant: String...,
        contacts: [Contact] = [.johnAppleseed],
        tokenForm: InstalledApp.TokenForm? = nil
    ) {
        let app = AppEntitlement(
            bundleIdentifier: "com.example.app",
            merchantIdentifiers: merchant
        )
        self.init(app, wallet, contacts, tokenForm) { _ in nil }
    }

    init(
        _ app: AppEntitlement,
        _ wallet: Wallet,
        _ contacts: [Contact],
        _ tokenForm: InstalledApp.TokenForm?,
        open: @escaping @Sendable (SealedPaymentToken) -> OpenedPaymentToken?
    ) {
        (self.app, self.wallet, self.contacts) = (app, wallet, contacts)
        (self.tokenForm, self.open) = (tokenForm, open)
    }

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
        _ shopper: any SheetShopper,
        patience: Duration = .seconds(5),
        onEveryThread: Bool = false,
        _ body: @MainActor @Sendable () async throws -> Void
    ) async throws -> ObservedPayment {
        let recorder = Recorder(open: open)
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
    /// The test may then add the card.
    public func record(
        _ body: @MainActor @Sendable () async throws -> Void
    ) async throws -> ObservedPayment {
        let recorder = Recorder(open: open)
        let phone = phone(before: ScriptedShopper(), observe: recorder.note)
        return try await ProcessDevice.claim(for: phone) { _ in
            try await CurrentDevice.with(phone) { try await body() }
            return recorder.record
        }
    }

    private func phone(
        before shopper: any SheetShopper,
        presentationAsked: @escaping @Sendable () -> Void = {},
        observe: @escaping @Sendable (PaymentObservation) -> Void
    ) -> InstalledApp {
        InstalledApp(
            app,
            in: wallet,
            contacts: contacts,
            tokenForm: tokenForm,
            before: shopper,
            presentationAsked: presentationAsked,
            observe: observe
        )
    }
}

public import AppleServers
internal import DeviceModels
internal import JSON
internal import Money
public import PaymentDevice
public import PaymentRequest
public import PaymentSheet
internal import PaymentToken
internal import World

/// An app on a device with a wallet, and whoever stands before the device.
public final class InstalledApp: PaymentDevice {
    /// What an app gets for a token.
    public enum TokenForm: Hashable, Sendable {
        /// The token, sealed to the merchant, as on a device.
        case sealed
        /// No bytes at all under one identifier for all, as Xcode's simulator gives (mission 13.8).
        case simulator
    }

    /// The device's wallet.
    public let wallet: Wallet
    /// The contacts that the device knows, the preferred first.
    public let contacts: [Contact]
    let observe: @Sendable (PaymentObservation) -> Void
    private let entitlement: AppEntitlement
    /// What the app gets for a token.
    public let tokenForm: TokenForm
    private let shopper: any SheetShopper
    private let presentationAsked: @Sendable () -> Void
    let screen = SheetScreen()

    /// An app.
    ///
    /// - Parameters:
    ///   - entitlement: The merchants that it may ask payments for.
    ///   - wallet: The device's wallet.
    ///   - contacts: The contacts that the device knows, the preferred first.
    ///   - tokenForm: What the app gets for a token; nil for what the device gives.
    ///   - shopper: Who uses the sheets.
    ///   - presentationAsked: Is called when the app asks for a sheet, before it is shown or refused.
    ///   - observe: Is told what happens, in order.
    public init(
        _ entitlement: AppEntitlement,
        in wallet: Wallet,
        contacts: [Contact] = [],
        tokenForm: TokenForm? = nil,
        before shopper: any SheetShopper,
        presentationAsked: @escaping @Sendable () -> Void = {},
        observe: @escaping @Sendable (PaymentObservation) -> Void
    ) {
        self.entitlement = entitlement
        self.wallet = wallet
        self.contacts = contacts
        self.tokenForm =
            tokenForm ?? (wallet.device.model == .simulator ? .simulator : .sealed)
        self.shopper = shopper
        self.presentationAsked = presentationAsked
        self.observe = observe
    }

    /// What apps can learn before they ask for a payment.
    public var capability: PaymentCapability { wallet.capability }

    /// The networks that the device's system knows.
    public var availableNetworks: [PaymentNetwork] { wallet.device.availableNetworks }

    /// Whether people keep passes on the device, besides the cards that pay.
    public var takesPasses: Bool { wallet.device.model.takesPasses }

    /// The passes of the cards in the wallet.
    public var passes: [DevicePass] { wallet.passes }

    /// Tells somebody when cards come into the wallet or leave it, until the watch is let go of.
    public func watchPasses(_ watcher: @escaping PassChangeObservers.Watcher)
        -> PassChangeObservation
    {
        wallet.watchPasses(watcher)
    }

    /// Tells the onlooker that a card is to be set up; does nothing where the device cannot pay.
    public func openPaymentSetup() {
        if capability.canMakePayments { observe(.paymentSetupOpened) }
    }

    /// Tells the onlooker of an app's mistake.
    public func report(_ mistake: AppMistake) {
        observe(.appMistake(mistake))
        if case .notPresented = mistake { screen.refuse() }
    }

    /// Why no sheet would be shown for a request.
    public func refusal(of request: PaymentRequest) -> PresentationRefusal? {
        do {
            _ = try sheet(for: request)
            return nil
        } catch { return error }
    }

    /// Shows a sheet, one at a time.
    public func present(
        _ request: PaymentRequest,
        for app: any PaymentApp
    ) async throws(PresentationRefusal) -> any PresentedSheet {
        try show(request, for: app)
    }

    /// Shows a sheet to the shopper until it is over.
    @discardableResult
    public func run(
        _ request: PaymentRequest,
        for app: any PaymentApp
    ) async throws(PresentationRefusal) -> PaymentSheet.Outcome {
        let sheet = try show(request, for: app)
        sheet.begin()
        defer { screen.remove(sheet) }
        return await sheet.ended()
    }

    /// An app has asked for a sheet.
    public func presentationIsAsked() {
        screen.expect()
        presentationAsked()
    }

    /// An app knows what came of the sheet that it has asked for.
    public func presentationIsDecided() { screen.stopExpecting() }

    /// Waits for the sheet that is on screen or was last.
    ///
    /// - Parameters:
    ///   - earlier: A sheet that is over: only one that comes after it counts, and only where the
    ///     app has asked for it already.
    ///   - patience: How much real time a sheet has to come up.
    /// - Returns: The sheet; nil where none comes up within that time, or where one was refused and
    ///   the app asks for no other.
    public func sheet(
        after earlier: SheetSession? = nil,
        within patience: Duration
    ) async -> SheetSession? {
        if await screen.isDecided(after: earlier, within: patience) {
            // What the app does upon an answer that it awaits, it does when its turn has come.
            await MainActor.run {}
            _ = await screen.isDecided(after: earlier, within: patience)
        }
        let latest = screen.latest
        return latest === earlier ? nil : latest
    }

    private func show(
        _ request: PaymentRequest,
        for app: any PaymentApp
    ) throws(PresentationRefusal) -> SheetSession {
        let sheet: PaymentSheet
        do throws(PresentationRefusal) {
            guard entitlement.merchantIdentifiers.contains(request.merchantIdentifier) else {
                _ = try self.sheet(for: request)
                throw PresentationRefusal.merchantNotInEntitlement(
                    merchant: request.merchantIdentifier,
                    entitled: entitlement.merchantIdentifiers
                )
            }
            sheet = try self.sheet(for: request)
        } catch {
            report(.notPresented(error))
            throw error
        }
        let session = SheetSession(sheet, on: self, for: app, before: shopper)
        guard screen.show(session) else {
            report(.notPresented(.sheetIsShown))
            throw .sheetIsShown
        }
        observe(.presented(sheet.request))
        return session
    }

    private func sheet(for request: PaymentRequest) throws(PresentationRefusal) -> PaymentSheet {
        let valid: ValidPaymentRequest
        do {
            valid = try request.validated(
                admitsZeroTotal: wallet.device.admitsZeroTotals
            )
        } catch { throw .invalidRequest(error) }
        guard capability.canMakePayments else { throw .deviceCannotPay }
        guard let card = wallet.cards(for: request).first else { throw .noCard }
        return PaymentSheet(
            request: valid,
            shopper: PaymentSheet.Shopper(
                card: PaymentSheet.Card(id: card.id, method: card.method),
                shippingContact: contacts.first,
                billingContact: contacts.first
            ),
            asksForMerchantSession: true
        )
    }

    func payment(
        _ token: SealedPaymentToken,
        _ details: PaymentSheet.Payment
    ) -> AuthorizedPayment {
        switch tokenForm {
        case .sealed:
            AuthorizedPayment(
                transactionIdentifier: token.transactionID.transactionIdentifier,
                paymentData: Array(token.paymentData.compact.utf8),
                details: details
            )
        case .simulator:
            AuthorizedPayment(
                transactionIdentifier: "Simulated Identifier",
                paymentData: [],
                details: details.showing(shown(details.method))
            )
        }
    }

    /// What the app sees of a card, redacted or not: on a simulator neither its name nor its kind.
    func shown(_ method: PaymentMethod) -> PaymentMethod {
        guard tokenForm == .simulator else { return method }
        return PaymentMethod(
            displayName: method.displayName.map { _ in "Simulated Instrument" },
            network: method.network,
            billingContact: method.billingContact
        )
    }
}

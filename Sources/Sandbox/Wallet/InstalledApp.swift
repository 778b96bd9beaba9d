public import AppleServers
internal import JSON
internal import Money
public import PaymentRequest
public import PaymentSheet
internal import PaymentToken
public import World

/// An app on a device with a wallet, and the device's user.
public final class InstalledApp: PaymentDevice {
    /// The form of the tokens that an app gets.
    public enum TokenForm: Hashable, Sendable {
        /// The complete token, as on a device.
        case sealed
        /// Empty payment data with a fixed identifier, as from Xcode's simulator (mission 13.8).
        case simulator
    }

    /// The device's wallet.
    public let wallet: Wallet
    /// The device's contacts, the preferred one first.
    public let contacts: [Contact]
    let observe: @Sendable (PaymentObservation) -> Void
    private let entitlement: AppEntitlement
    private let interface: PaymentRequest.Interface
    /// The form of the tokens that the app gets.
    public let tokenForm: TokenForm
    private let shopper: any SheetShopper
    private let presentationAsked: @Sendable () -> Void
    let screen = SheetScreen()

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - entitlement: The merchants that it may name in requests.
    ///   - wallet: The device's wallet.
    ///   - contacts: The device's contacts, the preferred one first.
    ///   - tokenForm: The form of its tokens; nil for the device's.
    ///   - interface: Whether it is an app or a page.
    ///   - shopper: The user of its sheets.
    ///   - presentationAsked: Called when the app asks for a sheet, before it is shown or refused.
    ///   - observe: Called with each event, in order.
    public init(
        _ entitlement: AppEntitlement,
        in wallet: Wallet,
        contacts: [Contact] = [],
        tokenForm: TokenForm? = nil,
        interface: PaymentRequest.Interface = .app,
        before shopper: any SheetShopper,
        presentationAsked: @escaping @Sendable () -> Void = {},
        observe: @escaping @Sendable (PaymentObservation) -> Void
    ) {
        self.entitlement = entitlement
        self.interface = interface
        self.wallet = wallet
        self.contacts = contacts
        self.tokenForm =
            tokenForm ?? (wallet.device.model == .simulator ? .simulator : .sealed)
        self.shopper = shopper
        self.presentationAsked = presentationAsked
        self.observe = observe
    }

    /// The answers that apps get before a payment.
    public var capability: PaymentCapability { wallet.capability }

    /// The networks that the device supports.
    public var availableNetworks: [PaymentNetwork] { wallet.device.availableNetworks }

    /// Whether passes other than payment cards can be added.
    public var takesPasses: Bool { wallet.device.model.takesPasses }

    /// The passes of the wallet's cards.
    public var passes: [DevicePass] { wallet.passes }

    /// Offers the person an order, and reports the faults of a package that is refused.
    public func offer(order package: [UInt8]) -> OrderOffer {
        do { return try wallet.offer(order: package) } catch {
            report(.orderRefused("\(error)"))
            return .refused
        }
    }

    /// When the order in the wallet was last changed; nil where there is none.
    public func update(ofOrder identifier: String, type: String) -> UnixTime? {
        wallet.update(ofOrder: identifier, type: type)
    }

    /// Calls an observer when cards are added or removed, until the returned observation is released.
    public func watchPasses(_ watcher: @escaping PassChangeObservers.Watcher)
        -> PassChangeObservation
    {
        wallet.watchPasses(watcher)
    }

    /// Reports the set-up of a card to the observer; does nothing if the device cannot pay.
    public func openPaymentSetup() {
        if capability.canMakePayments { observe(.paymentSetupOpened) }
    }

    /// Reports an app's mistake to the observer.
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

    /// Shows a sheet. Only one is shown at a time.
    public func present(
        _ request: PaymentRequest,
        for app: any PaymentApp
    ) async throws(PresentationRefusal) -> any PresentedSheet {
        try show(request, for: app)
    }

    /// Shows a sheet to the shopper until it ends.
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

    /// The app was told the result of its request for a sheet.
    public func presentationIsDecided() { screen.stopExpecting() }

    /// Waits for the current sheet, or the last one.
    ///
    /// - Parameters:
    ///   - earlier: A sheet that has ended. Then only a later sheet counts, and only if the app
    ///     has asked for it already.
    ///   - patience: The real time within which a sheet must be shown.
    /// - Returns: The sheet; nil if none is shown within that time, or if one was refused and the
    ///   app asks for no other.
    public func sheet(
        after earlier: SheetSession? = nil,
        within patience: Duration
    ) async -> SheetSession? {
        if await screen.isDecided(after: earlier, within: patience) {
            // The app's code after an awaited answer runs on the main actor; let it run.
            await MainActor.run {}
            _ = await screen.isDecided(after: earlier, within: patience)
        }
        let latest = screen.latest
        return latest === earlier ? nil : latest
    }

    /// Shows a sheet, which begins when its ``SheetSession/begin()`` is called.
    package func show(
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
                on: interface,
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
                paymentData: token.paymentData.compactBytes,
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

    /// The card as the app sees it, redacted or not: on a simulator without its name and type.
    func shown(_ method: PaymentMethod) -> PaymentMethod {
        guard tokenForm == .simulator else { return method }
        return PaymentMethod(
            displayName: method.displayName.map { _ in "Simulated Instrument" },
            network: method.network,
            billingContact: method.billingContact
        )
    }
}

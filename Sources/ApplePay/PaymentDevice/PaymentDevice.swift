public import PaymentRequest

/// What an app's framework, or a page's session, asks of the device that it runs on.
///
/// PassKit's classes are interfaces of it; the sandbox's wallet is one. An app that runs where there is
/// no device learns that it cannot pay.
///
/// - Source: our seam; the questions are those of Apple's `PKPaymentAuthorizationController` and
///   `PKPassLibrary`.
public protocol PaymentDevice: AnyObject, Sendable {
    /// What apps can learn before they ask for a payment (mission section 4).
    var capability: PaymentCapability { get }

    /// The networks that this device's system knows, whatever cards there are.
    var availableNetworks: [PaymentNetwork] { get }

    /// Whether people keep passes on it, besides the cards that pay.
    var takesPasses: Bool { get }

    /// The payment passes that the app may see.
    var passes: [DevicePass] { get }

    /// Tells somebody whenever those passes change, until the watch is let go of.
    func watchPasses(_ watcher: @escaping PassChangeObservers.Watcher) -> PassChangeObservation

    /// Starts the setting up of a card; does nothing where that is not supported (mission 4.5).
    func openPaymentSetup()

    /// Why no sheet would be shown for a request, without showing one; nil where one would.
    ///
    /// The app's entitlement is not looked at, as on Apple's systems before a sheet is presented.
    func refusal(of request: PaymentRequest) -> PresentationRefusal?

    /// The app has asked for a sheet; ``presentationIsDecided()`` follows once the app has been told
    /// whether there is one, so that whoever waits for a sheet knows how long to.
    func presentationIsAsked()

    /// The app knows what came of a sheet that it has asked for.
    func presentationIsDecided()

    /// Shows a sheet for a request, and asks the app what has to be asked.
    ///
    /// - Returns: The sheet, which is on screen; the shopper waits for ``PresentedSheet/begin()``.
    /// - Throws: ``PresentationRefusal``, upon which no sheet is shown and the app is asked nothing.
    func present(
        _ request: PaymentRequest,
        for app: any PaymentApp
    ) async throws(PresentationRefusal) -> any PresentedSheet

    /// Tells whoever watches the device of an app's mistake that no sheet is part of.
    func report(_ mistake: AppMistake)
}

extension PaymentDevice {
    /// They do, as on a phone.
    public var takesPasses: Bool { true }

    /// Does nothing: nobody waits.
    public func presentationIsAsked() {}

    /// Does nothing: nobody waits.
    public func presentationIsDecided() {}
}

/// A sheet that a device shows.
public protocol PresentedSheet: Sendable {
    /// Lets the shopper begin; to be called when the app has been told that the sheet is on screen,
    /// after the completion of `present`, so that what the app hears has one order.
    func begin()

    /// Takes the sheet away; the app is not asked or told anything any more.
    ///
    /// Before the sheet's own finish, that counts as cancelling it. Another sheet may be shown as
    /// soon as this was called, which is why it runs where its caller does.
    ///
    /// - Parameter done: What the app wanted done once the sheet is away; whoever waits for the
    ///   sheet waits for it too.
    nonisolated(nonsending) func dismiss(then done: @escaping @Sendable () async -> Void) async
}

extension PresentedSheet {
    /// Takes the sheet away, with nothing to be done afterwards.
    public nonisolated(nonsending) func dismiss() async { await dismiss {} }
}

public import PaymentRequest
public import World

/// The device that an app's framework, or a page's session, runs on.
///
/// PassKit's classes call it; the sandbox's wallet implements it. An app without a device is told
/// that it cannot pay.
///
/// - Source: our own protocol; its questions are those of Apple's
///   `PKPaymentAuthorizationController` and `PKPassLibrary`.
public protocol PaymentDevice: AnyObject, Sendable {
    /// The answers that apps get before a payment (mission section 4).
    var capability: PaymentCapability { get }

    /// The networks that the device supports, with or without a card.
    var availableNetworks: [PaymentNetwork] { get }

    /// Whether passes other than payment cards can be added.
    var takesPasses: Bool { get }

    /// The payment passes that the app may see.
    var passes: [DevicePass] { get }

    /// Calls an observer whenever those passes change, until the returned observation is released.
    func watchPasses(_ watcher: @escaping PassChangeObservers.Watcher) -> PassChangeObservation

    /// Starts the set-up of a card; does nothing if the device does not support it (mission 4.5).
    func openPaymentSetup()

    /// Why no sheet would be shown for a request; nil if one would. Shows nothing.
    ///
    /// The app's entitlement is not checked, as on Apple's systems before a sheet is presented.
    func refusal(of request: PaymentRequest) -> PresentationRefusal?

    /// The app has asked for a sheet. ``presentationIsDecided()`` follows after the app was told
    /// whether there is one. A test that waits for a sheet waits until then.
    func presentationIsAsked()

    /// The app was told the result of its request for a sheet.
    func presentationIsDecided()

    /// Shows a sheet for a request, and asks the app its questions.
    ///
    /// - Returns: The sheet. The shopper does not act before ``PresentedSheet/begin()``.
    /// - Throws: ``PresentationRefusal``; then no sheet is shown and the app is asked nothing.
    func present(
        _ request: PaymentRequest,
        for app: any PaymentApp
    ) async throws(PresentationRefusal) -> any PresentedSheet

    /// Offers the person an order, in a signed package of Wallet's.
    func offer(order package: [UInt8]) -> OrderOffer

    /// When the order in the wallet was last changed; nil where there is none.
    func update(ofOrder identifier: String, type: String) -> UnixTime?

    /// Reports a mistake of an app that does not belong to a sheet.
    func report(_ mistake: AppMistake)
}

extension PaymentDevice {
    /// True, as on a phone.
    public var takesPasses: Bool { true }

    /// Refuses the order: there is no wallet for it.
    public func offer(order package: [UInt8]) -> OrderOffer { .refused }

    /// Nil: there is no wallet for orders.
    public func update(ofOrder identifier: String, type: String) -> UnixTime? { nil }

    /// Does nothing: there is no waiting test.
    public func presentationIsAsked() {}

    /// Does nothing: there is no waiting test.
    public func presentationIsDecided() {}
}

/// A sheet that a device shows.
public protocol PresentedSheet: Sendable {
    /// Lets the shopper begin. Call it after the completion of `present`, so that the app's
    /// callbacks have one order.
    func begin()

    /// Dismisses the sheet. The app is not called any more.
    ///
    /// Before the sheet has finished, this cancels it. Another sheet may be shown as soon as this
    /// was called, which is why it runs on the caller's actor.
    ///
    /// - Parameter done: The app's completion, which is called when the sheet is dismissed. Code
    ///   that waits for the sheet waits for it too.
    nonisolated(nonsending) func dismiss(then done: @escaping @Sendable () async -> Void) async
}

extension PresentedSheet {
    /// Dismisses the sheet without a completion.
    public nonisolated(nonsending) func dismiss() async { await dismiss {} }
}

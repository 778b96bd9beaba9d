public import Foundation
internal import PaymentRequest
internal import PaymentSheet

/// Presents a payment sheet without UIKit (mission 4.8, 10.13). Since iOS 10.
///
/// It uses the device that was current when it was created. It need not be retained while its
/// sheet is shown.
open class PKPaymentAuthorizationController: NSObject {
    private var presenter: SheetPresenter

    /// The sheet's delegate.
    open weak var delegate: (any PKPaymentAuthorizationControllerDelegate)? {
        willSet { if newValue != nil { presenter.delegateIsSet() } }
    }

    /// Creates a controller for a request, which is read now. An invalid request is refused when
    /// the sheet is to be presented.
    ///
    /// Objective-C's initializers can be called through a metatype; in Swift they must be
    /// `required`. A subclass that overrides it writes `required` too.
    public required init(paymentRequest request: PKPaymentRequest) {
        presenter = SheetPresenter(request)
        super.init()
    }

    /// Creates a controller for a payout, whose sheet is not shown; see
    /// ``supportsDisbursements()``.
    public convenience init(disbursementRequest request: PKDisbursementRequest) {
        self.init()
        presenter = SheetPresenter(request)
    }

    /// Creates a controller for an empty request, whose sheet is not shown.
    public override init() {
        presenter = SheetPresenter(PKPaymentRequest())
        super.init()
    }

    /// Whether the device can pay, with or without a card (mission 4.1).
    open class func canMakePayments() -> Bool {
        CurrentDevice.device?.capability.canMakePayments ?? false
    }

    /// Whether there is a card on one of these networks (mission 4.2).
    open class func canMakePayments(usingNetworks supportedNetworks: [PKPaymentNetwork]) -> Bool {
        canMakePayments(usingNetworks: supportedNetworks, capabilities: [])
    }

    /// Whether there is a card on one of these networks that these capabilities admit.
    open class func canMakePayments(
        usingNetworks supportedNetworks: [PKPaymentNetwork],
        capabilities capabilties: PKMerchantCapability
    ) -> Bool {
        CurrentDevice.device?.capability.canMakePayments(
            using: supportedNetworks.map { PaymentNetwork($0) },
            capabilities: MerchantCapabilities(capabilties)
        ) ?? false
    }

    /// Whether the device supports payouts: never, because the sandbox's card network has none.
    open class func supportsDisbursements() -> Bool { false }

    /// Whether the device supports payouts to a card on one of these networks: never.
    open class func supportsDisbursements(
        using supportedNetworks: [PKPaymentNetwork]
    ) -> Bool { false }

    /// Whether the device supports payouts to such a card: never.
    open class func supportsDisbursements(
        using supportedNetworks: [PKPaymentNetwork],
        capabilities: PKMerchantCapability
    ) -> Bool { false }

    /// Presents the sheet. The handler is called on the main actor and is told whether the sheet
    /// is shown, which does not mean that anything is paid.
    open func present(completion: ((Bool) -> Void)? = nil) {
        let reference = MainActorReference((controller: self, completion: completion))
        presenter.presentationIsAsked()
        Task { @MainActor [presenter] in
            let (controller, completion) = reference.object
            await presenter.present(
                for: { controller.sheetDelegate },
                announcing: { completion?($0) }
            )
            presenter.device?.presentationIsDecided()
        }
    }

    /// Presents the sheet; returns whether it is shown.
    nonisolated(nonsending) open func present() async -> Bool {
        await withCheckedContinuation { continuation in
            present { continuation.resume(returning: $0) }
        }
    }

    /// Dismisses the sheet. A sheet that has not finished is cancelled.
    open func dismiss(completion: (() -> Void)? = nil) {
        let reference = MainActorReference(completion)
        presenter.leave()
        Task { @MainActor [presenter] in
            await presenter.dismiss { reference.object?() }
        }
    }

    /// Dismisses the sheet. A sheet that has not finished is cancelled.
    nonisolated(nonsending) open func dismiss() async {
        await withCheckedContinuation { continuation in
            dismiss { continuation.resume() }
        }
    }

    @MainActor private var sheetDelegate: (any SheetDelegate)? {
        delegate.map {
            ControllerDelegate(controller: self, delegate: $0, offered: presenter.offered)
        }
    }
}

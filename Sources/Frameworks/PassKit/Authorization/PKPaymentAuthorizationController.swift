public import Foundation
internal import PaymentDevice
internal import PaymentRequest

/// Brings up a payment sheet without UIKit (mission 4.8, 10.13). Since iOS 10.
///
/// It works on the device that it was made on. While its sheet is up it need not be held.
open class PKPaymentAuthorizationController: NSObject {
    private var presenter: SheetPresenter

    /// Who is asked and told by the sheet.
    open weak var delegate: (any PKPaymentAuthorizationControllerDelegate)? {
        willSet { if newValue != nil { presenter.delegateIsSet() } }
    }

    /// A controller for a request, which is read now; an invalid one is refused when it is to be
    /// presented.
    ///
    /// Objective-C's initializers can be called through a metatype; Swift's must be `required`. A
    /// subclass that overrides it writes `required` too.
    public required init(paymentRequest request: PKPaymentRequest) {
        presenter = SheetPresenter(request)
        super.init()
    }

    /// A controller for a payout, whose sheet does not come up; see ``supportsDisbursements()``.
    public convenience init(disbursementRequest request: PKDisbursementRequest) {
        self.init()
        presenter = SheetPresenter(request)
    }

    /// A controller for a request that states nothing, whose sheet does not come up.
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

    /// Whether money can be paid out to the shopper: never, for the sandbox's card network has no
    /// payouts.
    open class func supportsDisbursements() -> Bool { false }

    /// Whether money can be paid out to a card on one of these networks: never.
    open class func supportsDisbursements(
        using supportedNetworks: [PKPaymentNetwork]
    ) -> Bool { false }

    /// Whether money can be paid out to such a card: never.
    open class func supportsDisbursements(
        using supportedNetworks: [PKPaymentNetwork],
        capabilities: PKMerchantCapability
    ) -> Bool { false }

    /// Brings up the sheet; says on the main actor whether it is on screen, which is not to say that
    /// anything is paid.
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

    /// Brings up the sheet, and says whether it is on screen.
    nonisolated(nonsending) open func present() async -> Bool {
        await withCheckedContinuation { continuation in
            present { continuation.resume(returning: $0) }
        }
    }

    /// Takes the sheet away; before it has finished, that cancels it.
    open func dismiss(completion: (() -> Void)? = nil) {
        let reference = MainActorReference(completion)
        presenter.leave()
        Task { @MainActor [presenter] in
            await presenter.dismiss { reference.object?() }
        }
    }

    /// Takes the sheet away; before it has finished, that cancels it.
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

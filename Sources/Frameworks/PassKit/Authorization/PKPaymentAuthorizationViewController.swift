public import Foundation
internal import PaymentRequest
internal import PaymentSheet
public import UIKitStubs

/// Presents a payment sheet over a view controller (mission 10.1).
///
/// The sheet appears when the view controller is presented and disappears when it is dismissed.
/// The app must dismiss it in the delegate's `didFinish`: until then nothing else can be presented
/// there.
@preconcurrency @MainActor
open class PKPaymentAuthorizationViewController: UIViewController {
    private let presenter: SheetPresenter

    /// The sheet's delegate.
    open weak var delegate: (any PKPaymentAuthorizationViewControllerDelegate)? {
        willSet { if newValue != nil { presenter.delegateIsSet() } }
    }

    /// Creates a view controller for a request, which is read now. Nil if no sheet would be shown;
    /// the log says why (mission 10.2).
    ///
    /// It is `required` so that it can be called through a metatype, as in Objective-C.
    public required init?(paymentRequest request: PKPaymentRequest) {
        presenter = SheetPresenter(request, isViewController: true)
        super.init(nibName: nil, bundle: nil)
        if let refusal = presenter.refusal {
            PresentationLog.report(refusal, to: presenter.device)
            return nil
        }
    }

    /// Creates a view controller for a payout, whose sheet ends at once; see
    /// ``supportsDisbursements()``.
    public init(disbursementRequest request: PKDisbursementRequest) {
        presenter = SheetPresenter(request)
        super.init(nibName: nil, bundle: nil)
    }

    /// Always nil: archives are not supported.
    public required init?(coder: NSCoder) { nil }

    /// Whether the device can pay, with or without a card (mission 4.1).
    nonisolated open class func canMakePayments() -> Bool {
        PKPaymentAuthorizationController.canMakePayments()
    }

    /// Whether there is a card on one of these networks (mission 4.2).
    nonisolated open class func canMakePayments(
        usingNetworks supportedNetworks: [PKPaymentNetwork]
    ) -> Bool {
        PKPaymentAuthorizationController.canMakePayments(usingNetworks: supportedNetworks)
    }

    /// Whether there is a card on one of these networks that these capabilities admit. Since iOS 9.
    nonisolated open class func canMakePayments(
        usingNetworks supportedNetworks: [PKPaymentNetwork],
        capabilities: PKMerchantCapability
    ) -> Bool {
        PKPaymentAuthorizationController.canMakePayments(
            usingNetworks: supportedNetworks,
            capabilities: capabilities
        )
    }

    /// Whether the device supports payouts: never, because the sandbox's card network has none.
    nonisolated open class func supportsDisbursements() -> Bool { false }

    /// Whether the device supports payouts to a card on one of these networks: never.
    nonisolated open class func supportsDisbursements(
        using supportedNetworks: [PKPaymentNetwork]
    ) -> Bool { false }

    /// Whether the device supports payouts to such a card: never.
    nonisolated open class func supportsDisbursements(
        using supportedNetworks: [PKPaymentNetwork],
        capabilities: PKMerchantCapability
    ) -> Bool { false }

    /// Presents the sheet. If the device refuses it, the delegate's `didFinish` is called.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        presenter.presentationIsAsked()
        Task.immediate {
            await presenter.present(
                for: { self.sheetDelegate },
                announcing: { if !$0 { self.sheetDelegate?.didFinish() } }
            )
            presenter.device?.presentationIsDecided()
        }
    }

    /// Dismisses the sheet. A sheet that has not finished is cancelled.
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        Task.immediate { await presenter.dismiss {} }
    }

    private var sheetDelegate: (any SheetDelegate)? {
        delegate.map {
            ViewControllerDelegate(controller: self, delegate: $0, offered: presenter.offered)
        }
    }
}

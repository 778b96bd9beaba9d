public import Foundation
internal import PaymentRequest
internal import PaymentSheet

/// The passes in the device's wallet, as far as an app may use them.
///
/// The wallet's cards are read-only: this device lets no app add, change or activate one. A
/// library uses the device that was current when it was created, and posts notifications about its
/// cards until it is released.
open class PKPassLibrary: NSObject {
    let device: (any PaymentDevice)?
    private var watch: PassChangeObservation?

    /// Creates a library of the current device.
    public override init() {
        device = CurrentDevice.device
        super.init()
        watch = postingChanges()
    }

    /// Whether the device has a library. Every device has one; an iPad does too, although no pass
    /// can be added there.
    open class func isPassLibraryAvailable() -> Bool { CurrentDevice.device != nil }

    /// Whether cards can be activated; never here. Until iOS 9.
    open class func isPaymentPassActivationAvailable() -> Bool { false }

    /// Whether cards can be activated; never here. Until iOS 13.4.
    open func isPaymentPassActivationAvailable() -> Bool { false }

    /// Whether cards can be activated; never here. Since iOS 13.4.
    open var isSecureElementPassActivationAvailable: Bool { false }

    // MARK: Looking at passes

    /// The passes that the app may see.
    open func passes() -> [PKPass] { cards }

    /// The passes of a kind that the app may see.
    open func passes(of passType: PKPassType) -> [PKPass] {
        passType == .barcode ? [] : cards
    }

    /// The passes for a reader; none, because readers are not supported here. Since iOS 17.
    open func passes(withReaderIdentifier readerIdentifier: String) -> Set<PKSecureElementPass> {
        []
    }

    /// The pass with a type identifier and a serial number; nil if there is none.
    open func pass(withPassTypeIdentifier identifier: String, serialNumber: String) -> PKPass? {
        cards.first {
            $0.passTypeIdentifier == identifier && $0.serialNumber == serialNumber
        }
    }

    /// The cards of a paired watch. Until iOS 13.4.
    open func remotePaymentPasses() -> [PKPaymentPass] { allCards.filter(\.isRemotePass) }

    /// The cards of a paired watch. Since iOS 13.4.
    open var remoteSecureElementPasses: [PKSecureElementPass] { remotePaymentPasses() }

    /// Whether a pass is in the library.
    open func containsPass(_ pass: PKPass) -> Bool { passes().contains(pass) }

    private var cards: [PKPaymentPass] { allCards.filter { !$0.isRemotePass } }

    private var allCards: [PKPaymentPass] {
        (device?.passes ?? []).map { PKPaymentPass(content: $0) }
    }

    // MARK: Setting up and showing cards

    /// Starts the set-up of a card; does nothing if the device does not support it (mission 4.5).
    open func openPaymentSetup() { device?.openPaymentSetup() }

    /// Starts the set-up of a card for a merchant. Since iOS 26.4.
    open func openPaymentSetup(merchantIdentifier: String) { device?.openPaymentSetup() }

    /// Shows a card; does nothing here. Until iOS 13.4.
    open func present(_ pass: PKPaymentPass) {}

    /// Shows a card; does nothing here. Since iOS 13.4.
    open func present(_ pass: PKSecureElementPass) {}

    /// Whether a card with this account identifier could be added. Until iOS 13.4.
    open func canAddPaymentPass(
        withPrimaryAccountIdentifier primaryAccountIdentifier: String
    ) -> Bool { canAddSecureElementPass(primaryAccountIdentifier: primaryAccountIdentifier) }

    /// Whether a card with this account identifier could be added: the device can pay and has no
    /// such card. Since iOS 13.4.
    open func canAddSecureElementPass(primaryAccountIdentifier: String) -> Bool {
        guard let device, device.capability.canMakePayments else { return false }
        return !allCards.contains { $0.primaryAccountIdentifier == primaryAccountIdentifier }
    }

    /// Whether a FeliCa card could be added: never here. Since iOS 10.1.
    open func canAddFelicaPass() -> Bool { false }

    // MARK: Passes that come up by themselves

    /// Asks the system not to present passes near a reader; it never does here. Since iOS 9.
    open class func requestAutomaticPassPresentationSuppression(
        responseHandler: @escaping (PKAutomaticPassPresentationSuppressionResult) -> Void
    ) -> PKSuppressionRequestToken {
        responseHandler(.notSupported)
        return 0
    }

    /// Lets the system present passes again. Since iOS 9.
    open class func endAutomaticPassPresentationSuppression(
        withRequestToken requestToken: PKSuppressionRequestToken
    ) {}

    /// Whether the presentation of passes is suppressed: never here. Since iOS 9.
    open class func isSuppressingAutomaticPassPresentation() -> Bool { false }
}

/// The token of a suppression request. Since iOS 9.
public typealias PKSuppressionRequestToken = Int

public import Foundation
internal import PaymentDevice
internal import PaymentRequest

/// What an app can do with the passes in the device's wallet.
///
/// The wallet's cards can be looked at and no more: this device lets no app add, change or activate
/// one. It works on the device that it was made on, and while it is held it tells the notification
/// center when cards come and go.
open class PKPassLibrary: NSObject {
    let device: (any PaymentDevice)?
    private var watch: PassChangeObservation?

    /// The library of the device.
    public override init() {
        device = CurrentDevice.device
        super.init()
        watch = postingChanges()
    }

    /// Whether there is one: on every device, an iPad too, although no pass can be added there.
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

    /// The passes for a reader; none, for no reader is known here. Since iOS 17.
    open func passes(withReaderIdentifier readerIdentifier: String) -> Set<PKSecureElementPass> {
        []
    }

    /// The pass of a kind that has a number; nil where there is none.
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

    /// Starts the setting up of a card; does nothing where that is not supported (mission 4.5).
    open func openPaymentSetup() { device?.openPaymentSetup() }

    /// Starts the setting up of a card for a merchant. Since iOS 26.4.
    open func openPaymentSetup(merchantIdentifier: String) { device?.openPaymentSetup() }

    /// Shows a card, which nothing can be seen of here. Until iOS 13.4.
    open func present(_ pass: PKPaymentPass) {}

    /// Shows a card, which nothing can be seen of here. Since iOS 13.4.
    open func present(_ pass: PKSecureElementPass) {}

    /// Whether a card with this name of its account could be added. Until iOS 13.4.
    open func canAddPaymentPass(
        withPrimaryAccountIdentifier primaryAccountIdentifier: String
    ) -> Bool { canAddSecureElementPass(primaryAccountIdentifier: primaryAccountIdentifier) }

    /// Whether a card with this name of its account could be added: where the device can pay and
    /// has no such card. Since iOS 13.4.
    open func canAddSecureElementPass(primaryAccountIdentifier: String) -> Bool {
        guard let device, device.capability.canMakePayments else { return false }
        return !allCards.contains { $0.primaryAccountIdentifier == primaryAccountIdentifier }
    }

    /// Whether a FeliCa card could be added; never here. Since iOS 10.1.
    open func canAddFelicaPass() -> Bool { false }

    // MARK: Passes that come up by themselves

    /// Asks that no pass comes up near a reader; none does here. Since iOS 9.
    open class func requestAutomaticPassPresentationSuppression(
        responseHandler: @escaping (PKAutomaticPassPresentationSuppressionResult) -> Void
    ) -> PKSuppressionRequestToken {
        responseHandler(.notSupported)
        return 0
    }

    /// Lets passes come up again. Since iOS 9.
    open class func endAutomaticPassPresentationSuppression(
        withRequestToken requestToken: PKSuppressionRequestToken
    ) {}

    /// Whether passes are kept from coming up; never here. Since iOS 9.
    open class func isSuppressingAutomaticPassPresentation() -> Bool { false }
}

/// A request that no pass comes up. Since iOS 9.
public typealias PKSuppressionRequestToken = Int

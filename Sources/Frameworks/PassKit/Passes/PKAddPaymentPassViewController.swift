public import Foundation
internal import PaymentRequest
internal import PaymentSheet
public import UIKitStubs
internal import World

/// The delegate of a view controller that adds a payment pass: it provides the encrypted card data
/// and is told the result. One of the two forms of the question is required.
public protocol PKAddPaymentPassViewControllerDelegate: NSObjectProtocol {
    /// Asked for the card's data, encrypted for the first certificate's key; the handler must be
    /// called within 20 seconds.
    @preconcurrency @MainActor
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data],
        nonce: Data,
        nonceSignature: Data,
        completionHandler handler: @escaping @Sendable (PKAddPaymentPassRequest) -> Void
    )

    /// Asked for the card's data, encrypted for the first certificate's key, within 20 seconds.
    @MainActor
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data],
        nonce: Data,
        nonceSignature: Data
    ) async -> PKAddPaymentPassRequest

    /// Told that the view controller has finished; the app must dismiss it.
    @preconcurrency @MainActor
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        didFinishAdding pass: PKPaymentPass?,
        error: (any Error)?
    )
}

// An app implements one of the two forms of the question; the default of the other calls it.
extension PKAddPaymentPassViewControllerDelegate {
    /// Calls the asynchronous form.
    @preconcurrency @MainActor
    public func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data],
        nonce: Data,
        nonceSignature: Data,
        completionHandler handler: @escaping @Sendable (PKAddPaymentPassRequest) -> Void
    ) {
        Task { @MainActor in
            handler(
                await addPaymentPassViewController(
                    controller,
                    generateRequestWithCertificateChain: certificates,
                    nonce: nonce,
                    nonceSignature: nonceSignature
                )
            )
        }
    }

    /// Returns an empty request, if the app implements neither form.
    @MainActor
    public func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data],
        nonce: Data,
        nonceSignature: Data
    ) async -> PKAddPaymentPassRequest { PKAddPaymentPassRequest() }
}

/// Asks an issuer's app for a card's data, to add the card to the wallet. Since iOS 9.
///
/// The data is not decrypted here, so no card is added: an app that answers in time gets
/// ``PKAddPaymentPassError/unsupported``. Cards are added to the sandbox's wallet by its own API.
@preconcurrency @MainActor
open class PKAddPaymentPassViewController: UIViewController {
    /// The time that an app has to answer.
    ///
    /// - Source: Apple, PassKit, `PKAddPaymentPassViewControllerDelegate`.
    public static let answerLimit: Duration = .seconds(20)

    /// The delegate.
    open weak var delegate: (any PKAddPaymentPassViewControllerDelegate)?

    private var isAsking = false

    /// Whether cards can be added to the device.
    nonisolated open class func canAddPaymentPass() -> Bool {
        CurrentDevice.device?.capability.canMakePayments ?? false
    }

    /// Creates a view controller for a card; nil if the device cannot add cards.
    public init?(
        requestConfiguration configuration: PKAddPaymentPassRequestConfiguration,
        delegate: (any PKAddPaymentPassViewControllerDelegate)?
    ) {
        self.delegate = delegate
        super.init(nibName: nil, bundle: nil)
        guard Self.canAddPaymentPass() else { return nil }
    }

    /// Always nil: archives are not supported.
    public required init?(coder: NSCoder) { nil }

    /// Asks the app, as if the user had continued at once.
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        isAsking = true
        delegate?
            .addPaymentPassViewController(
                self,
                generateRequestWithCertificateChain: [
                    Data("TEST leaf certificate".utf8), Data("TEST authority".utf8),
                ],
                nonce: Data("TEST nonce".utf8),
                nonceSignature: Data("TEST signature".utf8),
                completionHandler: { [weak self] _ in
                    Task { @MainActor in self?.finish(.unsupported) }
                }
            )
        Task { [weak self] in
            await RealTime.pass(Self.answerLimit)
            self?.timeIsUp()
        }
    }

    /// Ends the time for an answer; a later answer is ignored.
    ///
    /// - Source: ours, not Apple's: for tests that must not wait.
    public func timeIsUp() { finish(.systemCancelled) }

    /// Cancels, as a user does who does not want the card.
    ///
    /// - Source: ours, not Apple's.
    public func cancelAdding() { finish(.userCancelled) }

    private func finish(_ reason: PKAddPaymentPassError) {
        guard isAsking else { return }
        isAsking = false
        delegate?
            .addPaymentPassViewController(
                self,
                didFinishAdding: nil,
                error: NSError(domain: PKPassKitErrorDomain, code: reason.rawValue)
            )
    }
}

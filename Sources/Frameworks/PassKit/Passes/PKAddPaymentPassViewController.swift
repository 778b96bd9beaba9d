public import Foundation
internal import PaymentDevice
internal import PaymentRequest
public import UIKitStubs
internal import World

/// Who seals a card's data for a wallet, and hears what came of it; all but one of the question's two forms is
/// required.
public protocol PKAddPaymentPassViewControllerDelegate: NSObjectProtocol {
    /// Asks for the card's data, sealed with the first certificate's key; the handler is to be called
    /// within 20 seconds.
    @preconcurrency @MainActor
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data],
        nonce: Data,
        nonceSignature: Data,
        completionHandler handler: @escaping @Sendable (PKAddPaymentPassRequest) -> Void
    )

    /// Asks for the card's data, sealed with the first certificate's key, within 20 seconds.
    @MainActor
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data],
        nonce: Data,
        nonceSignature: Data
    ) async -> PKAddPaymentPassRequest

    /// Told that it is over; the app must dismiss the view controller.
    @preconcurrency @MainActor
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        didFinishAdding pass: PKPaymentPass?,
        error: (any Error)?
    )
}

// An app has one of the two forms of the question; the other leads to it.
extension PKAddPaymentPassViewControllerDelegate {
    /// Asks the asynchronous form.
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

    /// Nothing, where an app has neither form.
    @MainActor
    public func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController,
        generateRequestWithCertificateChain certificates: [Data],
        nonce: Data,
        nonceSignature: Data
    ) async -> PKAddPaymentPassRequest { PKAddPaymentPassRequest() }
}

/// Asks an issuer's app for a card's data, for the wallet. Since iOS 9.
///
/// Here nobody opens that data, so no card is added: an app that answers in time hears
/// ``PKAddPaymentPassError/unsupported``. Cards are put into the sandbox's wallet by its own means.
@preconcurrency @MainActor
open class PKAddPaymentPassViewController: UIViewController {
    /// How long an app may take to answer.
    ///
    /// - Source: Apple, PassKit, `PKAddPaymentPassViewControllerDelegate`.
    public static let answerLimit: Duration = .seconds(20)

    /// Who seals the card's data.
    open weak var delegate: (any PKAddPaymentPassViewControllerDelegate)?

    private var isAsking = false

    /// Whether the device takes cards.
    nonisolated open class func canAddPaymentPass() -> Bool {
        CurrentDevice.device?.capability.canMakePayments ?? false
    }

    /// A view controller for a card, or nil where the device takes none.
    public init?(
        requestConfiguration configuration: PKAddPaymentPassRequestConfiguration,
        delegate: (any PKAddPaymentPassViewControllerDelegate)?
    ) {
        self.delegate = delegate
        super.init(nibName: nil, bundle: nil)
        guard Self.canAddPaymentPass() else { return nil }
    }

    /// There is none in an archive.
    public required init?(coder: NSCoder) { nil }

    /// Asks the app, as if the person had gone on at once.
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

    /// Lets the time for an answer be over; a later answer is ignored.
    ///
    /// - Source: ours, not Apple's: for tests, that do not wait.
    public func timeIsUp() { finish(.systemCancelled) }

    /// Does what a person does who does not want the card after all.
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

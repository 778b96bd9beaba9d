import Foundation
import PassKit

// A card tokenizer as a payment service's SDK has it: a wrapper of Apple's controller with a
// delegate of its own, whose coordinator turns the token into the service's.

protocol WrappedControllerDelegate: AnyObject {
    @MainActor
    func controllerDidFinish(_ controller: WrappedController)
    @MainActor
    func controller(
        _ controller: WrappedController,
        didTokenize payment: PKPayment,
        card: String
    ) async -> PKPaymentAuthorizationResult
    @MainActor
    func controller(
        _ controller: WrappedController,
        didSelect contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate
}

extension WrappedControllerDelegate {
    @MainActor
    func controller(
        _ controller: WrappedController,
        didSelect contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        PKPaymentRequestShippingContactUpdate()
    }
}

protocol CardTokenizer {
    func tokenize(_ payment: PKPayment) async throws -> String
}

final class WrappedController: NSObject {
    weak var delegate: WrappedControllerDelegate?
    private let controller: PKPaymentAuthorizationController
    private let tokenizer: CardTokenizer

    init(request: PKPaymentRequest, tokenizer: CardTokenizer) {
        controller = PKPaymentAuthorizationController(paymentRequest: request)
        self.tokenizer = tokenizer
        super.init()
        controller.delegate = self
    }

    class func canMakePayments(usingNetworks networks: [PKPaymentNetwork]) -> Bool {
        PKPaymentAuthorizationController.canMakePayments(usingNetworks: networks)
    }

    @MainActor
    func present() async -> Bool { await controller.present() }

    @MainActor
    func dismiss() async { await controller.dismiss() }
}

extension WrappedController: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        Task { @MainActor in delegate?.controllerDidFinish(self) }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        do {
            let card = try await tokenizer.tokenize(payment)
            guard let delegate = delegate else { return PKPaymentAuthorizationResult() }
            return await delegate.controller(self, didTokenize: payment, card: card)
        } catch {
            return PKPaymentAuthorizationResult(status: .failure, errors: [error])
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        await delegate?.controller(self, didSelect: contact)
            ?? PKPaymentRequestShippingContactUpdate()
    }
}

final class TokenizationCoordinator: WrappedControllerDelegate {
    private(set) var log: [String] = []

    func controllerDidFinish(_ controller: WrappedController) {
        log.append("finished")
        Task { await controller.dismiss() }
    }

    func controller(
        _ controller: WrappedController,
        didTokenize payment: PKPayment,
        card: String
    ) async -> PKPaymentAuthorizationResult {
        log.append("tokenized \(card)")
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }
}

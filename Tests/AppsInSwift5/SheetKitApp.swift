import Contacts
import Foundation
import PassKit

// An accelerated checkout as a storefront's kit has it: asynchronous methods, a state that says
// where the checkout is, and errors of the storefront that become errors on the sheet.

enum StorefrontFailure: Error {
    case invalidField(path: [String], message: String)
    case countryNotServed(String)
    case unavailable
}

enum CheckoutStep: Equatable {
    case idle, presented, authorized, completed, failed(String)
}

struct ErrorMapper {
    /// The error that the sheet shows for a failure; nil if the payment must be given up.
    static func sheetError(for failure: Error) -> Error? {
        switch failure {
        case let StorefrontFailure.invalidField(path, message):
            switch path.last {
            case "zip", "postalCode":
                return PKPaymentRequest.paymentShippingAddressInvalidError(
                    withKey: CNPostalAddressPostalCodeKey,
                    localizedDescription: message
                )
            case "email":
                return PKPaymentRequest.paymentContactInvalidError(
                    withContactField: .emailAddress,
                    localizedDescription: message
                )
            default: return nil
            }
        case StorefrontFailure.countryNotServed(let country):
            return PKPaymentRequest.paymentShippingAddressUnserviceableError(
                withLocalizedDescription: "Not delivered to \(country)"
            )
        default: return nil
        }
    }

    /// How a log tells of an error, by its domain and code.
    static func line(for error: Error) -> String {
        if let error = error as? PKPaymentError { return "sheet \(error.code.rawValue)" }
        let error = error as NSError
        return "\(error.domain) \(error.code)"
    }
}

@available(iOS 16.0, macOS 13.0, *)
class AcceleratedCheckout: NSObject {
    private(set) var steps: [CheckoutStep] = [.idle]
    var servedCountries: Set<String> = ["US", "CA"]
    var paymentController: PKPaymentAuthorizationController?
    private let total: PKPaymentSummaryItem

    init(total: NSDecimalNumber) {
        self.total = PKPaymentSummaryItem(label: "Shop", amount: total, type: .final)
        super.init()
    }

    @MainActor
    func start(_ request: PKPaymentRequest) async {
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        paymentController = controller
        let isPresented = await controller.present()
        steps.append(isPresented ? .presented : .failed("not presented"))
    }

    private func check(_ contact: PKContact) throws {
        guard let address = contact.postalAddress else { throw StorefrontFailure.unavailable }
        guard servedCountries.contains(address.isoCountryCode) else {
            throw StorefrontFailure.countryNotServed(address.isoCountryCode)
        }
    }
}

@available(iOS 16.0, macOS 13.0, *)
extension AcceleratedCheckout: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationController(
        _: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        do {
            try check(contact)
            return PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [total])
        } catch {
            guard let shown = ErrorMapper.sheetError(for: error) else {
                let update = PKPaymentRequestShippingContactUpdate()
                update.status = .failure
                return update
            }
            return PKPaymentRequestShippingContactUpdate(
                errors: [shown],
                paymentSummaryItems: [total],
                shippingMethods: []
            )
        }
    }

    func paymentAuthorizationController(
        _: PKPaymentAuthorizationController,
        didSelectShippingMethod method: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [method, total])
    }

    func paymentAuthorizationController(
        _: PKPaymentAuthorizationController,
        didSelectPaymentMethod _: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate {
        PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [total])
    }

    func paymentAuthorizationController(
        _: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        steps.append(.authorized)
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        steps.append(.completed)
        controller.dismiss(completion: nil)
    }
}

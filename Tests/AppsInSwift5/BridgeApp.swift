import Foundation
import PassKit

// A handler as a cross-platform SDK has it: the request comes as JSON, the answer goes as a
// dictionary to a callback, and the networks are known by their names.

typealias BridgeCallback = ([String: Any]) -> Void

class ApplePayBridge: NSObject {
    var paymentController: PKPaymentAuthorizationController?
    var status = PKPaymentAuthorizationStatus.failure
    private var callback: BridgeCallback?
    private var response: [String: Any] = [:]

    static func networks(named names: [String]) -> [PKPaymentNetwork] {
        names.compactMap { name in
            switch name.lowercased() {
            case "visa": return .visa
            case "mastercard": return .masterCard
            case "amex": return .amex
            case "discover": return .discover
            case "quicpay": return .quicPay
            default: return nil
            }
        }
    }

    func startPayment(
        message: String,
        callback: @escaping BridgeCallback,
        presented: ((Bool) -> Void)? = nil
    ) {
        self.callback = callback
        guard let data = message.data(using: .utf8),
            let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let session = json["payment_request_data"] as? [String: Any],
            let total = session["total"] as? [String: Any]
        else {
            callback(["status": "Error", "message": "no payment request"])
            return
        }
        let request = PKPaymentRequest()
        request.merchantIdentifier = session["merchant_identifier"] as? String ?? ""
        request.countryCode = session["country_code"] as? String ?? ""
        request.currencyCode = session["currency_code"] as? String ?? ""
        let label = total["label"] as? String ?? ""
        let amount = total["amount"] as? String ?? ""
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: label, amount: NSDecimalNumber(string: amount))
        ]
        request.merchantCapabilities = .capability3DS
        let names = session["supported_networks"] as? [String] ?? []
        request.supportedNetworks = Self.networks(named: names)
        if let fields = session["required_billing_contact_fields"] as? [String] {
            request.requiredBillingContactFields = Set(fields.map { PKContactField(rawValue: $0) })
        }

        paymentController = PKPaymentAuthorizationController(paymentRequest: request)
        paymentController?.delegate = self
        paymentController?
            .present(completion: { (isPresented: Bool) in
                presented?(isPresented)
                if !isPresented { callback(["status": "Error", "message": "not presented"]) }
            })
    }
}

extension ApplePayBridge: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        let method: [String: Any] = [
            "display_name": payment.token.paymentMethod.displayName ?? "",
            "network": payment.token.paymentMethod.network?.rawValue ?? "",
            "type": payment.token.paymentMethod.type == .debit ? "debit" : "credit",
        ]
        response = [
            "payment_data": payment.token.paymentData.base64EncodedString(),
            "payment_method": method,
            "transaction_identifier": payment.token.transactionIdentifier,
        ]
        if let name = payment.billingContact?.name {
            response["billing_name"] = [name.givenName, name.familyName].compactMap { $0 }
                .joined(separator: " ")
        }
        status = .success
        completion(PKPaymentAuthorizationResult(status: .success, errors: [Error]()))
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss {
            DispatchQueue.main.async {
                if self.status == .success {
                    self.callback?(self.response)
                } else {
                    self.callback?(["status": "Cancelled"])
                }
                self.callback = nil
            }
        }
    }
}

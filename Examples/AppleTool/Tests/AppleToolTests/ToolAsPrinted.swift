import PassKit

/// The tool as it is printed, with all that the sample corrects; not for use.
final class ToolAsPrinted: NSObject {
    var userName: String?
    var price: UInt64 = 0
    var disCount: UInt64 = 0
    /// Never set.
    private var supportnetWorks: [PKPaymentNetwork] = []

    func isUserCanMakePaymentUseingNetWork() -> Bool {
        PKPaymentAuthorizationViewController.canMakePayments(usingNetworks: supportnetWorks)
    }

    func createPaymentRequest() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.supportedNetworks = [.amex, .discover, .masterCard, .visa, .chinaUnionPay]
        request.merchantCapabilities = [
            .capability3DS, .capabilityEMV, .capabilityCredit, .capabilityDebit,
        ]
        request.countryCode = "CN"
        request.currencyCode = "CNY"
        request.merchantIdentifier = "merchant.com.example"

        let subtotalAmount = NSDecimalNumber(mantissa: price, exponent: 0, isNegative: false)
        let discountAmount = NSDecimalNumber(mantissa: disCount, exponent: 0, isNegative: true)
        var totalAmount = NSDecimalNumber.zero
        totalAmount = totalAmount.adding(subtotalAmount)
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "小计", amount: subtotalAmount),
            PKPaymentSummaryItem(label: "打折", amount: discountAmount),
            PKPaymentSummaryItem(label: "有妖气", amount: totalAmount),
        ]
        return request
    }

    func verifyApplePayWith(_ paymentTocken: Data, result: @escaping (Bool) -> Void) {
        let storage = NSUbiquitousKeyValueStore.default
        storage.set([paymentTocken], forKey: "applePayMentTocken")
        storage.synchronize()
        _ = paymentTocken.base64EncodedString(options: .endLineWithCarriageReturn)
    }
}

/// A page that waits for the tool's result, as the sample's does.
final class PageAsPrinted: UIViewController, PKPaymentAuthorizationViewControllerDelegate {
    let tool = ToolAsPrinted()

    func pay() {
        tool.price = 100
        tool.disCount = 12
        let request = tool.createPaymentRequest()
        guard let viewController = PKPaymentAuthorizationViewController(paymentRequest: request)
        else { return }
        viewController.delegate = self
        present(viewController, animated: true, completion: nil)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping @Sendable (PKPaymentAuthorizationStatus) -> Void
    ) {
        tool.verifyApplePayWith(payment.token.paymentData) { success in
            completion(success ? .success : .failure)
        }
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) { controller.dismiss(animated: true, completion: nil) }
}

import PassKit
import UIKit

/// Calls the tool, as the original's page does.
final class ViewController: UIViewController {
    let applePayTool = AppleTool.initWith(nil)
    /// The events, for who reads them and for tests.
    private(set) var log: [String] = []

    func pay() {
        applePayTool.price = 100
        applePayTool.disCount = 12
        applePayTool.userName = "jack Jhon"
        present(applePayTool)
    }

    /// Brings up the sheet, or says that it cannot.
    func present(_ tool: AppleTool) {
        guard let viewController = tool.getAuthorzationViewController() else {
            // 处理创建支付View失败的问题: here the app offers another way to pay.
            return log.append("no sheet")
        }
        viewController.delegate = self
        present(viewController, animated: true, completion: nil)
    }
}

/// The original leaves its delegate out; this is the least that pays.
extension ViewController: PKPaymentAuthorizationViewControllerDelegate {
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        log.append("didAuthorizePayment")
        applePayTool.verifyApplePayWith(payment.token.paymentData) { success in
            self.log.append(success ? "success" : "failure")
            completion(success ? .success : .failure)
        }
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        log.append("didFinish")
        controller.dismiss(animated: true, completion: nil)
    }
}

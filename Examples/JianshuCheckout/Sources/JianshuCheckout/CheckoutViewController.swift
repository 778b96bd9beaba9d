import PassKit
import UIKit

/// The page with the pay view: nothing, a button that sets a card up, or a button that buys.
final class CheckoutViewController: UIViewController {
    let payView = UIView()
    /// The lines that the sample writes to the console.
    private(set) var log: [String] = []
    /// Takes a payment to the merchant's server, and says whether it is paid.
    var server: (PKPayment) -> Bool = { _ in true }

    private let networks: [PKPaymentNetwork] = [.amex, .masterCard, .visa, .chinaUnionPay]

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(payView)
        if !PKPaymentAuthorizationViewController.canMakePayments() {
            // Corrected: the sample's words say that the device does not pay; it does not support.
            log.append("当前设备不支持Apple Pay")
            payView.isHidden = true
        } else if !PKPaymentAuthorizationViewController.canMakePayments(usingNetworks: networks) {
            log.append("Wallet没有添加该支付网络的储蓄卡/信用卡")
            addButton(.setUp, .whiteOutline) { $0.jump() }
        } else {
            // Corrected: the sample's buying button is of the set-up kind too.
            addButton(.buy, .black) { $0.buy() }
        }
    }

    private func addButton(
        _ type: PKPaymentButtonType,
        _ style: PKPaymentButtonStyle,
        pressed: @escaping (CheckoutViewController) -> Void
    ) {
        let button = PKPaymentButton(paymentButtonType: type, paymentButtonStyle: style)
        // An action where the sample has a selector, which only Objective-C knows.
        let action = UIAction { [weak self] _ in
            if let self { pressed(self) }
        }
        button.addAction(action, for: .touchUpInside)
        payView.addSubview(button)
    }

    /// Goes to where cards are added.
    private func jump() {
        PKPassLibrary().openPaymentSetup()
    }

    /// Buys.
    private func buy() {
        log.append("购买商品, 开始支付,设置所要购买商品的信息")
        let request = PKPaymentRequest.purchase(supportedNetworks: networks)
        // Corrected: the sample presents the controller without asking whether there is one.
        guard let paymentPane = PKPaymentAuthorizationViewController(paymentRequest: request)
        else { return log.append("无法显示支付界面") }
        paymentPane.delegate = self
        present(paymentPane, animated: true, completion: nil)
    }
}

extension CheckoutViewController: PKPaymentAuthorizationViewControllerDelegate {
    /// The shopper has authorized: the completion must be told whether the payment succeeded.
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        let isSuccess = server(payment)
        if isSuccess {
            completion(.success)
        } else {
            completion(.failure)
        }
    }

    /// The shopper has paid, or cancelled.
    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        log.append("授权取消或者交易完成")
        // Corrected: the sample passes the controller for `animated`.
        dismiss(animated: true, completion: nil)
    }
}

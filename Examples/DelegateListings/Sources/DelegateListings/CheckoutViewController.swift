import PassKit
import UIKit

/// The parts that the listings share: a shop, a server, and a sheet that is brought up.
class CheckoutViewController: UIViewController {
    let shop = Shop()
    /// Says what becomes of an order; by default, that it is paid.
    var server: OrderServer = { _, reply in reply(.success) }

    /// The delegate's methods that were called, in order.
    private(set) var log: [String] = []
    /// Whether no sheet could be brought up.
    private(set) var hasFailed = false
    /// The page after the sheet: what was paid, by the token's identifier.
    private(set) var confirmation: String?
    private var paidOrder: Order?

    /// Brings up the sheet, as soon as the button is pressed.
    func pay(_ delegate: PKPaymentAuthorizationViewControllerDelegate) {
        let request = shop.paymentRequest()
        guard let viewController = PKPaymentAuthorizationViewController(paymentRequest: request)
        else {
            hasFailed = true
            return
        }
        viewController.delegate = delegate
        present(viewController, animated: true, completion: nil)
    }

    /// Sends the order, and remembers it once the server says that it is paid.
    func send(_ payment: PKPayment, reply: @escaping (PKPaymentAuthorizationStatus) -> Void) {
        let order = Order(payment, cart: "cart 7")
        server(order) { status in
            if status == .success { self.paidOrder = order }
            reply(status)
        }
    }

    /// Takes the sheet away; then comes the order confirmation of the app's own.
    func finish(_ controller: PKPaymentAuthorizationViewController) {
        controller.dismiss(animated: true) {
            self.confirmation = self.paidOrder?.transactionIdentifier
        }
    }

    func note(_ method: String = #function) { log.append(method) }
}

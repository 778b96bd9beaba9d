import PassKit
import SwiftUI

// A SwiftUI app that shows the payment sheet as a view controller in a view, with a model that views
// observe by `@Observable`.

@Observable
final class TicketDesk: NSObject {
    private(set) var sold = 0
    var isOpen = true { didSet { if !isOpen { sold = 0 } } }

    func sell() { sold += 1 }
}

struct TicketSheet: UIViewControllerRepresentable {
    typealias UIViewControllerType = UIViewController

    let request: PKPaymentRequest
    let desk: TicketDesk

    func makeCoordinator() -> Coordinator { Coordinator(desk: desk) }

    func makeUIViewController(context: Context) -> UIViewController {
        guard let controller = PKPaymentAuthorizationViewController(paymentRequest: request) else {
            return UIViewController()
        }
        controller.delegate = context.coordinator
        return controller
    }

    func updateUIViewController(_ uiViewController: UIViewController, context: Context) {
        uiViewController.title = "\(context.coordinator.desk.sold) sold"
    }

    final class Coordinator: NSObject, PKPaymentAuthorizationViewControllerDelegate {
        let desk: TicketDesk

        init(desk: TicketDesk) { self.desk = desk }

        func paymentAuthorizationViewController(
            _ controller: PKPaymentAuthorizationViewController,
            didAuthorizePayment payment: PKPayment,
            handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
        ) {
            desk.sell()
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
        }

        func paymentAuthorizationViewControllerDidFinish(
            _ controller: PKPaymentAuthorizationViewController
        ) {
            controller.dismiss(animated: true)
        }
    }
}

/// A screen that has the sheet only while the desk is open.
struct TicketScreen: View {
    let request: PKPaymentRequest
    let desk: TicketDesk

    var body: some View {
        if desk.isOpen { TicketSheet(request: request, desk: desk) }
    }
}

import PassKit
import UIKit

/// The store's one page: a product, and a toolbar with the button that buys it.
final class StoreViewController: UIViewController {
    let product = Product.cuddlyToy
    @IBOutlet weak var titleLabel: UILabel!
    @IBOutlet weak var priceLabel: UILabel!
    @IBOutlet weak var descriptionLabel: UILabel!
    @IBOutlet weak var bottomToolbar: UIToolbar!
    /// The message where the page cannot bring up the sheet.
    @IBOutlet weak var errorLabel: UILabel!
    /// Takes a token to the payment provider, and says what the provider answered.
    var provider: (PKPaymentToken, @escaping (PKPaymentAuthorizationStatus) -> Void) -> Void = {
        _,
        reply in reply(.success)
    }

    private var paymentToken: PKPaymentToken?
    private let paymentNetworks: [PKPaymentNetwork] = [.amex, .masterCard, .visa, .discover]

    override func viewDidLoad() {
        super.viewDidLoad()
        titleLabel.text = product.title
        priceLabel.text = product.price
        descriptionLabel.text = product.description
        errorLabel.isHidden = true

        let paymentButton = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)
        paymentButton.translatesAutoresizingMaskIntoConstraints = false
        paymentButton.addTarget(self, action: #selector(buyNowButtonTapped), for: .touchUpInside)
        bottomToolbar.addSubview(paymentButton)
        bottomToolbar.addConstraint(centering(paymentButton, .centerX))
        bottomToolbar.addConstraint(centering(paymentButton, .centerY))
    }

    private func centering(
        _ button: UIView,
        _ attribute: NSLayoutConstraint.Attribute
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            item: button,
            attribute: attribute,
            relatedBy: .equal,
            toItem: bottomToolbar,
            attribute: attribute,
            multiplier: 1,
            constant: 0
        )
    }

    @objc private func buyNowButtonTapped() {
        paymentToken = nil
        guard PKPaymentAuthorizationViewController.canMakePayments(usingNetworks: paymentNetworks)
        else { return show("There is no card for this store in Wallet.") }

        let request = PKPaymentRequest()
        // Corrected: the article has "shinobistore.com.day-by-day.", which its entitlement does not.
        request.merchantIdentifier = "merchant.com.shinobistore.appleplay"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = paymentNetworks
        request.merchantCapabilities = .capability3DS
        request.paymentSummaryItems = product.paymentSummaryItems

        // Corrected: the article takes it for granted that there is one.
        guard let viewController = PKPaymentAuthorizationViewController(paymentRequest: request)
        else { return show("Apple Pay is not available.") }
        viewController.delegate = self
        present(viewController, animated: true, completion: nil)
    }

    private func show(_ error: String) {
        errorLabel.text = error
        errorLabel.isHidden = false
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        guard let receipt = segue.destination as? ReceiptViewController else { return }
        receipt.transactionIdentifier = paymentToken?.transactionIdentifier
    }
}

extension StoreViewController: PKPaymentAuthorizationViewControllerDelegate {
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        provider(payment.token) { status in
            if status == .success { self.paymentToken = payment.token }
            completion(status)
        }
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        dismiss(animated: true) {
            // Corrected: the article goes to the receipt while the sheet is still up, over which
            // nothing can be presented.
            guard self.paymentToken != nil else { return }
            self.performSegue(withIdentifier: "purchaseConfirmed", sender: self)
        }
    }
}

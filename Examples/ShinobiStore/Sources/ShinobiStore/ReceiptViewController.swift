import UIKit

/// The page after the purchase: a receipt with the payment's identifier.
final class ReceiptViewController: UIViewController {
    let transactionLabel = UILabel()
    var transactionIdentifier: String? {
        didSet { transactionLabel.text = transactionIdentifier }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(transactionLabel)
    }
}

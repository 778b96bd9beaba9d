import UIKit

/// The page after the purchase: a receipt with the payment's identifier.
final class ReceiptViewController: UIViewController {
    @IBOutlet weak var transactionLabel: UILabel!
    var transactionIdentifier: String?

    override func viewDidLoad() {
        super.viewDidLoad()
        transactionLabel.text = transactionIdentifier
    }
}

import PassKit

/// The screen of the toy store: Apple Pay's button, and a word of thanks over the key window.
@MainActor
final class ToyScreen: UIViewController {
    let button = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)
    private let store = ToyStore()

    override func viewDidLoad() {
        super.viewDidLoad()
        let buy = UIAction { [store] _ in store.buy() }
        button.addAction(buy, for: .touchUpInside)
        button.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(button)
        NSLayoutConstraint.activate([
            button.centerXAnchor.constraint(equalTo: view.safeAreaLayoutGuide.centerXAnchor),
            button.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
        ])
        store.whenDone = { receipt in
            guard receipt != nil else { return }
            let thanks = UIAlertController(
                title: "Thank you",
                message: "It is on its way.",
                preferredStyle: .alert
            )
            thanks.addAction(UIAlertAction(title: "OK", style: .default))
            UIApplication.shared.keyWindow?.rootViewController?.present(thanks, animated: true)
        }
    }
}

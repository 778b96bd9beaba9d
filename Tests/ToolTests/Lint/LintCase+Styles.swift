internal import AppLint

private func swift(_ rule: String, _ code: String) -> LintCase { LintCase(rule, .swift, code) }
private func objectiveC(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .objectiveC, code)
}

private let delegate = """
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void) {

    """

/// Shapes that published checkouts have, one for each rule that they concern.
extension LintCase {
    static let styleCaught = [
        swift(
            "binary-amount",
            """
            func item(_ field: UITextField, price: Double) -> [NSDecimalNumber] {
                let rounded = NSDecimalNumber(value: price).rounding(accordingToBehavior: cents)
                return [NSDecimalNumber(value: Double(field.text ?? "") ?? 0), // HERE
                    NSDecimalNumber(value: Double(cart.cents)),
                    rounded]
            }
            """
        ),
        swift(
            "networks-never-set",
            """
            final class Shop {
                private var networks = [PKPaymentNetwork]()
                func canPay() -> Bool {
                    PKPaymentAuthorizationController.canMakePayments(usingNetworks: networks) // HERE
                }
            }
            """
        ),
        swift(
            "status-never-reported",
            """
            typealias Report = (PKPaymentAuthorizationResult) -> Void
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                handler completion: @escaping Report) { // HERE
                dismiss(animated: true)
                showReceipt()
            }
            """
        ),
        objectiveC(
            "completion-called-twice",
            """
            - (void)paymentAuthorizationController:(PKPaymentAuthorizationController *)controller
                               didAuthorizePayment:(PKPayment *)payment
                                           handler:(void (^)(PKPaymentAuthorizationResult *))completion {
                @try { completion([self charge:payment]); }
                @catch (NSException *exception) { NSLog(@"%@", exception); }
                completion(self.failure); // HERE
            }
            """
        ),
        swift(
            "token-in-cloud-store",
            """
            final class Keeper {
                private var paymentToken: String = ""
                func keep() { UserDefaults.standard.set(paymentToken, forKey: "t") } // HERE
            }
            """
        ),
        swift(
            "set-up-button-for-buying",
            """
            func show() {
                let button = PKPaymentButton(paymentButtonType: PKPaymentButtonType.setUp, paymentButtonStyle: .black) // HERE
                button.addTarget(self, action: #selector(pay), for: .touchUpInside)
            }
            @objc func pay() { present(PKPaymentAuthorizationViewController(paymentRequest: request)!) }
            """
        ),
        swift(
            "total-not-summed",
            """
            func request(_ request: PKPaymentRequest) {
                let price = NSDecimalNumber(string: "10.00")
                let postage = NSDecimalNumber(string: "4.99")
                let item = PKPaymentSummaryItem(label: "Tea", amount: price)
                let parcel = PKPaymentSummaryItem(label: "Post", amount: postage)
                let sum = price.adding(.zero)
                let total = PKPaymentSummaryItem(label: "Shop", amount: sum) // HERE
                request.paymentSummaryItems = [item, parcel, total]
            }
            """
        ),
    ]

    static let styleAllowed = [
        swift(
            "total-not-summed",
            """
            func show(_ items: [PKPaymentSummaryItem]?, _ request: PKPaymentRequest) {
                guard let items = items else { return }
                request.paymentSummaryItems = items
            }
            """
        ),
        swift(
            "total-not-summed",
            """
            func show(_ request: PKPaymentRequest) {
                let one = other
                let other = one
                request.paymentSummaryItems = one
            }
            """
        ),
        objectiveC(
            "binary-amount",
            """
            - (NSDecimalNumber *)price:(double)price {
                return [[NSDecimalNumber numberWithDouble:price] decimalNumberByRoundingAccordingToBehavior:cents];
            }
            """
        ),
        swift(
            "total-not-summed",
            """
            func request(_ request: PKPaymentRequest) {
                let price = NSDecimalNumber(string: "10.00"), postage = NSDecimalNumber(string: "0.00")
                let item = PKPaymentSummaryItem(label: "Tea", amount: price)
                let parcel = PKPaymentSummaryItem(label: "Post, free", amount: postage)
                let sum = price.adding(.zero)
                let total = PKPaymentSummaryItem(label: "Shop", amount: sum)
                request.paymentSummaryItems = [item, parcel, total]
            }
            """
        ),
        swift(
            "total-not-summed",
            """
            func request(_ request: PKPaymentRequest) {
                let price = NSDecimalNumber(string: "10.00")
                let postage = NSDecimalNumber(string: "4.99")
                let item = PKPaymentSummaryItem(label: "Tea", amount: price)
                let parcel = PKPaymentSummaryItem(label: "Post", amount: postage)
                let sum = price.adding(.zero)
                let total = PKPaymentSummaryItem(label: "Shop", amount: sum)
                total.amount = [item, parcel].map(\\.amount).reduce(.zero) { $0.adding($1) }
                request.paymentSummaryItems = [item, parcel, total]
            }
            """
        ),
        swift(
            "set-up-button-for-buying",
            """
            func show() {
                let button = PKPaymentButton(paymentButtonType: canPay ? .buy : .setUp, paymentButtonStyle: .black)
                button.addTarget(self, action: #selector(pay), for: .touchUpInside)
                let old = PKPaymentButton(paymentButtonType: .setUp, paymentButtonStyle: .black)
                old.addTarget(self, action: #selector(payOrOpenWallet), for: .touchUpInside)
            }
            @objc func pay() { present(PKPaymentAuthorizationViewController(paymentRequest: request)!) }
            @objc func payOrOpenWallet() {
                if canPay { return pay() }
                UIApplication.shared.open(URL(string: "shoebox://")!)
            }
            """
        ),
        swift(
            "scheme-with-capitals",
            """
            func application(_ app: UIApplication, open url: URL, options: [String: Any]) -> Bool {
                url.scheme == "MyShop"
            }
            """
        ),
        swift(
            "token-in-cloud-store",
            """
            func keep(_ orders: [Order]) throws {
                let paymentData: Data = try JSONEncoder().encode(orders)
                UserDefaults.standard.set(paymentData, forKey: "orders")
            }
            """
        ),
        swift(
            "completion-called-twice",
            delegate + """
                    guard let order = cart.order else {
                        completion(.init(status: .failure, errors: nil))
                        fatalError("no order")
                    }
                    completion(order.charge(payment))
                }
                """
        ),
        swift(
            "missing-did-finish-dismiss",
            """
            func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
                print("finished")
                paymentWindow = nil
            }
            """
        ),
        swift(
            "merchant-identifier",
            """
            let merchantIdentifier = Bundle.main.object(forInfoDictionaryKey: "MERCHANT_ID") as? String ?? ""
            func request() {
                request.merchantIdentifier = "merchant.com.Acme-Shop.7"
                request.merchantIdentifier = isTest ? "merchant.test" : "merchant.live"
                api.post(["merchantIdentifier": "8F27A0"])
            }
            """
        ),
        swift(
            "merchant-identifier",
            "extension Order { convenience init() { self.init(merchantIdentifier: \"\", items: []) } }"
        ),
        swift(
            "networks-never-set",
            """
            struct Shop {
                private var networks: [PKPaymentNetwork] = []
                static func make() -> Shop { Shop(networks: [.visa]) }
                func canPay() -> Bool { PKPaymentAuthorizationController.canMakePayments(usingNetworks: networks) }
            }
            """
        ),
        swift(
            "status-never-reported",
            """
            typealias Report = (PKPaymentAuthorizationResult) -> Void
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                handler completion: @escaping Report) { server.charge(payment, completion) }
            """
        ),
        swift(
            "work-before-sheet",
            """
            var body: some View {
                PayWithApplePayButton(.buy, action: pay)
                Button("Discount") { ask() }
            }
            func pay() { PKPaymentAuthorizationController(paymentRequest: request).present() }
            func ask() { alert.addTextField() }
            """
        ),
    ]
}

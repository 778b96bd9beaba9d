internal import AppLint

private func swift(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .swift, code)
}
private func objectiveC(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .objectiveC, code)
}
private let setUp = "set-up-button-for-buying"
private let work = "work-before-sheet"
private let animated = "dismiss-animated"

extension LintCase {
    static let buttonCaught = [
        swift(
            setUp,
            """
            func show() {
                let button = PKPaymentButton(paymentButtonType: .setUp, paymentButtonStyle: .black) // HERE
                button.addTarget(self, action: #selector(buy), for: .touchUpInside)
            }
            @objc func buy() { begin() }
            func begin() { let request = PKPaymentRequest() }
            """
        ),
        swift(
            setUp,
            """
            var body: some View {
                PayWithApplePayButton(.setUp, action: buy) // HERE
                PayWithApplePayButton(.setUp, request: request, onPaymentAuthorizationChange: changed) // HERE
            }
            func buy() { PKPaymentAuthorizationController(paymentRequest: request).present() }
            """
        ),
        objectiveC(
            setUp,
            """
            - (void)show {
                PKPaymentButton *button = [PKPaymentButton buttonWithType:PKPaymentButtonTypeSetUp style:0]; // HERE
                [button addTarget:self action:@selector( buy) forControlEvents:UIControlEventTouchUpInside];
            }
            - (void)buy { PKPaymentRequest *request = [[PKPaymentRequest alloc] init]; }
            """
        ),
        swift(
            work,
            """
            func show() {
                let button = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)
                button.addTarget(self, action: #selector(buy), for: .touchUpInside)
            }
            @objc func buy() {
                let alert = UIAlertController(title: "Code?", message: nil, preferredStyle: .alert)
                alert.addTextField() // HERE
                alert.addAction(UIAlertAction(title: "Pay", style: .default) { _ in self.present() })
            }
            func present() { PKPaymentAuthorizationController(paymentRequest: request).present() }
            """
        ),
        objectiveC(
            work,
            """
            - (void)show {
                PKPaymentButton *button = [PKPaymentButton buttonWithType:PKPaymentButtonTypeBuy style:0];
                [button addTarget:self action:@selector(buy:) forControlEvents:UIControlEventTouchUpInside];
            }
            - (void)buy:(id)sender {
                [alert addTextFieldWithConfigurationHandler:nil]; // HERE
                [[PKPaymentAuthorizationViewController alloc] initWithPaymentRequest:self.request];
            }
            """
        ),
        objectiveC(
            animated,
            """
            - (void)paymentAuthorizationViewControllerDidFinish:(PKPaymentAuthorizationViewController *)controller {
                [self dismissViewControllerAnimated:controller completion:nil]; // HERE
                [self presentViewController:next animated:self completion:nil]; // HERE
            }
            """
        ),
    ]

    static let buttonAllowed = [
        swift(
            setUp,
            """
            func show() {
                let button = PKPaymentButton(paymentButtonType: .setUp, paymentButtonStyle: .black)
                button.addTarget(self, action: #selector(setUp), for: .touchUpInside)
                let buyButton = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)
                buyButton.addTarget(self, action: #selector(buy), for: .touchUpInside)
                let either = PKPaymentButton(paymentButtonType: .setUp, paymentButtonStyle: .black)
                either.addTarget(self, action: #selector(payOrSetUp), for: .touchUpInside)
            }
            @objc func setUp() { PKPassLibrary().openPaymentSetup() }
            @objc func buy() { let request = PKPaymentRequest() }
            @objc func payOrSetUp() { if canPay { buy() } else { setUp() } }
            """
        ),
        objectiveC(
            setUp,
            """
            - (void)show {
                PKPaymentButton *button = [PKPaymentButton buttonWithType:PKPaymentButtonTypeSetUp style:0];
                [button addTarget:self action:@selector(jump) forControlEvents:UIControlEventTouchUpInside];
                UIButton *other = [UIButton buttonWithType:UIButtonTypeCustom];
                [other addTarget:self action:@selector(buy) forControlEvents:UIControlEventTouchUpInside];
            }
            - (void)jump { [[[PKPassLibrary alloc] init] openPaymentSetup]; }
            - (void)buy { PKPaymentRequest *request = [[PKPaymentRequest alloc] init]; }
            """
        ),
        swift(
            work,
            """
            func show() {
                let button = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)
                button.addTarget(self, action: #selector(buy), for: .touchUpInside)
                let codes = UIButton()
                codes.addTarget(self, action: #selector(ask), for: .touchUpInside)
            }
            @objc func buy() { PKPaymentAuthorizationController(paymentRequest: request).present() }
            @objc func ask() { alert.addTextField() }
            """
        ),
        objectiveC(
            animated,
            """
            - (void)done:(BOOL)animated {
                [self dismissViewControllerAnimated:YES completion:nil];
                [self dismissViewControllerAnimated:animated completion:nil];
                [self dismissViewControllerAnimated:self.animates completion:nil];
                [self presentViewController:next animated:NO completion:nil];
                [view setPosition:self animated:self];
            }
            """
        ),
    ]
}

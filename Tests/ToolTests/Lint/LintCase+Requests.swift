internal import AppLint

private func swift(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .swift, code)
}
private func objectiveC(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .objectiveC, code)
}
private let identifier = "merchant-identifier"
private let networks = "networks-never-set"
private let scheme = "scheme-with-capitals"

extension LintCase {
    static let requestCaught = [
        swift(
            identifier,
            """
            let merchantID = "com.example.shop" // HERE
            func request() {
                request.merchantIdentifier = "shinobistore.com.day-by-day." // HERE
                request.merchantIdentifier = "merchant.com.example." // HERE
                request.merchantIdentifier = "<#your merchant id#>" // HERE
                request.merchantIdentifier = "merchant.com.yourcompany.app" // HERE
                request.merchantIdentifier = merchantID
                let context = PKPaymentTokenContext(
                    merchantIdentifier: "com.example", // HERE
                    externalIdentifier: "1", merchantName: "a", merchantDomain: nil, amount: 1)
            }
            """
        ),
        swift(
            identifier,
            "func request() { request.merchantIdentifier = \"\" } // HERE"
        ),
        objectiveC(
            identifier,
            """
            #define MERCHANT @"example"
            - (void)request {
                request.merchantIdentifier = @"商户 ID"; // HERE
                [request setMerchantIdentifier:@"YOUR_ID"]; // HERE
                request.merchantIdentifier = MERCHANT; // HERE
            }
            """
        ),
        swift(
            networks,
            """
            final class Shop {
                private var networks: [PKPaymentNetwork] = []
                private static let none: [PKPaymentNetwork] = []
                func canPay() -> Bool {
                    PKPaymentAuthorizationController.canMakePayments(usingNetworks: networks) // HERE
                        || PKPaymentAuthorizationController.canMakePayments(usingNetworks: none) // HERE
                }
            }
            """
        ),
        objectiveC(
            networks,
            """
            @interface Shop ()
            @property (nonatomic, strong) NSArray *networks;
            @end
            @implementation Shop
            - (BOOL)canPay {
                return [PKPaymentAuthorizationViewController canMakePaymentsUsingNetworks:self.networks] // HERE
                    || [PKPaymentAuthorizationViewController canMakePaymentsUsingNetworks:_networks]; // HERE
            }
            @end
            """
        ),
        swift(
            scheme,
            """
            func webView(_ view: WKWebView, buys url: URL) -> Bool {
                url.scheme == "myShoppingApp" // HERE
                    || url.scheme?.lowercased() == "myShoppingApp" // HERE
            }
            """
        ),
        objectiveC(
            scheme,
            "- (BOOL)buys:(WKWebView *)view { return [URL.scheme isEqualToString:@\"myShoppingApp\"]; } // HERE"
        ),
    ]

    static let networksSet = [
        "source.assign(to: &$networks)", "load(into: &self.networks)", "(networks, _) = load()",
    ].map { statement in
        swift(
            networks,
            """
            final class Shop {
                @Published private var networks: [PKPaymentNetwork] = []
                init() { \(statement) }
                func canPay() -> Bool {
                    PKPaymentAuthorizationController.canMakePayments(usingNetworks: networks)
                }
            }
            """
        )
    }

    static let requestAllowed = [
        swift(
            identifier,
            """
            struct Settings { var merchantIdentifier: String = "" }
            let merchantIdentifier = "merchant.com.example"
            func request(_ merchantIdentifier: String) {
                request.merchantIdentifier = "merchant.com.shinobistore.appleplay"
                request.merchantIdentifier = "merchant.\\(Bundle.main.bundleIdentifier)"
                request.merchantIdentifier = merchantIdentifier
                request.merchantIdentifier = settings.merchantIdentifier
                if request.merchantIdentifier == "" { return }
                // request.merchantIdentifier = "your id"
                other.identifier = "shinobistore.com"
            }
            """
        ),
        objectiveC(
            identifier,
            """
            - (void)request {
                request.merchantIdentifier = @"";
                request.merchantIdentifier = @"merchant.com.example";
                request.merchantIdentifier = [NSString stringWithFormat:@"%@", name];
                request.countryCode = @"CN";
            }
            """
        ),
        swift(
            networks,
            """
            final class Shop {
                private var networks: [PKPaymentNetwork] = []
                private var more: [PKPaymentNetwork] = [.visa]
                private var computed: [PKPaymentNetwork] { [.visa] }
                var open: [PKPaymentNetwork] = []
                private var filled: [PKPaymentNetwork] = []
                init(networks: [PKPaymentNetwork]) { self.networks = networks }
                func fill() { filled.append(.visa) }
                func canPay(_ given: [PKPaymentNetwork]) -> Bool {
                    [networks, more, computed, open, given, filled].contains {
                        PKPaymentAuthorizationController.canMakePayments(usingNetworks: $0)
                    }
                        && PKPaymentAuthorizationController.canMakePayments(usingNetworks: networks)
                        && PKPaymentAuthorizationController.canMakePayments(usingNetworks: more)
                        && PKPaymentAuthorizationController.canMakePayments(usingNetworks: computed)
                        && PKPaymentAuthorizationController.canMakePayments(usingNetworks: self.open)
                        && PKPaymentAuthorizationController.canMakePayments(usingNetworks: given)
                        && PKPaymentAuthorizationController.canMakePayments(usingNetworks: filled)
                }
            }
            """
        ),
        objectiveC(
            networks,
            """
            @interface Shop ()
            @property (nonatomic, strong) NSArray *networks;
            @property (nonatomic, copy) NSArray *lazy;
            @end
            @implementation Shop
            - (instancetype)init { _networks = @[PKPaymentNetworkVisa]; return self; }
            - (NSArray *)lazy { return @[PKPaymentNetworkVisa]; }
            - (BOOL)canPay {
                return [PKPaymentAuthorizationViewController canMakePaymentsUsingNetworks:self.networks]
                    && [PKPaymentAuthorizationViewController canMakePaymentsUsingNetworks:self.lazy]
                    && [PKPaymentAuthorizationViewController canMakePaymentsUsingNetworks:self.inherited];
            }
            @end
            """
        ),
        swift(
            scheme,
            """
            func webView(_ view: WKWebView, buys url: URL) -> Bool {
                url.scheme?.lowercased() == "myshoppingapp" && url.host == "Buy" && scheme == "Dark"
            }
            """
        ),
        objectiveC(
            scheme,
            "- (BOOL)buys:(WKWebView *)view { return [URL.scheme isEqualToString:@\"myshoppingapp\"] || [a isEqualToString:@\"B\"]; }"
        ),
    ]
}

internal import AppLint

private let rule = "token-in-cloud-store"

private func swift(_ code: String) -> LintCase { LintCase(rule, .swift, code) }
private func objectiveC(_ code: String) -> LintCase { LintCase(rule, .objectiveC, code) }

extension LintCase {
    static let tokenCaught = [
        swift(
            """
            func keep(_ payment: PKPayment) {
                UserDefaults.standard.set(payment.token.paymentData, forKey: "last") // HERE
            }
            """
        ),
        swift(
            """
            final class Keeper {
                private let store = NSUbiquitousKeyValueStore.default
                func keep(_ token: PKPaymentToken) {
                    let text = token.paymentData.base64EncodedString()
                    self.store.set("token \\(text)", forKey: "last") // HERE
                    store.set([text], forKey: "all") // HERE
                }
            }
            """
        ),
        swift(
            """
            func keep(payment: PKPayment, defaults: UserDefaults) throws {
                let archive = try NSKeyedArchiver.archivedData(
                    withRootObject: payment.token, requiringSecureCoding: false)
                defaults.setValue(archive, forKey: "token") // HERE
            }
            """
        ),
        objectiveC(
            """
            - (void)keep:(NSData *)paymentTocken {
                NSUbiquitousKeyValueStore *store = [NSUbiquitousKeyValueStore defaultStore];
                [store setObject:@[paymentTocken] forKey:@"token"]; // HERE
            }
            """
        ),
        objectiveC(
            """
            - (void)keepPayment:(PKPayment *)payment {
                NSString *text = [payment.token.paymentData base64EncodedStringWithOptions:0];
                [[NSUserDefaults standardUserDefaults] setObject:text forKey:@"token"]; // HERE
                [[NSUserDefaults standardUserDefaults] setObject:@{@"a": [[payment token] paymentData]} // HERE
                                                          forKey:@"b"];
            }
            """
        ),
    ]

    static let tokenAllowed = [
        swift(
            """
            func keep(_ payment: PKPayment) {
                let defaults = UserDefaults.standard
                defaults.set(payment.token.transactionIdentifier, forKey: "receipt")
                defaults.set(payment.token.paymentMethod.displayName, forKey: "card")
                defaults.set(payment.token.paymentData.count, forKey: "length")
                defaults.set(SHA256.hash(data: payment.token.paymentData).description, forKey: "seen")
                defaults.set(payment.shippingContact?.emailAddress, forKey: "email")
                defaults.set(true, forKey: "paymentToken")
                // defaults.set(payment.token.paymentData, forKey: "last")
                let code = "defaults.set(payment.token.paymentData, forKey: \\"last\\")"
                cache.set(payment.token.paymentData, forKey: "memory")
            }
            """
        ),
        swift(
            """
            func one() { let store = UserDefaults.standard; store.set(1, forKey: "a") }
            func two(token: PKPaymentToken) {
                let store = Keychain()
                store.set(token.paymentData, forKey: "a")
                // quince:ignore token-in-cloud-store
                UserDefaults.standard.set(token.paymentData, forKey: "a")
                UserDefaults.standard.set(token.paymentData, forKey: "a") // quince:ignore token-in-cloud-store: a demo
            }
            struct Seen { var hasPaymentToken: Bool }
            func three(hasPaymentToken: Bool) {
                UserDefaults.standard.set(hasPaymentToken, forKey: "b")
            }
            """
        ),
        objectiveC(
            """
            /* [storage setObject:@[paymentToken] forKey:@"token"]; */
            - (void)keep:(PKPayment *)payment {
                NSUserDefaults *defaults = [NSUserDefaults standardUserDefaults];
                [defaults setObject:payment.token.transactionIdentifier forKey:@"receipt"];
                [defaults setInteger:payment.token.paymentData.length forKey:@"length"];
                [defaults setObject:@([payment.token.paymentData length]) forKey:@"length"];
                [self.cache setObject:payment.token.paymentData forKey:@"memory"];
                NSMutableDictionary *body = [NSMutableDictionary dictionary];
                [body setObject:payment.token.paymentData forKey:@"token"];
            }
            """
        ),
    ]
}

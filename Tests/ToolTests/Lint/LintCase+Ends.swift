internal import AppLint

private func swift(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .swift, code)
}
private func objectiveC(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .objectiveC, code)
}
private let success = "success-without-server"
private let status = "status-never-reported"
private let finish = "missing-did-finish-dismiss"

private func authorized(_ body: String) -> String {
    """
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController, didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void) {
    \(body)
    }
    """
}

private func authorizedInC(_ body: String) -> String {
    """
    - (void)paymentAuthorizationViewController:(PKPaymentAuthorizationViewController *)controller
                           didAuthorizePayment:(PKPayment *)payment
                                    completion:(void (^)(PKPaymentAuthorizationStatus status))completion
    {
    \(body)
    }
    """
}

extension LintCase {
    static let endCaught = [
        swift(success, authorized("paymentToken = payment.token\ncompletion(.success) // HERE")),
        swift(
            success,
            """
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
            ) async -> PKPaymentAuthorizationResult {
                print("paid \\(payment)")
                return PKPaymentAuthorizationResult(status: .success, errors: nil) // HERE
            }
            """
        ),
        objectiveC(
            success,
            authorizedInC(
                """
                BOOL isSuccess = YES;
                if (isSuccess) {
                    completion(PKPaymentAuthorizationStatusSuccess); // HERE
                } else {
                    completion(PKPaymentAuthorizationStatusFailure);
                }
                """
            )
        ),
        swift(
            status,
            """
            func verifyApplePay(_ data: Data,
                                result: @escaping (Bool) -> Void) { // HERE
                server.send(data)
            }
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didSelectShippingMethod method: PKShippingMethod,
                handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void) { // HERE
                selected = method
            }
            """
        ),
        objectiveC(
            status,
            """
            - (void)verifyApplePayWith:(NSData *)token Result:(void (^)(BOOL))result { // HERE
                [self send:token];
            }
            """
        ),
        swift(
            finish,
            """
            func paymentAuthorizationViewControllerDidFinish( // HERE
                _ controller: PKPaymentAuthorizationViewController) {
                print("finished")
                note()
                request = nil
            }
            func note() { logger.info("finished") }
            """
        ),
        objectiveC(
            finish,
            """
            - (void)paymentAuthorizationViewControllerDidFinish:(PKPaymentAuthorizationViewController *)c { // HERE
                NSLog(@"dismiss");
            }
            """
        ),
    ]

    static let endAllowed = [
        swift(
            success,
            authorized("server.send(payment.token) { completion($0 ? .success : .failure) }")
        ),
        swift(success, authorized("let answer = server.pay(payment)\ncompletion(.success)")),
        swift(
            success,
            authorized("if isDemo { completion(.success) } else { send(payment, completion) }")
        ),
        swift(success, authorized("Task { await send(payment); completion(.success) }")),
        swift(success, authorized("completion(.failure)")),
        objectiveC(
            success,
            authorizedInC(
                """
                PKPaymentAuthorizationStatus status;  // From your server
                completion(status);
                """
            )
        ),
        objectiveC(
            success,
            authorizedInC(
                """
                [self.server send:payment.token then:^(BOOL paid) {
                    completion(paid ? PKPaymentAuthorizationStatusSuccess : PKPaymentAuthorizationStatusFailure);
                }];
                """
            )
        ),
        swift(
            status,
            """
            func pay(payment: PKPayment, completion: @escaping (Bool) -> Void) { self.completion = completion }
            func paymentView(content: () -> View, title: String) { show(title) }
            func startPayment(completion: @escaping (Bool) -> Void) { fatalError("subclass this") }
            protocol Payer { func payment(completion: @escaping (Bool) -> Void) }
            func openDoor(completion: () -> Void) { open() }
            """
        ),
        objectiveC(
            status,
            """
            - (void)verifyPayment:(NSData *)token result:(void (^)(BOOL))result {
                [self.server send:token then:result];
            }
            - (void)verifyPayment:(NSData *)token completion:(void (^)(BOOL))completion;
            """
        ),
        swift(
            finish,
            """
            func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
                close()
            }
            func close() { controller?.dismiss(completion: nil) }
            """
        ),
        swift(
            finish,
            """
            func paymentAuthorizationViewControllerDidFinish(_ c: PKPaymentAuthorizationViewController) {
                coordinator.paymentIsOver(c)
            }
            """
        ),
        swift(
            finish,
            """
            func paymentAuthorizationViewControllerDidFinish(_ c: PKPaymentAuthorizationViewController) {
                isSheetShown = false
            }
            """
        ),
        objectiveC(
            finish,
            """
            - (void)paymentAuthorizationViewControllerDidFinish:(PKPaymentAuthorizationViewController *)c {
                [c dismissViewControllerAnimated:YES completion:nil];
            }
            - (void)paymentAuthorizationControllerDidFinish:(PKPaymentAuthorizationController *)controller;
            """
        ),
    ]
}

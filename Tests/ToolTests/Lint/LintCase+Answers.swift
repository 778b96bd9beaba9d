internal import AppLint

private func swift(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .swift, code)
}
private func objectiveC(_ rule: String, _ code: String) -> LintCase {
    LintCase(rule, .objectiveC, code)
}
private let decision = "decision-called-twice"
private let completion = "completion-called-twice"

/// The head of a web view's question, in Swift.
private let decide = """
    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
                 decisionHandler: @escaping (WKNavigationActionPolicy) -> Void) {

    """

/// The same in Objective-C.
private let decideInC = """
    - (void)webView:(WKWebView *)webView
    decidePolicyForNavigationAction:(nonnull WKNavigationAction *)action
    decisionHandler:(nonnull void (^)(WKNavigationActionPolicy))decisionHandler {

    """

extension LintCase {
    static let answerCaught = [
        swift(
            decision,
            decide + """
                    if isOurs(action) {
                        decisionHandler(.cancel)
                    }
                    decisionHandler(.allow) // HERE
                }
                """
        ),
        swift(
            decision,
            decide + """
                    switch action.kind {
                    case .ours: decisionHandler(.cancel)
                    default: break
                    }
                    guard let url = action.url else { return }
                    decisionHandler(.allow)
                    if url.isOdd { decisionHandler(.cancel) } // HERE
                }
                """
        ),
        objectiveC(
            decision,
            decideInC + """
                    if ([self isOurs:action]) {
                        decisionHandler(WKNavigationActionPolicyCancel);
                    } else if (self.isDone) decisionHandler(WKNavigationActionPolicyCancel);
                    decisionHandler(WKNavigationActionPolicyAllow); // HERE
                }
                """
        ),
        swift(
            completion,
            """
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
            ) {
                if payment.token.paymentData.isEmpty {
                    completion(PKPaymentAuthorizationResult(status: .failure, errors: nil))
                }
                completion(server.answer(payment)) // HERE
            }
            """
        ),
        objectiveC(
            completion,
            """
            - (void)paymentAuthorizationViewController:(PKPaymentAuthorizationViewController *)controller
                               didSelectShippingMethod:(PKShippingMethod *)method
                                            completion:(void (^)(PKPaymentAuthorizationStatus, NSArray *))completion {
                completion(PKPaymentAuthorizationStatusSuccess, self.items);
                completion(PKPaymentAuthorizationStatusSuccess, self.items); // HERE
            }
            """
        ),
    ]

    static let answerAllowed = [
        swift(
            decision,
            decide + """
                    guard let url = action.url else { return decisionHandler(.allow) }
                    if url.isOurs {
                        decisionHandler(.cancel)
                        return
                    }
                    if url.isOdd { decisionHandler(.cancel) } else if url.isEven {
                        return decisionHandler(.allow)
                    } else { decisionHandler(.allow) }
                }
                """
        ),
        swift(
            decision,
            decide + """
                    var isHandled = false
                    if isOurs(action) { decisionHandler(.cancel); isHandled = true }
                    if !isHandled { decisionHandler(.allow) }
                }
                """
        ),
        swift(
            decision,
            decide + """
                    if isOurs(action) { decisionHandler(.cancel); isHandled = true }
                    guard !isHandled else { return }
                    decisionHandler(.allow)
                    self.handler.decisionHandler(.allow)
                }
                """
        ),
        swift(
            decision,
            decide + """
                    switch action.navigationType {
                    case .linkActivated where isOurs(action): decisionHandler(.cancel)
                    case .other:
                        ask { yes in decisionHandler(yes ? .allow : .cancel) }
                    default: decisionHandler(.allow)
                    }
                #if DEBUG
                    if let x = y { log(for: x) }
                #endif
                }
                """
        ),
        swift(
            decision,
            decide + """
                #if DEBUG
                    decisionHandler(.allow)
                #else
                    decisionHandler(.cancel)
                #endif
                }
                """
        ),
        objectiveC(
            decision,
            decideInC + """
                    switch (action.navigationType) {
                        case 1: decisionHandler(WKNavigationActionPolicyCancel); break;
                        default: decisionHandler(WKNavigationActionPolicyAllow); break;
                    }
                }
                """
        ),
        objectiveC(
            decision,
            decideInC + """
                    if (![self isOurs:action]) { decisionHandler(WKNavigationActionPolicyAllow); return; }
                    [self ask:^(BOOL yes) { decisionHandler(yes ? WKNavigationActionPolicyAllow : 0); }];
                    // decisionHandler(WKNavigationActionPolicyAllow);
                }
                """
        ),
        swift(
            completion,
            """
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
            ) {
                do {
                    try send(payment)
                    completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
                } catch {
                    completion(PKPaymentAuthorizationResult(status: .failure, errors: [error]))
                }
            }
            """
        ),
    ]
}

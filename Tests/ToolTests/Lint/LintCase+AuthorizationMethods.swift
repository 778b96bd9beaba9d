internal import AppLint

/// The methods around a body that authorizes a payment, and bodies that send a request.
extension LintCase {
    /// A method of the payment controller's delegate with a handler, in Swift.
    static func handled(_ body: String) -> LintCase {
        LintCase(
            "success-without-server",
            .swift,
            """
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
            ) {
            \(body)
            }
            """
        )
    }

    /// The same method, which returns its result.
    static func returned(_ body: String, _ type: String = "PKPaymentAuthorizationResult")
        -> LintCase
    {
        LintCase(
            "success-without-server",
            .swift,
            """
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
            ) async -> \(type) {
            \(body)
            }
            """
        )
    }

    /// The same in Objective-C.
    static func inObjectiveC(_ body: String) -> LintCase {
        LintCase(
            "success-without-server",
            .objectiveC,
            """
            - (void)paymentAuthorizationController:(PKPaymentAuthorizationController *)controller
                               didAuthorizePayment:(PKPayment *)payment
                                           handler:(ResultHandler)completion {
            \(body)
            }
            """
        )
    }

    /// A SwiftUI button's phases.
    static func phases(_ body: String) -> LintCase {
        LintCase(
            "success-without-server",
            .swift,
            """
            PayWithApplePayButton(.buy, request: request) { phase in
                switch phase {
                case .willAuthorize: break
                case .didAuthorize(let payment, let report):
            \(body)
                case .didFinish: isShown = false
                @unknown default: break
                }
            }
            """
        )
    }

    /// A request is started, and success does not wait for its outcome.
    static let unawaited = [
        handled(
            """
            guard let url = URL(string: "https://shop.example/pay") else {
                completion(PKPaymentAuthorizationResult(status: .failure, errors: nil))
                return
            }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpBody = try? JSONEncoder().encode(Body(payment.token.paymentData))
            let task = URLSession.shared.dataTask(with: request) { data, _, error in
                guard let data else { return }
                print(data)
            }
            task.resume()
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
            """
        ),
        handled(
            """
            Task { try? await server.charge(payment) }
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
            """
        ),
        handled(
            """
            Task.detached(priority: .high) { try? await server.charge(payment) }
            DispatchQueue.main.async {
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
            }
            """
        ),
        handled(
            """
                send(payment)
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
            }
            func send(_ payment: PKPayment) {
                var request = URLRequest(url: endpoint)
                request.httpBody = payment.token.paymentData
                URLSession.shared.dataTask(with: request) { _, _, error in note(error) }.resume()
            }
            func note(_ error: Error?) {
                print(error)
            """
        ),
        inObjectiveC(
            """
            NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:self.url];
            [request setHTTPBody:payment.token.paymentData];
            [[[NSURLSession sharedSession] dataTaskWithRequest:request
                completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) { NSLog(@"%@", error); }] resume];
            completion([[PKPaymentAuthorizationResult alloc] initWithStatus:PKPaymentAuthorizationStatusSuccess errors:nil]); // HERE
            """
        ),
    ]

    /// The request's outcome is waited for, or decides elsewhere.
    static let awaited = [
        handled(
            """
            URLSession.shared.dataTask(with: request(payment)) { _, _, error in
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            }.resume()
            """
        ),
        handled(
            """
            let semaphore = DispatchSemaphore(value: 0)
            Task { await server.charge(payment); semaphore.signal() }
            semaphore.wait()
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            """
        ),
        handled(
            """
            if isDemo {
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
                return
            }
            Task { completion(await server.charge(payment)) }
            """
        ),
        handled(
            """
            switch mode {
            case .live:
                self.answer = completion
                Task { await server.charge(payment) }
            case .demo: completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            }
            """
        ),
        handled(
            """
                send(payment) {
                    completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
                }
            }
            func send(_ payment: PKPayment, then done: @escaping () -> Void) {
                URLSession.shared.dataTask(with: URLRequest(url: endpoint)) { _, _, _ in done() }.resume()
            """
        ),
        returned(
            """
            let task = Task { try await server.charge(payment) }
            _ = try? await task.value
            return PKPaymentAuthorizationResult(status: .success, errors: nil)
            """
        ),
    ]
}

internal import AppLint

private let success = "success-without-server"

extension LintCase {
    static let authorizationCaught =
        unawaited + [
            handled(
                "defer { completion(.init(status: .success, errors: nil)) } // HERE\nprint(payment)"
            ),
            handled(
                """
                let status = PKPaymentAuthorizationStatus.success
                defer { completion(.init(status: status, errors: nil)) } // HERE
                if payment.shippingContact == nil { print("no contact") }
                """
            ),
            handled("completion(.init(status: .success, errors: nil)) // HERE"),
            handled(
                "label?.text = \"paid\"\ncompletion(.init(status: .success, errors: nil)) // HERE"
            ),
            handled(
                "completion(PKPaymentAuthorizationResult(status: .success, errors: [])) // HERE"
            ),
            handled(
                """
                let result = PKPaymentAuthorizationResult(status: .success, errors: nil)
                completion(result) // HERE
                """
            ),
            handled(
                """
                var status = PKPaymentAuthorizationStatus.failure
                print("authorized")
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
                """
            ),
            handled(
                """
                paymentStatus = .success
                completion(PKPaymentAuthorizationResult(status: paymentStatus, errors: nil)) // HERE
                """
            ),
            handled(
                """
                let status: PKPaymentAuthorizationStatus = .success
                self.lastStatus = status
                completion(PKPaymentAuthorizationResult(status: self.lastStatus, errors: nil)) // HERE
                """
            ),
            handled(
                """
                let token = String(data: payment.token.paymentData, encoding: .utf8)
                if let token { print(token) }
                DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
                    completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
                }
                """
            ),
            handled(
                """
                    note(payment)
                    completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
                }
                func note(_ payment: PKPayment) {
                    logger.info("paid \\(payment.token.transactionIdentifier)")
                """
            ),
            handled(
                """
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE
                server.send(payment.token)
                """
            ),
            returned("PKPaymentAuthorizationResult(status: .success, errors: nil) // HERE"),
            returned(".init(status: .success, errors: nil) // HERE"),
            returned("return .success // HERE", "PKPaymentAuthorizationStatus"),
            returned(
                """
                let status = PKPaymentAuthorizationStatus.success
                return PKPaymentAuthorizationResult(status: status, errors: nil) // HERE
                """
            ),
            phases("report(PKPaymentAuthorizationResult(status: .success, errors: nil)) // HERE"),
            inObjectiveC(
                """
                PKPaymentAuthorizationStatus status = PKPaymentAuthorizationStatusSuccess;
                completion([[PKPaymentAuthorizationResult alloc] initWithStatus:status errors:nil]); // HERE
                """
            ),
            inObjectiveC(
                """
                NSLog(@"%@", payment.token.transactionIdentifier);
                PKPaymentAuthorizationResult *result =
                    [[PKPaymentAuthorizationResult alloc] initWithStatus:PKPaymentAuthorizationStatusSuccess errors:@[]];
                completion(result); // HERE
                """
            ),
            inObjectiveC(
                """
                dispatch_async(dispatch_get_main_queue(), ^{
                    completion([[PKPaymentAuthorizationResult alloc] // HERE
                        initWithStatus:PKPaymentAuthorizationStatusSuccess errors:nil]);
                });
                """
            ),
        ]

    static let authorizationAllowed = variables + branches + callbacks + elsewhere + awaited

    /// The status is kept in a variable that something else than success may replace.
    private static let variables = [
        handled(
            """
            var status = PKPaymentAuthorizationStatus.success
            defer { completion(.init(status: status, errors: nil)) }
            guard pay(payment.token.paymentData) else {
                status = .failure
                return
            }
            """
        ),
        handled(
            """
            var status = PKPaymentAuthorizationStatus.success
            defer { completion(.init(status: status, errors: nil)) }
            if !pay(payment.token.paymentData) { status = .failure }
            """
        ),
        handled("defer { completion(.init(status: .success, errors: nil)) }\npay(payment)"),
        handled(
            """
            var status = PKPaymentAuthorizationStatus.success
            do { try charge(payment) } catch { status = .failure }
            completion(PKPaymentAuthorizationResult(status: status, errors: nil))
            """
        ),
        returned(
            """
            var status = PKPaymentAuthorizationStatus.success
            do { try await charge(payment) } catch { status = .failure }
            return PKPaymentAuthorizationResult(status: status, errors: nil)
            """
        ),
        returned(
            """
            var status: PKPaymentAuthorizationStatus = .success
            if payment.shippingContact?.postalAddress?.isoCountryCode != "US" { status = .failure }
            return status
            """,
            "PKPaymentAuthorizationStatus"
        ),
        handled(
            """
            var errors = [Error]()
            var status = PKPaymentAuthorizationStatus.success
            if payment.shippingContact?.postalAddress?.isoCountryCode != "US" {
                errors.append(PKPaymentRequest.paymentShippingAddressUnserviceableError(withLocalizedDescription: "US only"))
                status = .failure
            } else {
                // The token is sent from here.
            }
            self.paymentStatus = status
            completion(PKPaymentAuthorizationResult(status: status, errors: errors))
            """
        ),
        handled(
            """
            if payment.shippingContact?.emailAddress == nil {
                paymentStatus = .failure
            } else {
                paymentStatus = .success
            }
            completion(PKPaymentAuthorizationResult(status: paymentStatus, errors: nil))
            """
        ),
        handled(
            """
            let errors = validate(payment.shippingContact)
            completion(.init(status: errors.isEmpty ? .success : .failure, errors: errors))
            """
        ),
        handled("completion(PKPaymentAuthorizationResult(status: paymentStatus, errors: nil))"),
        handled(
            """
            let result = PKPaymentAuthorizationResult(status: .success, errors: nil)
            if payment.token.paymentData.isEmpty { result.status = .failure }
            completion(result)
            """
        ),
        handled(
            """
            var status = PKPaymentAuthorizationStatus.success
            check(payment, &status)
            completion(PKPaymentAuthorizationResult(status: status, errors: nil))
            """
        ),
        inObjectiveC(
            """
            PKPaymentAuthorizationStatus status = PKPaymentAuthorizationStatusSuccess;
            if (payment.token.paymentData.length == 0) { status = PKPaymentAuthorizationStatusFailure; }
            completion([[PKPaymentAuthorizationResult alloc] initWithStatus:status errors:nil]);
            """
        ),
        inObjectiveC(
            """
            PKPaymentAuthorizationStatus status = [self.server charge:payment.token]
                ? PKPaymentAuthorizationStatusSuccess : PKPaymentAuthorizationStatusFailure;
            completion([[PKPaymentAuthorizationResult alloc] initWithStatus:status errors:nil]);
            """
        ),
    ]

    /// A condition decides.
    private static let branches = [
        returned(
            """
            let status: PKPaymentAuthorizationStatus
            switch await server.charge(payment.token) {
            case .success: status = .success
            case .failure: status = .failure
            }
            return PKPaymentAuthorizationResult(status: status, errors: nil)
            """
        ),
        returned(
            """
            let status: PKPaymentAuthorizationStatus = if await shop.takes(payment) { .success } else { .failure }
            return PKPaymentAuthorizationResult(status: status, errors: nil)
            """
        ),
        returned(
            """
            guard let order = cart.order(payment) else { return .failure }
            return order.isPaid ? .success : .failure
            """,
            "PKPaymentAuthorizationStatus"
        ),
        returned(
            """
            do {
                let receipt = try await server.charge(payment.token)
                return PKPaymentAuthorizationResult(status: .success, errors: nil)
            } catch {
                return PKPaymentAuthorizationResult(status: .failure, errors: [error])
            }
            """
        ),
        handled(
            """
            if isReady { server.pay(payment, completion) } else {
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            }
            """
        ),
        handled(
            """
            guard isReady else {
                return completion(PKPaymentAuthorizationResult(status: .failure, errors: nil))
            }
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            """
        ),
        phases("report(.init(status: pay(payment) ? .success : .failure, errors: nil))"),
    ]

    /// The answer comes in a closure, from another function or through a publisher.
    private static let callbacks = [
        handled(
            """
            api.pay(payment.token.paymentData, completion: { result in
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            })
            """
        ),
        handled(
            """
            api.pay(payment.token) { [weak self] result in
                switch result {
                case .success(let order):
                    self?.order = order
                    completion(.init(status: .success, errors: nil))
                case .failure(let error):
                    completion(.init(status: .failure, errors: [error]))
                }
            }
            """
        ),
        handled(
            """
            api.pay(payment.token)
                .receive(on: DispatchQueue.main)
                .sink { [weak self] ended in
                    if case .failure(let error) = ended {
                        completion(.init(status: .failure, errors: [error]))
                    }
                } receiveValue: { _ in completion(.init(status: .success, errors: nil)) }
                .store(in: &cancellables)
            """
        ),
        handled(
            """
            paymentAuthorizationController(controller, didAuthorizePayment: payment) { status in
                completion(PKPaymentAuthorizationResult(status: status, errors: nil))
            }
            """
        ),
        handled(
            """
                finish(payment)
                completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
            }
            func finish(_ payment: PKPayment) {
                server.send(payment.token)
            """
        ),
        handled(
            """
            isTest ? completion(.init(status: .success, errors: nil)) : server.pay(payment, completion)
            """
        ),
        handled("onAuthorized?(payment)\ncompletion(.init(status: .success, errors: nil))"),
        handled("self.answer = completion\nsubject.send(payment)"),
        handled("completion(makeResult(for: payment))"),
        returned(
            """
            await withCheckedContinuation { continuation in
                server.charge(payment.token) { ok in
                    continuation.resume(returning: .init(status: ok ? .success : .failure, errors: nil))
                }
            }
            """
        ),
        returned("await server.charge(payment.token)", "PKPaymentAuthorizationStatus"),
        inObjectiveC(
            """
            [self.server charge:payment.token then:^(NSError *error) {
                completion([[PKPaymentAuthorizationResult alloc]
                    initWithStatus:error ? PKPaymentAuthorizationStatusFailure : PKPaymentAuthorizationStatusSuccess
                            errors:nil]);
            }];
            """
        ),
        inObjectiveC(
            """
            [self.server charge:payment.token];
            completion([[PKPaymentAuthorizationResult alloc] initWithStatus:PKPaymentAuthorizationStatusSuccess errors:nil]);
            """
        ),
        phases(
            """
                    Task {
                        let ok = await server.charge(payment.token)
                        report(.init(status: ok ? .success : .failure, errors: nil))
                    }
            """
        ),
    ]

    /// Methods that do not authorize, and defaults for delegates that lack the method.
    private static let elsewhere = [
        LintCase(
            success,
            .swift,
            """
            extension PaymentDelegate {
                func paymentAuthorizationController(
                    _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                    handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
                ) { completion(.init(status: .success, errors: nil)) }
            }
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didSelectShippingMethod method: PKShippingMethod,
                completion: @escaping (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
            ) { completion(.success, items) }
            """
        )
    ]
}

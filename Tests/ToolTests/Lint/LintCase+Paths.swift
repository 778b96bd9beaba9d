internal import AppLint

/// A method of the sheet's delegate that must call its handler, in Swift.
private func selected(_ body: String) -> LintCase {
    LintCase(
        "status-never-reported",
        .swift,
        """
        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController, didSelectShippingContact contact: PKContact,
            handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void
        ) {
        \(body)
        }
        """
    )
}

/// The same in Objective-C.
private func selectedInC(_ body: String) -> LintCase {
    LintCase(
        "status-never-reported",
        .objectiveC,
        """
        - (void)paymentAuthorizationViewController:(PKPaymentAuthorizationViewController *)controller
                           didSelectShippingMethod:(PKShippingMethod *)method
                                        completion:(void (^)(PKPaymentAuthorizationStatus, NSArray *))completion {
        \(body)
        }
        """
    )
}

private func swift(_ code: String) -> LintCase {
    LintCase("status-never-reported", .swift, code)
}

/// Paths through a method that leave its handler without a call.
extension LintCase {
    static let pathCaught = branchCaught + closureCaught + savedCaught
    static let pathAllowed = branchAllowed + closureAllowed + savedAllowed

    private static let branchCaught = [
        selected("guard let request else { return } // HERE\ncompletion(update(request))"),
        selected("if contact.isOdd { return } // HERE\nreturn completion(update())"),
        selected("if let request { // HERE\n    completion(update(request))\n}"),
        selected(
            """
            if isOpen {
                completion(update())
            } else if isLate { // HERE
                print("late")
            } else { completion(failure()) }
            """
        ),
        selected(
            """
            switch contact.kind {
            case .home: completion(update())
            case .work: break // HERE
            default: return // HERE
            }
            """
        ),
        selected(
            """
            do {
                let items = try prices(contact)
                completion(update(items))
            } catch { // HERE
                print(error)
            }
            """
        ),
        selected(
            """
            do {
                guard isOpen else { return completion(failure()) }
                if contact.isOdd { completion(update()) } else { throw Odd() }
            } catch { return } // HERE
            """
        ),
        selected(
            """
            do {
                guard isOpen else { return completion(failure()) }
                guard let items = try prices(contact) else { return completion(failure()) }
                completion(update(items))
            } catch is Odd { // HERE
                print("odd")
            } catch { completion(failure(error)) }
            """
        ),
        selected(
            """
            guard isOpen else {
                completion(failure())
                return
            }
            print(contact)
            """ + "\n} // HERE\nstruct After {"
        ),
        selectedInC(
            """
            if (!method) return; // HERE
            switch (method.kind) {
                case 1: completion(PKPaymentAuthorizationStatusSuccess, self.items); break;
                case 2:
                case 3: completion(PKPaymentAuthorizationStatusSuccess, self.items); break;
                default: break; // HERE
            }
            """
        ),
        selectedInC(
            "if (method) { completion(PKPaymentAuthorizationStatusSuccess, self.items); } // HERE"
        ),
        swift(
            """
            func sendPayment(_ data: Data, completion: @escaping (Bool) -> Void) {
                guard let url else { return } // HERE
                server.send(data, to: url) { completion($0) }
            }
            """
        ),
        swift(
            """
            func charge(_ payment: PKPayment, completion: @escaping (Bool) -> Void) {
                guard let url else { return } // HERE
                server.send(payment.token, to: url) { completion($0) }
            }
            func open(_ request: PKPaymentRequest, completion: @escaping (Bool) -> Void) {
                guard isOpen else { return }
                show(request, completion)
            }
            """
        ),
        LintCase(
            "status-never-reported",
            .swift,
            """
            PayWithApplePayButton(.buy, request: request) { phase in
                switch phase {
                case .didAuthorize(let payment, let report):
                    guard let shop else { return } // HERE
                    shop.pay(payment, report)
                default: break
                }
            }
            """
        ),
    ]

    private static let closureCaught = [
        selected(
            """
            Task {
                do { completion(try await prices(contact)) } catch { // HERE
                    print(error)
                }
            }
            """
        ),
        selected(
            """
            URLSession.shared.dataTask(with: url) { data, _, error in
                guard let data else { return } // HERE
                DispatchQueue.main.async { [weak self] in
                    guard let self else { return }
                    if data.isEmpty { // HERE
                        completion(self.empty)
                    }
                }
            }.resume()
            """
        ),
        selectedInC(
            """
            [[session dataTaskWithRequest:request completionHandler:^(NSData *data, NSURLResponse *r, NSError *e) {
                if (e) { return; } // HERE
                dispatch_async(dispatch_get_main_queue(), ^{
                    if (!data) return; // HERE
                    completion(PKPaymentAuthorizationStatusSuccess, self.items);
                });
            }] resume];
            """
        ),
    ]

    private static let savedCaught = [
        swift(
            """
            final class Shop {
                private var completion: ((PKPaymentAuthorizationResult) -> Void)?
                func paymentAuthorizationController(
                    _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                    handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
                ) {
                    self.completion = completion // HERE
                    server.pay(payment)
                }
                func reset() { completion = nil }
            }
            """
        ),
        swift(
            """
            final class Shop {
                var saved: ((Bool) -> Void)?
                func pay(payment: PKPayment, handler: @escaping (Bool) -> Void) {
                    guard isOpen else { return handler(false) }
                    saved = handler
                } // HERE
            }
            """
        ),
        LintCase(
            "status-never-reported",
            .objectiveC,
            """
            @interface Shop ()
            @property (nonatomic, copy) void (^completion)(PKPaymentAuthorizationStatus);
            @end
            @implementation Shop
            - (void)paymentAuthorizationViewController:(PKPaymentAuthorizationViewController *)controller
                                   didAuthorizePayment:(PKPayment *)payment
                                            completion:(void (^)(PKPaymentAuthorizationStatus))completion {
                _completion = completion; // HERE
                [self.server pay:payment];
            }
            @end
            """
        ),
    ]

    private static let branchAllowed = [
        selected(
            "guard let request else { return completion(failure()) }\ncompletion(update(request))"
        ),
        selected(
            "defer { completion(update()) }\nguard let request else { return }\nprint(request)"
        ),
        selected(
            "if isOpen { completion(update()); isDone = true }\nif !isDone { completion(failure()) }"
        ),
        selected("isOpen ? completion(update()) : completion(failure())"),
        selected(
            "guard let request else { fatalError(\"no request\") }\ncompletion(update(request))"
        ),
        selected("for shop in shops { if shop.isOpen { return completion(update(shop)) } }"),
        selected("guard check(completion) else { return }\nprint(contact)"),
        selected("let answer = completion\nguard isOpen else { return }\nanswer(update())"),
        selected(
            """
            switch contact.kind {
            case .home: completion(update())
            case .work: fallthrough
            case .other: completion(failure())
            @unknown default: break
            }
            """
        ),
        selected(
            """
            do {
                completion(update())
                try log(contact)
            } catch { print(error) }
            """
        ),
        selected("do { try send(contact, completion) } catch { print(error) }"),
        selected(
            """
            func finish() { completion(update()) }
            guard isOpen else { return finish() }
            finish()
            """
        ),
        selectedInC(
            "if (completion) { completion(PKPaymentAuthorizationStatusSuccess, self.items); }"
        ),
        selectedInC(
            "@try { completion(1, self.items); } @catch (NSException *e) { NSLog(@\"%@\", e); }"
        ),
        swift(
            """
            func startPayment(completion: @escaping (Bool) -> Void) -> Bool {
                guard isOpen else { return false }
                ask(completion)
                return true
            }
            func showPayment(completion: (() -> Void)? = nil) {
                guard isOpen else { return }
                present(completion: completion)
            }
            func charge(payment: PKPayment, onDone: (Bool) -> Void, errorHandler: (Error) -> Void) {
                if let error = check(payment) { errorHandler(error) } else { onDone(true) }
            }
            """
        ),
    ]

    private static let closureAllowed = [
        selected(
            """
            publisher.sink { [weak self] end in
                if case .failure(let error) = end { completion(failure(error)) }
            } receiveValue: { completion(update($0)) }.store(in: &cancellables)
            """
        ),
        selected(
            "updates.observe { value in\n    guard value.isLast else { return }\n    completion(value)\n}"
        ),
        selected(
            """
            DispatchQueue.main.asyncAfter(deadline: .now() + 20) { if !isDone { completion(failure()) } }
            URLSession.shared.dataTask(with: url) { data, _, _ in
                guard let data else { return }
                completion(update(data))
            }.resume()
            """
        ),
        selected(
            "Task { [weak self] in\n    guard let self else { return }\n    completion(await self.update())\n}"
        ),
    ]

    private static let savedAllowed = [
        swift(
            """
            final class Shop {
                private var completion: ((Bool) -> Void)?
                var observed: ((Bool) -> Void)? { didSet { show() } }
                public var open: ((Bool) -> Void)?
                private var kept: ((Bool) -> Void)?
                func pay(payment: PKPayment, completion: @escaping (Bool) -> Void) { self.completion = completion }
                func payment(handler: @escaping (Bool) -> Void) { observed = handler }
                func payment(reply: @escaping (Bool) -> Void) { self.open = reply }
                func payment(result: @escaping (Bool) -> Void) { kept = result }
                func end() {
                    if let completion { completion(true) }
                    guard let kept = kept else { return }
                    kept(false)
                }
            }
            """
        ),
        LintCase(
            "status-never-reported",
            .objectiveC,
            """
            @interface Shop ()
            @property (nonatomic, copy) void (^completion)(BOOL);
            @end
            @implementation Shop
            - (void)payment:(PKPayment *)payment completion:(void (^)(BOOL))completion { self.completion = completion; }
            - (void)end { _completion(YES); }
            @end
            """
        ),
    ]
}

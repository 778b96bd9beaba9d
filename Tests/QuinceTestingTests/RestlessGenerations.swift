import PassKit

/// A restless app with handlers.
final class RestlessHandlers: RestlessApp, PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        finished(controller)
    }

    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) { authorized() }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestPaymentMethodUpdate) -> Void
    ) {
        let habit = asked("method")
        saw(paymentMethod)
        act(habit, isPayment: false) {
            let update = PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
            Self.fill(update, habit)
            completion(update)
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        let habit = asked("contact")
        saw(contact)
        act(habit, isPayment: false) {
            let update = PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
            Self.fill(update, habit)
            completion(update)
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        let habit = asked("shipping")
        act(habit, isPayment: false) {
            let update = PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
            Self.fill(update, habit)
            completion(update)
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping @Sendable (PKPaymentRequestCouponCodeUpdate) -> Void
    ) {
        let habit = asked("coupon")
        act(habit, isPayment: false) {
            let update = PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])
            Self.fill(update, habit)
            completion(update)
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
    ) {
        let habit = asked("payment")
        saw(payment)
        act(habit, isPayment: true) { completion(Self.result(habit)) }
    }
}

/// A restless app with statuses, as until iOS 11.
final class RestlessStatuses: RestlessApp, PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        finished(controller)
    }

    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) { authorized() }

    private nonisolated static func courier() -> PKShippingMethod {
        let courier = PKShippingMethod(label: "Courier", amount: 0)
        courier.identifier = "next-day"
        return courier
    }

    private nonisolated static func items(_ habit: Habit) -> [PKPaymentSummaryItem] {
        let update = PKPaymentRequestUpdate(paymentSummaryItems: [])
        fill(update, habit)
        return update.paymentSummaryItems
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        completion: @escaping @Sendable ([PKPaymentSummaryItem]) -> Void
    ) {
        let habit = asked("method")
        saw(paymentMethod)
        act(habit, isPayment: false) { completion(Self.items(habit)) }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        completion:
            @escaping @Sendable (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        let habit = asked("contact")
        saw(contact)
        act(habit, isPayment: false) {
            completion(
                habit == .failing ? .invalidShippingPostalAddress : .success,
                habit == .failing ? [] : [Self.courier()],
                Self.items(habit)
            )
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        completion:
            @escaping @Sendable (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        let habit = asked("shipping")
        act(habit, isPayment: false) { completion(.success, Self.items(habit)) }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping @Sendable (PKPaymentAuthorizationStatus) -> Void
    ) {
        let habit = asked("payment")
        saw(payment)
        act(habit, isPayment: true) {
            completion(habit == .failing || habit == .wrong ? .pinIncorrect : .success)
        }
    }
}

/// A restless app that takes its time.
final class RestlessTasks: RestlessApp, PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        finished(controller)
    }

    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) { authorized() }

    /// An asynchronous method can answer only once; what comes of the habit decides when.
    private func rest(_ habit: Habit, isPayment: Bool) async {
        let once = habit == .neverAndLetGo ? .later : habit
        if once == .dismissing {
            act(once, isPayment: false) {}
            // Then it answers.
            return act(.atOnce, isPayment: isPayment) {}
        }
        if once == .later || once == .onAThread { await Task.detached {}.value }
        act(.atOnce, isPayment: isPayment && once != .failing && once != .wrong) {}
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate {
        let habit = asked("method")
        saw(paymentMethod)
        await rest(habit, isPayment: false)
        let update = PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
        Self.fill(update, habit)
        return update
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        let habit = asked("contact")
        saw(contact)
        await rest(habit, isPayment: false)
        let update = PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
        Self.fill(update, habit)
        return update
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        let habit = asked("shipping")
        await rest(habit, isPayment: false)
        let update = PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
        Self.fill(update, habit)
        return update
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        let habit = asked("payment")
        saw(payment)
        await rest(habit, isPayment: true)
        return Self.result(habit)
    }
}

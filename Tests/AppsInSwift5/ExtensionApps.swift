import PassKit

// Where an app may write its delegate's methods: each of these has at least one of them somewhere
// else than in the class that states the conformance.

/// The class conforms; methods with handlers are in one extension, asynchronous ones in another.
///
/// An asynchronous method outside the type or extension that states the conformance belongs to no
/// actor unless it says so, and the compiler warns of it, on Apple's systems too.
class SplitApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
    }
}

extension SplitApp {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("authorization handler")
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }
}

extension SplitApp {
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        log.append("shipping method async")
        return PKPaymentRequestShippingMethodUpdate()
    }
}

/// An extension conforms, and the class has a method that takes a status.
class EarlierMethodsApp: NSObject {
    var log: [String] = []

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        log.append("authorization status")
        completion(.success)
    }
}

extension EarlierMethodsApp: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
    }
}

/// A generic class; its methods are in an extension of all its kinds.
class GenericApp<Order>: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []
    var order: Order

    init(order: Order) {
        self.order = order
        super.init()
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
    }
}

extension GenericApp {
    @MainActor
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        log.append("authorization async for \(order)")
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }
}

/// A protocol of the app's gives every screen that conforms the same answer.
protocol AcceptsPayments: PKPaymentAuthorizationControllerDelegate {
    func note(_ line: String)
}

extension AcceptsPayments {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        note("authorization of a protocol")
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }
}

class SharedAnswerApp: NSObject, AcceptsPayments {
    var log: [String] = []

    func note(_ line: String) { log.append(line) }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
    }
}

/// A base class conforms and answers; a subclass overrides what the class itself declares.
class BaseApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("authorization of the base")
        completion(PKPaymentAuthorizationResult(status: .failure, errors: nil))
    }
}

class OverridingApp: BaseApp {
    override func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("authorization overridden")
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }

    /// The base has no such method: Objective-C finds it at run time, Swift does not.
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        log.append("shipping method of a subclass")
        completion(PKPaymentRequestShippingMethodUpdate())
    }
}

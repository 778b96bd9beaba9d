import PassKit
import Synchronization

/// An app's checkout that does in each of its delegate's methods what a test says.
///
/// It is written against PassKit alone; what it knows is what an app on a phone knows.
@MainActor
final class Shop: NSObject, PKPaymentAuthorizationControllerDelegate {
    typealias Reply<Answer> = @Sendable (Answer) -> Void

    /// The calls of the app, in order.
    private(set) var log: [String] = []
    /// The results of `present`'s completion, in order.
    private(set) var shown: [Bool] = []
    private(set) var methods: [PKPaymentMethod] = []
    private(set) var contacts: [PKContact] = []
    private(set) var shippingMethods: [PKShippingMethod] = []
    private(set) var payments: [PKPayment] = []
    /// How many of the sheet's questions are not answered, and how many were at most.
    private let open = Atomic(0)
    private(set) var mostOpen = 0

    let request: PKPaymentRequest
    weak var controller: PKPaymentAuthorizationController?

    var onMethod: (PKPaymentMethod, @escaping Reply<PKPaymentRequestPaymentMethodUpdate>) -> Void =
        { $1(PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])) }
    var onContact: (PKContact, @escaping Reply<PKPaymentRequestShippingContactUpdate>) -> Void =
        { $1(PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])) }
    var onShipping:
        (PKShippingMethod, @escaping Reply<PKPaymentRequestShippingMethodUpdate>) -> Void =
            { $1(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])) }
    var onCoupon: (String, @escaping Reply<PKPaymentRequestCouponCodeUpdate>) -> Void =
        { $1(PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])) }
    var onPayment: (PKPayment, @escaping Reply<PKPaymentAuthorizationResult>) -> Void =
        { $1(PKPaymentAuthorizationResult(status: .success, errors: nil)) }
    var onWillAuthorize: () -> Void = {}
    var onFinish: (PKPaymentAuthorizationController) -> Void = { $0.dismiss() }

    init(_ request: PKPaymentRequest = Shop.request()) { self.request = request }

    static func request() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.countryCode = "US"
        request.currencyCode = "USD"
        request.supportedNetworks = [.visa, .masterCard, .amex]
        request.merchantCapabilities = .threeDSecure
        request.requiredShippingContactFields = [.postalAddress]
        request.shippingMethods = [ToyStore.standard, ToyStore.nextDay]
        request.paymentSummaryItems = [item("Toy", "22.99"), item("Toy Store", "22.99")]
        return request
    }

    nonisolated static func item(_ label: String, _ amount: String) -> PKPaymentSummaryItem {
        PKPaymentSummaryItem(label: label, amount: NSDecimalNumber(string: amount))
    }

    /// Shows the sheet, and keeps the controller no longer than the call takes.
    func buy() {
        let controller = PKPaymentAuthorizationController(paymentRequest: request)
        controller.delegate = self
        self.controller = controller
        controller.present { self.shown.append($0) }
    }

    /// Writes down that the app was asked, and whether another question was open.
    private func asked<Answer>(
        _ name: String,
        _ completion: @escaping Reply<Answer>
    ) -> Reply<Answer> {
        log.append(name)
        mostOpen = max(mostOpen, open.add(1, ordering: .relaxed).newValue)
        return { answer in
            // Before the sheet may go on.
            self.open.subtract(1, ordering: .relaxed)
            completion(answer)
        }
    }

    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) {
        log.append("willAuthorize")
        onWillAuthorize()
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping Reply<PKPaymentRequestPaymentMethodUpdate>
    ) {
        methods.append(paymentMethod)
        onMethod(paymentMethod, asked("method", completion))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping Reply<PKPaymentRequestShippingContactUpdate>
    ) {
        contacts.append(contact)
        onContact(contact, asked("contact", completion))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping Reply<PKPaymentRequestShippingMethodUpdate>
    ) {
        shippingMethods.append(shippingMethod)
        onShipping(shippingMethod, asked("shipping", completion))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping Reply<PKPaymentRequestCouponCodeUpdate>
    ) {
        onCoupon(couponCode, asked("coupon \(couponCode)", completion))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping Reply<PKPaymentAuthorizationResult>
    ) {
        payments.append(payment)
        onPayment(payment, asked("payment", completion))
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
        onFinish(controller)
    }
}

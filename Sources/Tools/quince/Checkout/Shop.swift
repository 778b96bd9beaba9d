internal import Bytes
internal import JSON
internal import Money
internal import PaymentRequest
import PaymentSheet
internal import PaymentToken
internal import Payments
internal import Wallet
internal import World

/// The app's delegate, with the merchant's server.
///
/// The app sends the choices; the server computes the price itself.
struct Shop: PaymentDelegate {
    let scenario: CheckoutScenario
    let desk: PaymentDesk
    let merchantReference: String
    let applicationData: [UInt8]
    /// Whether the PIN is requested for a card that requires one.
    let asksForPINs: Bool
    let observe: @Sendable (PaymentStep) -> Void
    private let isPINAsked = LockedValue(false)
    let result = LockedValue<Result<PaymentReceipt, PaymentRefusal>?>(nil)

    /// Delivers only within the merchant's own country, and only to an address with a postal code.
    func didSelectShippingContact(_ contact: RedactedContact) async -> RequestUpdate {
        let cause: PaymentError.Cause
        if contact.postalAddress?.isoCountryCode != scenario.countryCode {
            cause = .shippingAddressUnserviceable
        } else if contact.postalAddress?.hasPostalCode == false {
            cause = .shippingContactInvalid(.addressPart(.postalCode))
        } else {
            return .unchanged
        }
        return RequestUpdate(status: .failure, errors: [PaymentError(cause)])
    }

    func didSelectShippingMethod(
        _ method: ValidPaymentRequest.ShippingMethod
    ) async -> RequestUpdate {
        RequestUpdate(
            paymentSummaryItems: scenario.summaryItems(shipping: shipping(method.identifier))
        )
    }

    func didAuthorizePayment(_ payment: AuthorizedPayment) async -> AuthorizationResult {
        let hasPIN = asksForPINs && payment.details.method.hasPIN
        if hasPIN, !isPINAsked.withLock({ $0 }) { return asked(.pinRequired) }
        let outcome: Result<PaymentReceipt, PaymentRefusal>
        do throws(PaymentRefusal) {
            let submission = try submission(for: payment)
            outcome = .success(try await desk.pay(submission, observe: observe))
        } catch {
            outcome = .failure(error)
        }
        result.withLock { $0 = outcome }
        guard case .failure(let refusal) = outcome else { return AuthorizationResult(.success) }
        return asked(hasPIN ? refusal.statusOfPIN ?? .failure : .failure)
    }

    /// The result, and whether the next payment has the PIN: the shopper is asked for it by these
    /// statuses alone.
    private func asked(_ status: AuthorizationStatus) -> AuthorizationResult {
        isPINAsked.withLock { $0 = status == .pinRequired || status == .pinIncorrect }
        return AuthorizationResult(status)
    }

    private func shipping(_ identifier: String?) -> CheckoutScenario.Shipping? {
        scenario.shippingMethods.first { $0.identifier == identifier }
    }

    private func submission(
        for payment: AuthorizedPayment
    ) throws(PaymentRefusal) -> PaymentSubmission {
        let chosen = shipping(payment.details.shippingMethod?.identifier)
        do throws(NewOrder.Problem) {
            return PaymentSubmission(
                .token(payment.paymentData),
                merchantReference: merchantReference,
                total: scenario.total(shipping: chosen),
                applicationData: applicationData,
                order: try order(chosen, payment),
                billingAddress: payment.details.billingContact?.postalAddress.map {
                    BillingAddress(postalCode: $0.postalCode, street: $0.street)
                }
            )
        } catch { throw .newOrder(error) }
    }

    private func order(
        _ shipping: CheckoutScenario.Shipping?,
        _ payment: AuthorizedPayment
    ) throws(NewOrder.Problem) -> NewOrder {
        try NewOrder(
            label: scenario.totalLabel,
            lineItems: scenario.orderLines(shipping: shipping).map {
                OrderLineItem(title: $0.label, amountMinorUnits: $0.minorUnits)
            },
            shippingMethod: shipping.map {
                OrderShippingMethod(identifier: $0.identifier, label: $0.label)
            },
            contact: OrderContact(payment.details.shippingContact)
        )
    }
}

extension PaymentMethod {
    /// Whether it is a debit card of UnionPay, which requires a PIN.
    fileprivate var hasPIN: Bool { network == .chinaUnionPay && type == .debit }
}

extension PaymentRefusal {
    /// The status of the sheet where the issuer declined because of the PIN.
    fileprivate var statusOfPIN: AuthorizationStatus? {
        guard case .declined(let reason) = self else { return nil }
        return switch reason {
        case .pinRequired: .pinRequired
        case .pinIncorrect: .pinIncorrect
        case .pinTriesExceeded: .pinLockout
        default: nil
        }
    }
}

extension PostalAddress {
    /// Whether the postal code has its country's form: five digits in the United States, six in
    /// China; other countries are not checked.
    ///
    /// - Source: the Universal Postal Union's addressing systems of both. In the United States the
    ///   four digits after the first five are withheld from merchants.
    fileprivate var hasPostalCode: Bool {
        let lengths = ["US": 5, "CN": 6]
        guard let length = lengths[isoCountryCode] else { return true }
        return postalCode.utf8.count == length
            && postalCode.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension OrderContact {
    fileprivate init(_ contact: Contact?) {
        let address = contact?.postalAddress
        let names = [contact?.name?.givenName, contact?.name?.familyName].compactMap { $0 }
        self.init(
            name: names.isEmpty ? nil : names.joined(separator: " "),
            street: address?.street,
            city: address?.city,
            state: address?.state,
            postalCode: address?.postalCode,
            country: address?.isoCountryCode,
            emailAddress: contact?.emailAddress,
            phoneNumber: contact?.phoneNumber
        )
    }
}

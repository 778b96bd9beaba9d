internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage

/// A change of a payment, by the event that tells what became of it.
enum AdyenAction: String, Sendable {
    case capture = "CAPTURE"
    case refund = "REFUND"
    case cancel = "CANCELLATION"
    /// A cancellation of the last payment with a reference. The webhook names that reference: [guess].
    case cancelByReference = "TECHNICAL_CANCEL"
    /// A cancellation, or a refund of all where it was captured.
    case reverse = "CANCEL_OR_REFUND"

    private static let tooMuch = "Insufficient balance on payment"

    func kind(of payment: PlatformPayment) -> PlatformOperation.Kind {
        switch self {
        case .capture: .capture
        case .refund: .refund
        case .cancel, .cancelByReference: .release
        case .reverse: payment.state == .captured ? .refund : .release
        }
    }

    /// The amount for the card network; of a release, what stays captured.
    func amount(_ asked: Money?, _ payment: PlatformPayment, _ sums: PaymentSums) -> Money {
        asked
            ?? Money(
                minorUnits: kind(of: payment) == .refund ? sums.captured : 0,
                currency: payment.amount.currency
            )
    }

    /// The reason for which it is not done; nil where the network is asked.
    func refusal(_ amount: Money, _ payment: PlatformPayment, _ sums: PaymentSums) -> String? {
        switch kind(of: payment) {
        case .refund where payment.state != .captured:
            "Transaction hasn't been captured, refund not possible"
        case .refund where amount.minorUnits > sums.refundable: Self.tooMuch
        case .capture where payment.state != .authorized,
            .release where payment.state != .authorized:
            "Transaction is not authorised"
        case .capture where amount.minorUnits > sums.authorization?.amount.minorUnits ?? 0:
            Self.tooMuch
        default: nil
        }
    }
}

// Captures, cancellations, refunds and reversals: they are received, and a webhook says what became of them.
//
// - Source: Adyen, *Checkout API v72*, "Modifications"; "Capture", "Cancel", "Refund", "Reversal".
extension AdyenInterface {
    func change(
        _ action: AdyenAction,
        _ request: AdyenRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let asked: Money? =
            action == .capture || action == .refund ? try request.amount() : nil
        let original =
            action == .cancelByReference ? try request.required("paymentReference") : nil
        return { scope, transaction throws(PlatformFailure) in
            let reference = scope.pspReference()
            let answer = PlatformAnswer(.created, request.receipt(reference, amount: asked))
            var found = try transaction.payment(request.payment, of: .adyen)
            if let original {
                found = try transaction.payments(of: .adyen, reference: original).first
            }
            func item(_ payment: PlatformPayment?) -> AdyenItem {
                AdyenItem(
                    event: action.rawValue,
                    reference: reference,
                    original: payment?.identifier,
                    merchantAccount: request.merchantAccount,
                    merchantReference: original ?? request.reference ?? payment?.reference,
                    amount: (asked ?? payment?.amount).map { $0.adyenJSON },
                    method: payment?.details.text("brand")
                )
            }
            guard let payment = found else {
                guard original != nil else { throw AdyenError.unknownPayment.failure }
                try transaction.tell(item(nil), reason: "Original payment not found", scope)
                return .answer(answer)
            }
            let sums = try transaction.sums(of: payment.identifier)
            guard !sums.isBusy else { throw AdyenError.locked.failure }
            let amount = action.amount(asked, payment, sums)
            guard amount.currency == payment.amount.currency else {
                throw AdyenError.amountInvalid.failure
            }
            let kind = action.kind(of: payment)
            let part: JSONOutput? =
                action == .reverse ? (kind == .refund ? "refund" : "cancel") : nil
            if let refusal = action.refusal(amount, payment, sums) {
                let data: KeyValuePairs = ["modification.action": part]
                try transaction.tell(item(payment), reason: refusal, data: data, scope)
                return .answer(answer)
            }
            var details: Details = ["item": item(payment).json]
            details["receipt"] = request.receipt(reference, amount: asked)
            details["action"] = part
            return try AdyenDialect().ask(
                kind,
                reference,
                of: payment,
                amount.minorUnits,
                scope,
                in: transaction,
                details
            )
        }
    }
}

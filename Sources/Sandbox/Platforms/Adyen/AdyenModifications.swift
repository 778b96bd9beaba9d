internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage

// Captures, cancellations, refunds and reversals: they are received, and a webhook says what became of them.
//
// - Source: Adyen, *Checkout API v72*, "Modifications"; "Capture", "Cancel", "Refund", "Reversal".
extension AdyenInterface {
    func capture(_ request: AdyenRequest) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let amount = try request.amount()
        return { scope, transaction throws(PlatformFailure) in
            let (payment, sums) = try Self.payment(request, in: transaction)
            let held = sums.authorization?.amount.minorUnits ?? 0
            var change = AdyenChange("CAPTURE", request, payment, amount, scope)
            if amount.currency != payment.amount.currency {
                throw AdyenError.amountInvalid.failure
            } else if payment.state != .authorized {
                change.refusal = "Transaction is not authorised, capture not possible"
            } else if amount.minorUnits > held {
                change.refusal = AdyenChange.tooMuch
            }
            return try change.begin(.capture, amount, payment, scope, in: transaction)
        }
    }

    func refund(_ request: AdyenRequest) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let amount = try request.amount()
        return { scope, transaction throws(PlatformFailure) in
            let (payment, sums) = try Self.payment(request, in: transaction)
            var change = AdyenChange("REFUND", request, payment, amount, scope)
            if amount.currency != payment.amount.currency {
                throw AdyenError.amountInvalid.failure
            } else if payment.state != .captured {
                change.refusal = "Transaction hasn't been captured, refund not possible"
            } else if amount.minorUnits > sums.refundable {
                change.refusal = AdyenChange.tooMuch
            }
            return try change.begin(.refund, amount, payment, scope, in: transaction)
        }
    }

    func cancel(_ request: AdyenRequest) -> PlatformEngine.Beginning {
        { scope, transaction throws(PlatformFailure) in
            let (payment, _) = try Self.payment(request, in: transaction)
            var change = AdyenChange("CANCELLATION", request, payment, nil, scope)
            if payment.state != .authorized {
                change.refusal = "Transaction is not authorised, cancel not possible"
            }
            return try change.begin(.release, .zero(of: payment), payment, scope, in: transaction)
        }
    }

    /// Cancels the last payment with a reference. The webhook names that reference, and where there is no payment,
    /// it has no amount: [guess] for both.
    func cancelByReference(
        _ request: AdyenRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let reference = try request.required("paymentReference")
        return { scope, transaction throws(PlatformFailure) in
            let found = try transaction.payment(withReference: reference, of: .adyen)
            guard let payment = found else {
                var change = AdyenChange("TECHNICAL_CANCEL", request, nil, nil, scope)
                change.refusal = "Original payment not found"
                try change.tell(scope, in: transaction)
                return change.answer
            }
            guard try !transaction.sums(of: payment.identifier).isBusy else {
                throw AdyenError.locked.failure
            }
            var change = AdyenChange("TECHNICAL_CANCEL", request, payment, nil, scope)
            if payment.state != .authorized {
                change.refusal = "Transaction is not authorised, cancel not possible"
            }
            return try change.begin(.release, .zero(of: payment), payment, scope, in: transaction)
        }
    }

    /// Cancels a payment, or refunds all of it where it was captured.
    func reverse(_ request: AdyenRequest) -> PlatformEngine.Beginning {
        { scope, transaction throws(PlatformFailure) in
            let (payment, sums) = try Self.payment(request, in: transaction)
            var change = AdyenChange("CANCEL_OR_REFUND", request, payment, nil, scope)
            change.action = payment.state == .captured ? "refund" : "cancel"
            guard payment.state == .captured else {
                if payment.state != .authorized { change.refusal = "Payment is not authorised" }
                let none = Money.zero(of: payment)
                return try change.begin(.release, none, payment, scope, in: transaction)
            }
            if sums.refunded > 0 { change.refusal = AdyenChange.tooMuch }
            let all = Money(minorUnits: sums.captured, currency: payment.amount.currency)
            return try change.begin(.refund, all, payment, scope, in: transaction)
        }
    }

    /// A payment on which no other request works.
    private static func payment(
        _ request: AdyenRequest,
        in transaction: borrowing Transaction
    ) throws(PlatformFailure) -> (PlatformPayment, PaymentSums) {
        guard let payment = try transaction.payment(request.payment), payment.platform == .adyen
        else { throw AdyenError.unknownPayment.failure }
        let sums = try transaction.sums(of: payment.identifier)
        guard !sums.isBusy else { throw AdyenError.locked.failure }
        return (payment, sums)
    }
}

extension Money {
    fileprivate static func zero(of payment: PlatformPayment) -> Money {
        Money(minorUnits: 0, currency: payment.amount.currency)
    }
}

/// A capture, cancellation, refund or reversal that was asked for.
struct AdyenChange: Sendable {
    static let tooMuch = "Insufficient balance on payment"

    let item: AdyenItem
    /// The reason for which it is not done; nil where the network is asked.
    var refusal: String?
    /// The part of a reversal that is done.
    var action: String?
    private let receipt: JSONOutput

    init(
        _ event: String,
        _ request: AdyenRequest,
        _ payment: PlatformPayment?,
        _ amount: Money?,
        _ scope: PlatformScope
    ) {
        let reference = scope.pspReference()
        let isByReference = event == "TECHNICAL_CANCEL"
        item = AdyenItem(
            event: event,
            reference: reference,
            original: payment?.identifier,
            merchantAccount: request.merchantAccount,
            merchantReference: isByReference
                ? request.body.member("paymentReference")?.string
                : request.reference ?? payment?.reference,
            amount: (amount ?? payment?.amount).map { AdyenAmount.json($0) },
            method: payment?.details.text("brand")
        )
        receipt = request.receipt(reference, amount: amount)
    }

    var answer: PlatformStep { .answer(PlatformAnswer(.created, receipt)) }

    /// Tells that it is not done.
    func tell(_ scope: PlatformScope, in transaction: borrowing Transaction) throws(PlatformFailure)
    {
        let action = action.map { JSONOutput.string($0) }
        try transaction.tell(
            item,
            reason: refusal ?? "",
            data: ["modification.action": action],
            scope
        )
    }

    /// Asks the network, or tells that it is not done.
    func begin(
        _ kind: PlatformOperation.Kind,
        _ amount: Money,
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction
    ) throws(PlatformFailure) -> PlatformStep {
        guard refusal == nil else {
            try tell(scope, in: transaction)
            return answer
        }
        var details: Details = ["item": item.json, "receipt": receipt]
        details["action"] = action.map { .string($0) }
        let operation = PlatformOperation(
            kind,
            item.reference,
            of: payment,
            amount,
            in: scope,
            details
        )
        try transaction.insert(operation)
        return .ask(operation)
    }
}

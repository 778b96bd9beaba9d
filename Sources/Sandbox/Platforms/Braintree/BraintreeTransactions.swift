internal import CardMessages
internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage
internal import World
internal import XML

// Sales and the changes of them.
//
// - Source: Braintree, *Transaction: Sale*, *Submit for settlement*, *Void*, *Refund*, *Reverse*; *Duplicate transaction
//   checking*.
extension BraintreeInterface {
    /// How long a transaction of the same order, amount and card is a duplicate: the account's usual setting.
    private static let duplicateSeconds: Int64 = 30

    func createSale(
        _ request: BraintreeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        guard request.body?.name == "transaction", request.text("type") == "sale" else {
            throw BraintreeError.typeInvalid.failure
        }
        try Self.refuseKey(of: request)
        let account = request.text("merchant_account_id") ?? "usd"
        guard account == account.lowercased(), let currency = Currency(code: account.uppercased())
        else { throw BraintreeError.accountInvalid.failure }
        guard let amount = try Self.amount(request, currency) else {
            throw BraintreeError.amountRequired.failure
        }
        let order = try Self.order(request)
        let submits = request.text("options", "submit_for_settlement") == "true"
        let address = AddressData(
            postalCode: request.text("billing", "postal_code") ?? "",
            street: request.text("billing", "street_address") ?? ""
        )
        return { [self] scope, transaction throws(PlatformFailure) in
            var card = try card(request, scope, in: transaction)
            card.address = address
            var payment = PlatformPayment(
                scope.braintreeName(),
                of: .braintree,
                .processing,
                amount,
                at: scope.now,
                card.face.braintreeDetails
            )
            payment.details["submits"] = .bool(submits)
            payment.reference = order
            let stored = request.stores ? scope.braintreeName() : nil
            let token = stored ?? request.text("payment_method_token")
            payment.details["token"] = token.map { .string($0) }
            let isDuplicate = try Self.isDuplicate(payment, in: transaction)
            try transaction.insert(payment)
            if let stored {
                let cards = dialect.cards
                try cards.store(card, as: stored, of: "", with: payment, scope, in: transaction)
            }
            let test = isDuplicate ? .duplicate : BraintreeResponse(testAmount: amount)
            return try dialect.authorize(payment, card, test, scope, in: transaction)
        }
    }

    func submit(_ request: BraintreeRequest) throws(PlatformFailure) -> PlatformEngine.Beginning {
        try change(request) { [dialect] payment, _, scope, records throws(PlatformFailure) in
            guard payment.state == .authorized, payment.submitted == nil else {
                throw BraintreeError.notSettleable.failure
            }
            let amount = try Self.amount(request, payment.amount.currency) ?? payment.amount
            guard amount.minorUnits <= payment.amount.minorUnits else {
                throw BraintreeError.settlementTooLarge.failure
            }
            var payment = payment
            dialect.submit(&payment, amount, scope)
            try records.update(payment)
            return .answer(try records.braintreeAnswer(.ok, payment.identifier, at: scope.now))
        }
    }

    func void(_ request: BraintreeRequest) throws(PlatformFailure) -> PlatformEngine.Beginning {
        try change(request) { [dialect] payment, _, scope, records throws(PlatformFailure) in
            try dialect.void(payment, scope, in: records)
        }
    }

    func refund(_ request: BraintreeRequest) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let order = try Self.order(request)
        return try change(request) {
            [dialect] payment, sums, scope, records throws(PlatformFailure) in
            let amount = try Self.amount(request, payment.amount.currency)
            return try dialect.refund(payment, sums, amount, order, scope, in: records)
        }
    }

    /// Voids a transaction, or refunds it where that is too late.
    func reverse(_ request: BraintreeRequest) throws(PlatformFailure) -> PlatformEngine.Beginning {
        try change(request) { [dialect] payment, sums, scope, records throws(PlatformFailure) in
            payment.state == .captured
                ? try dialect.refund(payment, sums, nil, nil, scope, in: records)
                : try dialect.void(payment, scope, in: records)
        }
    }

    /// Settles at once what was submitted, or declines that.
    func settle(
        _ request: BraintreeRequest,
        isDeclined: Bool
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        { [dialect] scope, records throws(PlatformFailure) in
            if var refund = try records.braintreeRefund(request.identifier) {
                refund.details["settled"] = .bool(true)
                try records.update(refund)
                return .answer(try records.braintreeAnswer(.ok, request.identifier, at: scope.now))
            }
            let payment = try records.braintreePayment(request.identifier)
            guard try !records.sums(of: payment.identifier).isBusy else {
                throw .refused(BraintreeError.busy)
            }
            guard payment.state == .authorized, payment.submitted != nil else {
                throw BraintreeError.notSimulated.failure
            }
            return try dialect.settle(payment, isDeclined: isDeclined, scope, in: records)
        }
    }

    // MARK: Parts

    private typealias Change =
        @Sendable (
            PlatformPayment, PaymentSums, PlatformScope, borrowing Transaction<PlatformFailure>
        )
        throws(PlatformFailure) -> PlatformStep

    private func change(
        _ request: BraintreeRequest,
        _ change: @escaping Change
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        try Self.refuseKey(of: request)
        return { scope, records throws(PlatformFailure) in
            guard try records.braintreeRefund(request.identifier) == nil else {
                throw BraintreeError.isCredit.failure
            }
            let payment = try records.braintreePayment(request.identifier)
            let sums = try records.sums(of: payment.identifier)
            guard !sums.isBusy else { throw .refused(BraintreeError.busy) }
            return try change(payment, sums, scope, records)
        }
    }

    /// Whether a transaction has the order, amount and card of another one.
    private static func isDuplicate(
        _ payment: PlatformPayment,
        in records: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> Bool {
        guard let order = payment.reference else { return false }
        return try records.payments(of: .braintree, reference: order).contains { other in
            other.amount == payment.amount && other.state != .created
                && payment.createdAt.seconds - other.createdAt.seconds <= duplicateSeconds
                && other.details["accountLast4"] == payment.details["accountLast4"]
        }
    }

    /// Request keys are for merchants that Braintree has enabled for them.
    private static func refuseKey(of request: BraintreeRequest) throws(PlatformFailure) {
        if request.text("api_request_key") != nil { throw BraintreeError.keyNotAllowed.failure }
    }

    /// The amount of a request; nil where it has none.
    private static func amount(
        _ request: BraintreeRequest,
        _ currency: Currency
    ) throws(PlatformFailure) -> Money? {
        guard let text = request.text("amount") else { return nil }
        guard let decimal = try? DecimalAmount(text), let amount = try? Money(decimal, in: currency)
        else { throw BraintreeError.amountInvalid.failure }
        guard amount.minorUnits > 0 else { throw BraintreeError.amountNotPositive.failure }
        return amount
    }

    private static func order(_ request: BraintreeRequest) throws(PlatformFailure) -> String? {
        let order = request.text("order_id")
        guard order.map({ $0.count <= 255 }) != false else {
            throw BraintreeError.orderTooLong.failure
        }
        return order
    }
}

extension CardSummary {
    fileprivate var braintreeDetails: Details {
        [
            "scheme": .string(scheme.braintreeName), "last4": .string(lastFour),
            "accountLast4": .string(accountLastFour),
            "month": .string(String("\(100 + month)".suffix(2))), "year": .string("\(year)"),
        ]
    }
}

extension PlatformScope {
    /// A name for a new object.
    func braintreeName() -> String { randomness.identifier("", length: 8, of: .base32) }
}

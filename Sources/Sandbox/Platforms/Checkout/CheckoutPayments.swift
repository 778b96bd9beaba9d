internal import CardMessages
internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage
internal import World

// Payments and what is done with them.
//
// - Source: Checkout.com API reference, "Payments": captures, voids and refunds are accepted first, and done after.
extension CheckoutInterface {
    func createPayment(
        _ request: CheckoutRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let source = try card(request)
        guard let currency = request.text("currency").flatMap({ Currency(code: $0) }) else {
            throw CheckoutError.invalid("currency_invalid")
        }
        guard let units = request.body?.member("amount")?.integer, units > 0,
            let amount = AmountUnits.checkout.money(units, currency)
        else { throw CheckoutError.invalid("amount_invalid") }
        let billing = request.body?.member("source")?.member("billing_address")
        let address = AddressData(
            postalCode: billing?.member("zip")?.string ?? "",
            street: billing?.member("address_line1")?.string ?? ""
        )
        let reference = try Self.reference(request)
        let capture = request.body?.member("capture")?.bool ?? true
        let metadata = request.body?.member("metadata").map { JSONOutput($0) }
        let storing = CheckoutStoring(request)
        return { [self] scope, transaction throws(PlatformFailure) in
            var card = try card(source, storing, scope, in: transaction)
            card.address = address
            var stored: String?
            if card.credential?.isLater == false {
                stored = scope.randomness.identifier("src_", length: 26, of: .base32)
            }
            var payment = PlatformPayment(
                scope.randomness.identifier("pay_", length: 26, of: .base32),
                of: .checkout,
                .processing,
                amount,
                at: scope.now,
                Self.details(metadata, capture, card, stored)
            )
            payment.reference = reference
            try transaction.insert(payment)
            if let stored {
                let cards = dialect.cards
                try cards.store(card, as: stored, of: "", with: payment, scope, in: transaction)
            }
            let test =
                AmountUnits.checkout.exponent(of: currency) == 2
                ? CheckoutResponse(testAmount: units) : nil
            return try dialect.authorize(payment, card, test, scope, in: transaction)
        }
    }

    private func card(
        _ source: HeldCards.Source,
        _ storing: CheckoutStoring,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PresentedCard {
        var card: PresentedCard
        switch source {
        case .held(let stored) where stored.hasPrefix("src_"):
            let indicator = storing.later
            let found = try dialect.cards.card(stored, of: "", statedAs: indicator, in: transaction)
            guard let found else { throw CheckoutError.invalid("source_id_invalid") }
            return found
        case .card(let given): card = given
        case .held(let token):
            guard let found = held.card(token, at: scope.now), held.use(token, scope) else {
                throw CheckoutError.invalid("token_invalid")
            }
            card = found.card
        }
        card.credential = storing.first
        return card
    }

    func capture(
        _ request: CheckoutRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let isFinal = request.text("capture_type") != "NonFinal"
        return try action(request, .capture) {
            payment,
            sums,
            units throws(PlatformFailure) in
            let left = payment.amount.minorUnits - sums.captured
            guard payment.expiresAt != nil, left > 0 else {
                throw .refused(CheckoutError.notAllowed)
            }
            let amount = units ?? left
            guard amount <= left else {
                throw CheckoutError.invalid("capture_value_greater_than_remaining_authorized")
            }
            return (amount, ["is_final": .bool(isFinal && amount < left)])
        }
    }

    func void(
        _ request: CheckoutRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        try action(request, .release) { payment, sums, units throws(PlatformFailure) in
            let left = payment.amount.minorUnits - sums.captured
            guard payment.expiresAt != nil, left > 0 else {
                throw .refused(CheckoutError.notAllowed)
            }
            // A part of the hold is released by the real one too: not here.
            guard units == nil || units == left else {
                throw CheckoutError.invalid("void_amount_not_supported")
            }
            return (sums.captured, ["cause": "void"])
        }
    }

    func refund(
        _ request: CheckoutRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        try action(request, .refund) { _, sums, units throws(PlatformFailure) in
            guard sums.refundable > 0 else { throw .refused(CheckoutError.notAllowed) }
            let amount = units ?? sums.refundable
            guard amount <= sums.refundable else {
                throw CheckoutError.invalid("refund_amount_exceeds_balance")
            }
            return (amount, [:])
        }
    }

    // MARK: Parts

    /// Records an action that is done after it was answered. The closure gives its amount, or the one that stays
    /// captured, and its values, for the amount that is asked for.
    private func action(
        _ request: CheckoutRequest,
        _ kind: PlatformOperation.Kind,
        _ check:
            @escaping @Sendable (PlatformPayment, PaymentSums, Int64?) throws(PlatformFailure) -> (
                Int64, Details
            )
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let reference = try Self.reference(request)
        let metadata = request.body?.member("metadata").map { JSONOutput($0) }
        let units = request.body?.member("amount").flatMap { $0.isNull ? nil : $0 }
        guard units == nil || units?.integer != nil else {
            throw CheckoutError.invalid("amount_invalid")
        }
        return { scope, transaction throws(PlatformFailure) in
            let payment = try transaction.checkoutPayment(request.identifier)
            let sums = try transaction.sums(of: payment.identifier)
            guard !sums.isBusy else { throw .refused(CheckoutError.busy) }
            let amount = try units?.integer.map { units throws(PlatformFailure) in
                guard units > 0,
                    let money = AmountUnits.checkout.money(units, payment.amount.currency)
                else {
                    throw CheckoutError.invalid("amount_invalid")
                }
                return money.minorUnits
            }
            var (minorUnits, details) = try check(payment, sums, amount)
            details["reference"] = reference.map { .string($0) }
            details["metadata"] = metadata
            let operation = PlatformOperation(
                kind,
                scope.checkoutAction(),
                of: payment,
                minorUnits,
                in: scope,
                isDeferred: true,
                details
            )
            try transaction.insert(operation)
            let links = CheckoutDialect.links(["payment": "payments/\(payment.identifier)"])
            return .answer(
                PlatformAnswer(
                    .accepted,
                    .object([
                        "action_id": .string(operation.identifier),
                        "reference": reference.map { .string($0) }, "_links": links,
                    ])
                )
            )
        }
    }

    private static func reference(
        _ request: CheckoutRequest
    ) throws(PlatformFailure) -> String? {
        let reference = request.text("reference")
        guard reference.map({ $0.count <= 80 }) != false else {
            throw CheckoutError.invalid("reference_invalid")
        }
        return reference
    }

    private static func details(
        _ metadata: JSONOutput?,
        _ capture: Bool,
        _ card: PresentedCard,
        _ stored: String?
    ) -> Details {
        var details: Details = [
            "capture": .bool(capture),
            "source": .object([
                "id": stored.map { .string($0) }, "type": "card",
                "scheme": .string(card.face.scheme.checkoutName),
                "last4": .string(card.face.lastFour),
                "expiry_month": .integer(Int64(card.face.month)),
                "expiry_year": .integer(Int64(card.face.year)),
            ]),
        ]
        details["metadata"] = metadata
        details["eci"] = card.face.indicator.map { .string($0) }
        return details
    }
}

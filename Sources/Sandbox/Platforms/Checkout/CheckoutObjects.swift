internal import JSON
internal import Money
internal import Storage
internal import World

// The objects of Checkout.com's interface, made of the records.
//
// - Source: Checkout.com API reference, "Get payment details", "Get payment actions", "Get a list of payments", and
//   "Webhook event types".
extension Queryable<PlatformFailure> where Self: ~Copyable {
    /// A payment of the platform.
    func checkoutPayment(_ identifier: String) throws(PlatformFailure) -> PlatformPayment {
        guard let payment = try payment(identifier, of: .checkout) else {
            throw .refused(CheckoutError.notFound)
        }
        return payment
    }

    /// The answer to the request for a payment.
    func checkoutAnswer(
        _ payment: PlatformPayment,
        _ operation: PlatformOperation
    ) throws(PlatformFailure) -> JSONOutput {
        let response = CheckoutResponse(operation)
        return try .object(
            checkoutMembers(payment)
                + JSONOutput.members([
                    "action_id": .string(operation.identifier),
                    "response_code": .string(response.code),
                    "response_summary": .string(response.summary),
                    "auth_code": operation.authorizationCode.map { .string($0) },
                    "processed_on": .string(operation.createdAt.iso8601),
                ])
        )
    }

    /// The details of a payment.
    func checkoutDetails(_ payment: PlatformPayment) throws(PlatformFailure) -> JSONOutput {
        let actions = try operations(of: payment.identifier).filter(\.isConcluded)
        return try .object(
            checkoutMembers(payment)
                + JSONOutput.members([
                    "requested_on": .string(payment.createdAt.iso8601), "payment_type": "Regular",
                    "metadata": payment.details["metadata"],
                    "actions": .array(
                        actions.reversed().map { action in
                            let response = CheckoutResponse(action)
                            return .object([
                                "id": .string(action.identifier),
                                "type": .string(action.checkoutType),
                                "response_code": .string(response.code),
                                "response_summary": .string(response.summary),
                            ])
                        }
                    ),
                ])
        )
    }

    /// The actions of a payment that were done or declined, the newest first.
    func checkoutActions(_ payment: PlatformPayment) throws(PlatformFailure) -> JSONOutput {
        .array(
            try operations(of: payment.identifier).filter(\.isConcluded).reversed().map { action in
                let response = CheckoutResponse(action)
                let released = payment.amount.minorUnits - action.amount.minorUnits
                let minorUnits = action.kind == .release ? released : action.amount.minorUnits
                return .object([
                    "id": .string(action.identifier), "type": .string(action.checkoutType),
                    "processed_on": .string(action.createdAt.iso8601),
                    "amount": AmountUnits.checkout.json(minorUnits, payment.amount.currency),
                    "approved": .bool(action.state == .succeeded),
                    "auth_code": action.authorizationCode.map { .string($0) },
                    "response_code": .string(response.code),
                    "response_summary": .string(response.summary),
                    "reference": action.details["reference"],
                    "processing": action.checkoutProcessing,
                    "metadata": action.details["metadata"],
                ])
            }
        )
    }

    /// The payments with a reference, the newest first.
    func checkoutList(_ request: CheckoutRequest) throws(PlatformFailure) -> JSONOutput {
        guard let reference = request.query["reference"] else {
            throw CheckoutError.invalid("reference_required")
        }
        let (limit, skip) = (
            request.query["limit"].map { Int($0) } ?? 10,
            request.query["skip"].map { Int($0) } ?? 0
        )
        guard let limit, let skip, (1...100).contains(limit), skip >= 0 else {
            throw CheckoutError.invalid("limit_invalid")
        }
        let found = try payments(of: .checkout, reference: reference)
        var data: [JSONOutput] = []
        for payment in found.dropFirst(skip).prefix(limit) {
            data.append(try checkoutDetails(payment))
        }
        return .object([
            "limit": .integer(Int64(limit)), "skip": .integer(Int64(skip)),
            "total_count": .integer(Int64(found.count)), "data": .array(data),
        ])
    }

    /// The data of an event about a payment.
    func checkoutEventData(
        _ payment: PlatformPayment,
        _ operation: PlatformOperation
    ) throws(PlatformFailure) -> JSONOutput {
        let response = CheckoutResponse(operation)
        let currency = payment.amount.currency
        let minorUnits =
            operation.kind == .release
            ? payment.amount.minorUnits - operation.amount.minorUnits : operation.amount.minorUnits
        return .object([
            "id": .string(payment.identifier), "action_id": .string(operation.identifier),
            "reference": operation.details["reference"] ?? payment.checkoutReference,
            "amount": AmountUnits.checkout.json(minorUnits, currency),
            "currency": .string(currency.code),
            "auth_code": operation.authorizationCode.map { .string($0) },
            "processed_on": .string(operation.createdAt.iso8601),
            "response_code": .string(response.code),
            "response_summary": .string(response.summary),
            "balances": try checkoutBalances(payment),
            "source": operation.kind == .authorize ? payment.details["source"] : nil,
            "metadata": operation.details["metadata"] ?? payment.details["metadata"],
            "processing": operation.checkoutProcessing,
        ])
    }

    private func checkoutMembers(
        _ payment: PlatformPayment
    ) throws(PlatformFailure) -> [JSONMember] {
        let sums = try sums(of: payment.identifier)
        let path = "payments/\(payment.identifier)"
        return JSONOutput.members([
            "id": .string(payment.identifier),
            "amount": AmountUnits.checkout.json(payment.amount),
            "currency": .string(payment.amount.currency.code),
            "approved": .bool(sums.authorization != nil),
            "status": .string(payment.checkoutStatus(sums)),
            "reference": payment.checkoutReference, "eci": payment.details["eci"],
            "expires_on": payment.expiresAt.map { .string($0.iso8601) },
            "scheme_id": sums.authorization?.networkTransaction.map { .string($0) },
            "source": payment.checkoutSource(sums), "balances": try checkoutBalances(payment),
            "risk": .object(["flagged": .bool(false), "score": .integer(0)]),
            "processing": sums.authorization?.checkoutProcessing,
            "_links": CheckoutDialect.links(["self": path, "actions": "\(path)/actions"]),
        ])
    }

    private func checkoutBalances(
        _ payment: PlatformPayment
    ) throws(PlatformFailure) -> JSONOutput {
        let sums = try sums(of: payment.identifier)
        let authorized = sums.authorization?.amount.minorUnits ?? 0
        let open = payment.expiresAt == nil ? 0 : authorized - sums.captured
        func units(_ minorUnits: Int64) -> JSONOutput {
            AmountUnits.checkout.json(minorUnits, payment.amount.currency)
        }
        return .object([
            "total_authorized": units(authorized),
            "total_voided": units(authorized - sums.captured - open),
            "available_to_void": units(open), "total_captured": units(sums.captured),
            "available_to_capture": units(open), "total_refunded": units(sums.refunded),
            "available_to_refund": units(sums.refundable),
        ])
    }
}

extension PlatformOperation {
    fileprivate var isConcluded: Bool { state != .inProgress }

    fileprivate var checkoutType: String {
        switch kind {
        case .authorize: "Authorization"
        case .capture: "Capture"
        case .release: "Void"
        case .refund: "Refund"
        }
    }

    fileprivate var checkoutProcessing: JSONOutput? {
        networkTransaction.map { .object(["acquirer_transaction_id": .string($0)]) }
    }
}

extension PlatformPayment {
    /// The merchant's reference; nil where the merchant states none.
    var checkoutReference: JSONOutput? { reference.map { .string($0) } }

    /// The source, with the issuer's comparison of the address.
    fileprivate func checkoutSource(_ sums: PaymentSums) -> JSONOutput? {
        guard case .object(let members) = details["source"],
            let result = sums.authorization?.addressResult
        else { return details["source"] }
        return .object(members + [JSONMember(name: "avs_check", value: .string(result))])
    }

    fileprivate func checkoutStatus(_ sums: PaymentSums) -> String {
        switch state {
        case .ready, .processing: "Pending"
        case .created: "Declined"
        case .authorized: "Authorized"
        case .canceled: details["is_expired"] == nil ? "Voided" : "Expired"
        case .captured where sums.refunded > 0:
            sums.refundable > 0 ? "Partially Refunded" : "Refunded"
        case .captured:
            sums.captured < amount.minorUnits ? "Partially Captured" : "Captured"
        }
    }
}

extension JSONOutput {
    /// Members without those that are nil.
    fileprivate static func members(
        _ members: KeyValuePairs<String, JSONOutput?>
    ) -> [JSONMember] {
        guard case .object(let kept) = object(members) else { return [] }
        return kept
    }
}

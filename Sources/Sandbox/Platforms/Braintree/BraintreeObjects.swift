internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage
internal import World
internal import XML

// The objects of Braintree's interface, made of the records: a payment is a transaction, and so is each refund.
//
// - Source: Braintree, *Transaction response*, *Search*; the elements are those that Braintree's SDK for Python reads.
extension Queryable<PlatformFailure> where Self: ~Copyable {
    func braintreePayment(_ identifier: String) throws(PlatformFailure) -> PlatformPayment {
        guard let payment = try payment(identifier, of: .braintree) else {
            throw .refused(BraintreeError.notFound)
        }
        return payment
    }

    /// A refund; nil where there is none with the identifier.
    func braintreeRefund(_ identifier: String) throws(PlatformFailure) -> PlatformOperation? {
        guard let refund = try operation(identifier), refund.kind == .refund,
            refund.platform == .braintree
        else { return nil }
        return refund
    }

    /// The answer with a transaction: an error where it was declined by the request that made it.
    func braintreeAnswer(
        _ status: HTTPStatus,
        _ identifier: String,
        at now: UnixTime
    ) throws(PlatformFailure) -> PlatformAnswer {
        guard let transaction = try braintreeTransaction(identifier, at: now) else {
            throw .refused(BraintreeError.notFound)
        }
        guard status == .created, let message = transaction.decline else {
            return .xml(status, "transaction", transaction.xml)
        }
        return BraintreeError.answer(message, transaction: transaction.xml)
    }

    /// A payment or a refund, and why it was declined; nil where there is none.
    private func braintreeTransaction(
        _ identifier: String,
        at now: UnixTime
    ) throws(PlatformFailure) -> (xml: XMLOutput, decline: String?)? {
        if let refund = try braintreeRefund(identifier) {
            let payment = try braintreePayment(refund.payment)
            let decline = refund.state == .declined ? BraintreeResponse(refund).text : nil
            return (refund.braintreeRefund(of: payment, at: now), decline)
        }
        guard let payment = try payment(identifier, of: .braintree) else { return nil }
        let last = try operations(of: identifier).last { $0.kind == .authorize }
        let response = last.map { BraintreeResponse($0) }
        let decline = response?.rejection.map { "Gateway Rejected: \($0)" } ?? response?.text
        let xml = try braintreeTransaction(payment)
        return (xml, payment.state == .created ? decline : nil)
    }

    /// The elements of a payment.
    func braintreeTransaction(
        _ payment: PlatformPayment
    ) throws(PlatformFailure) -> XMLOutput {
        let all = try operations(of: payment.identifier)
        let authorization = all.last { $0.kind == .authorize }
        var xml = payment.braintreeHead(
            payment.identifier,
            "sale",
            payment.status,
            payment.submitted ?? payment.amount,
            order: payment.reference,
            payment.createdAt
        )
        xml.add("refunded-transaction-id", orNothing: nil)
        if let authorization { xml.addAnswer(authorization) }
        if let end = payment.expiresAt, payment.submitted == nil {
            xml.add("authorization-expires-at", end.iso8601, type: "datetime")
        }
        var refunds = XMLOutput()
        for refund in all where refund.kind == .refund && refund.state != .inProgress {
            refunds.add("item", refund.identifier)
        }
        xml.add("refund-ids", type: "array", refunds)
        var history = XMLOutput()
        for entry in payment.history {
            var event = XMLOutput()
            event.add("timestamp", entry.time.iso8601, type: "datetime")
            event.add("status", entry.status)
            event.add("amount", entry.amount.decimalText)
            history.add("status-event", event)
        }
        xml.add("status-history", type: "array", history)
        return xml
    }

    // MARK: Search

    func braintreeSearchIdentifiers(
        _ request: BraintreeRequest
    ) throws(PlatformFailure) -> PlatformAnswer {
        var ids = XMLOutput()
        for identifier in try braintreeFound(request) { ids.add("item", identifier) }
        var results = XMLOutput()
        results.add("page-size", "50", type: "integer")
        results.add("ids", type: "array", ids)
        return .xml(.ok, "search-results", results)
    }

    func braintreeSearch(_ request: BraintreeRequest) throws(PlatformFailure) -> PlatformAnswer {
        let found = try braintreeFound(request).prefix(50)
        var page = XMLOutput()
        page.add("current-page-number", "1", type: "integer")
        page.add("page-size", "50", type: "integer")
        page.add("total-items", "\(found.count)", type: "integer")
        for identifier in found {
            if let transaction = try braintreeTransaction(identifier, at: request.now) {
                page.add("transaction", transaction.xml)
            }
        }
        return .xml(.ok, "credit-card-transactions", type: "collection", page)
    }

    /// The transactions that a search is for: by order, by identifier or among identifiers.
    private func braintreeFound(
        _ request: BraintreeRequest
    ) throws(PlatformFailure) -> [String] {
        let names = request.body?.children.map { $0.name.filter { $0 != "-" && $0 != "_" } } ?? []
        guard request.body?.name == "search", !names.isEmpty,
            Set(names).isSubset(of: ["orderid", "id", "ids"])
        else { throw BraintreeError.searchNotSupported.failure }
        var found: [String]?
        if let order = request.text("order_id", "is") {
            let refunds = try all(
                """
                SELECT o.*, p.currency FROM platform_operation o
                JOIN platform_payment p ON p.identifier = o.payment
                WHERE o.platform = $1 AND o.kind = 'refund' AND instr(o.details, $2) > 0
                ORDER BY o.number DESC
                """,
                [.text(Platform.braintree.rawValue), .text(order)]
            ) { row throws(StorageFailure) in try PlatformOperation(row) }
            .filter { $0.details.text("order") == order && $0.state != .inProgress }
            .map(\.identifier)
            found = try payments(of: .braintree, reference: order).map(\.identifier) + refunds
        }
        for ids in [
            request.text("id", "is").map { [$0] }, request.body?["ids"]?.children.map(\.text),
        ] {
            if let ids { found = (found ?? ids).filter(ids.contains) }
        }
        return found ?? []
    }
}

extension PlatformOperation {
    /// The elements of a refund.
    fileprivate func braintreeRefund(of payment: PlatformPayment, at now: UnixTime) -> XMLOutput {
        let age = now.seconds - createdAt.seconds
        let isSettled =
            details["settled"] == .bool(true) || age >= BraintreeDialect.settlementSeconds
        let status =
            switch state {
            case .inProgress: "authorizing"
            case .declined, .failed: BraintreeResponse(self).status
            case .succeeded: isSettled ? "settled" : "submitted_for_settlement"
            }
        var xml = payment.braintreeHead(
            identifier,
            "credit",
            status,
            amount,
            order: details.text("order"),
            createdAt
        )
        xml.addAnswer(self)
        xml.add("refunded-transaction-id", payment.identifier)
        xml.add("refund-ids", type: "array", XMLOutput())
        return xml
    }
}

extension PlatformPayment {
    /// The amount that was submitted for settlement; nil for none.
    var submitted: Money? {
        history.last { $0.status == "submitted_for_settlement" }?.amount
    }

    /// The statuses that it had, the first one first.
    fileprivate var history: [(status: String, amount: Money, time: UnixTime)] {
        (details.text("history")?.split(separator: ",") ?? []).compactMap { entry in
            let parts = entry.split(separator: " ")
            guard parts.count == 3, let units = Int64(parts[1]), let seconds = Int64(parts[2])
            else { return nil }
            let amount = Money(minorUnits: units, currency: amount.currency)
            return (String(parts[0]), amount, UnixTime(seconds: seconds))
        }
    }

    /// Its status in Braintree's words.
    var status: String { history.last?.status ?? "authorizing" }

    /// Gives it another status.
    mutating func note(_ status: String, _ amount: Money, _ now: UnixTime) {
        let entry = "\(status) \(amount.minorUnits) \(now.seconds)"
        details["history"] = .string(
            [details.text("history"), entry].compactMap(\.self).joined(separator: ",")
        )
    }

    /// The elements that a payment and its refunds have.
    fileprivate func braintreeHead(
        _ identifier: String,
        _ type: String,
        _ status: String,
        _ amount: Money,
        order: String?,
        _ time: UnixTime
    ) -> XMLOutput {
        var xml = XMLOutput()
        xml.add("id", identifier)
        xml.add("status", status)
        xml.add("type", type)
        xml.add("currency-iso-code", amount.currency.code)
        xml.add("amount", amount.decimalText)
        xml.add("merchant-account-id", amount.currency.code.lowercased())
        xml.add("order-id", orNothing: order)
        xml.add("created-at", time.iso8601, type: "datetime")
        xml.add("updated-at", (history.last?.time ?? time).iso8601, type: "datetime")
        // Texts of features that are not simulated, which the SDKs' users read nevertheless.
        for name in ["channel", "cvv-response-code", "purchase-order-number"] {
            xml.add(name, orNothing: nil)
        }
        for name in ["add-ons", "discounts", "disputes"] {
            xml.add(name, type: "array", XMLOutput())
        }
        xml.add("payment-instrument-type", "apple_pay_card")
        var own = XMLOutput()
        own.add("token", orNothing: details.text("token"))
        own.add("card-type", details.text("scheme").map { "Apple Pay - \($0)" })
        own.add("last-4", details.text("accountLast4"))
        own.add("source-card-last4", details.text("last4"))
        own.add("expiration-month", details.text("month"))
        own.add("expiration-year", details.text("year"))
        xml.add("apple-pay", own)
        return xml
    }
}

extension XMLOutput {
    /// Adds an element with a text, which is there without one too.
    fileprivate mutating func add(_ name: String, orNothing text: String?) {
        if let text { add(name, text) } else { addNothing(name) }
    }

    /// Adds the processor's answer.
    fileprivate mutating func addAnswer(_ operation: PlatformOperation) {
        guard operation.state != .inProgress else { return }
        let response = BraintreeResponse(operation)
        add("processor-response-code", response.code)
        add("processor-response-text", response.text)
        add("processor-response-type", response.type)
        add("processor-authorization-code", orNothing: operation.authorizationCode)
        add("network-transaction-id", orNothing: operation.networkTransaction)
        add("gateway-rejection-reason", orNothing: response.rejection)
        let codes =
            switch operation.addressResult {
            case "Y": ("M", "M")
            case "A": ("M", "N")
            case "Z": ("N", "M")
            case "N": ("N", "N")
            case nil: ("I", "I")
            default: ("U", "U")
            }
        add("avs-street-address-response-code", codes.0)
        add("avs-postal-code-response-code", codes.1)
    }
}

internal import JSON
internal import Storage

// Objects and lists.
//
// - Source: Stripe API reference, "Pagination", "Balance transactions", "Events".
extension StripeInterface {
    var accountObject: JSONOutput {
        .object([
            "id": .string(dialect.account), "object": "account", "charges_enabled": .bool(true),
            "country": "US", "default_currency": "usd", "details_submitted": .bool(true),
            "email": .null, "metadata": .object([:]), "payouts_enabled": .bool(true),
            "type": "standard",
        ])
    }

    func object(
        _ noun: String,
        _ prefix: String,
        _ request: StripeRequest,
        _ records: borrowing Snapshot<PlatformFailure>
    ) throws(PlatformFailure) -> JSONOutput {
        guard request.identifier.hasPrefix(prefix),
            let object = try records.stripeObject(request.identifier)
        else { throw StripeError.noSuch(noun, request.identifier, "id").failure }
        return object
    }

    func balance(
        _ request: StripeRequest,
        _ records: borrowing Snapshot<PlatformFailure>
    ) throws(PlatformFailure) -> JSONOutput {
        let type = try request.parameters.choice("type", of: ["charge", "refund"])
        let kinds: RecordList =
            type == "charge" ? .captures : type == "refund" ? .refunds : [.captures, .refunds]
        return try list(kinds, "balance_transactions", request, records)
    }

    func list(
        _ list: RecordList,
        _ path: String,
        _ request: StripeRequest,
        _ records: borrowing Snapshot<PlatformFailure>
    ) throws(PlatformFailure) -> JSONOutput {
        let page = try page(of: list, request, records)
        guard let found = try records.page(page, of: list, .stripe) else {
            throw StripeError(
                code: "resource_missing",
                parameter: page.after == nil ? "ending_before" : "starting_after",
                message: "The cursor names no object of the list."
            )
            .failure
        }
        var data: [JSONOutput] = []
        for identifier in found.identifiers {
            // The lines of the balance are those of operations, under names of their own.
            let name =
                path == "balance_transactions"
                ? try records.operation(identifier)?.stripeTransaction : identifier
            data.append(
                try name.flatMap { name throws(PlatformFailure) in
                    try records.stripeObject(name)
                } ?? .null
            )
        }
        return .object([
            "object": "list", "data": .array(data), "has_more": .bool(found.hasMore),
            "url": .string("/v1/\(path)"),
        ])
    }

    private func page(
        of list: RecordList,
        _ request: StripeRequest,
        _ records: borrowing Snapshot<PlatformFailure>
    ) throws(PlatformFailure) -> RecordPage {
        let parameters = request.parameters
        var page = RecordPage()
        if let limit = try parameters.integer("limit") {
            guard (1...100).contains(limit) else {
                throw StripeError.invalid(
                    "limit",
                    "The limit has to be 1 to 100.",
                    code: "parameter_invalid_integer"
                )
                .failure
            }
            page.limit = limit
        }
        page.after = try cursor(parameters.text("starting_after"), list, records)
        page.before = try cursor(parameters.text("ending_before"), list, records)
        if let exact = try parameters.integer("created") {
            (page.createdFrom, page.createdTo) = (exact, exact)
        }
        for (name, text) in parameters.members("created") {
            let seconds = try StripeParameters.integer(text, "created[\(name)]")
            guard (0...1 << 40).contains(seconds) else {
                throw StripeError.invalid("created[\(name)]", "No such time: \(seconds)").failure
            }
            switch name {
            case "gt": page.createdFrom = max(page.createdFrom, seconds + 1)
            case "gte": page.createdFrom = max(page.createdFrom, seconds)
            case "lt": page.createdTo = min(page.createdTo, seconds - 1)
            default: page.createdTo = min(page.createdTo, seconds)
            }
        }
        if list == .events {
            page.filter = parameters.text("type")
        } else if let charge = parameters.text("charge") {
            page.filter = try records.operation(charge)?.payment ?? charge
        } else {
            page.filter = parameters.text("payment_intent")
        }
        return page
    }

    /// The record of a cursor: the line of a balance is that of its operation.
    private func cursor(
        _ text: String?,
        _ list: RecordList,
        _ records: borrowing Snapshot<PlatformFailure>
    ) throws(PlatformFailure) -> String? {
        guard let text, text.hasPrefix("txn_") else { return text }
        let capture = "cap_\(text.dropFirst(4))"
        return try records.operation(capture) == nil ? "re_\(text.dropFirst(4))" : capture
    }
}

internal import Money
internal import PaymentRequest

/// Requests, updates and results as names and values.
enum StoryFacts {
    static func parts(of valid: ValidPaymentRequest) -> [StoryPart] {
        let request = valid.request
        var rows: [(name: String, value: String)] = [
            ("merchantIdentifier", request.merchantIdentifier),
            ("countryCode", request.countryCode), ("currencyCode", request.currencyCode),
            (
                "supportedNetworks",
                request.supportedNetworks.map(\.rawValue).joined(separator: ", ")
            ),
            ("merchantCapabilities", names(of: request.merchantCapabilities)),
        ]
        func add(_ name: String, _ fields: Set<ContactField>) {
            guard !fields.isEmpty else { return }
            rows.append((name, fields.map(\.rawValue).sorted().joined(separator: ", ")))
        }
        add("requiredShippingContactFields", request.requiredShippingContactFields)
        add("requiredBillingContactFields", request.requiredBillingContactFields)
        if request.supportsCouponCode { rows.append(("supportsCouponCode", "true")) }
        if let data = request.applicationData {
            rows.append(("applicationData", "\(data.count) bytes"))
        }
        var parts: [StoryPart] = [
            .facts("The request, as it was read, in PassKit's names", rows),
            .facts("What the shopper sees", valid.items.map { ($0.label, amount($0)) }),
        ]
        if !valid.shippingMethods.isEmpty {
            parts.append(
                .facts("Shipping methods", valid.shippingMethods.map { ($0.label, "\($0.amount)") })
            )
        }
        if !valid.advice.isEmpty {
            parts.append(.facts("Advice", valid.advice.map { ("advice", $0.description) }))
        }
        return parts
    }

    private static func amount(_ item: ValidPaymentRequest.Item) -> String {
        item.kind == .pending ? "pending" : "\(item.amount)"
    }

    private static func names(of capabilities: MerchantCapabilities) -> String {
        let names: [(MerchantCapabilities, String)] = [
            (.threeDSecure, "supports3DS"), (.emv, "supportsEMV"), (.credit, "supportsCredit"),
            (.debit, "supportsDebit"), (.instantFundsOut, "supportsInstantFundsOut"),
        ]
        return names.filter { capabilities.contains($0.0) }.map(\.1).joined(separator: ", ")
    }

    static func of(_ update: RequestUpdate) -> [(name: String, value: String)] {
        var rows: [(name: String, value: String)] = []
        if update.status != .success { rows.append(("status", name(of: update.status))) }
        for item in update.paymentSummaryItems ?? [] {
            rows.append((item.label ?? "", text(of: item.amount)))
        }
        for method in update.shippingMethods ?? [] {
            rows.append(("shipping method \(method.label ?? "")", text(of: method.amount)))
        }
        rows += update.allErrors.map { ("error", "\($0)") }
        return rows.isEmpty ? [("changes", "none")] : rows
    }

    static func of(_ result: AuthorizationResult) -> [(name: String, value: String)] {
        var rows = [(name: "status", value: name(of: result.status))]
        rows += result.allErrors.map { ("error", "\($0)") }
        if result.orderDetails != nil { rows.append(("orderDetails", "given")) }
        return rows
    }

    private static func text(of amount: UncheckedAmount) -> String {
        amount.decimal.map { "\($0)" } ?? "—"
    }

    private static func name(of status: AuthorizationStatus) -> String {
        switch status {
        case .success: "STATUS_SUCCESS"
        case .failure: "STATUS_FAILURE"
        case .invalidBillingPostalAddress: "STATUS_INVALID_BILLING_POSTAL_ADDRESS"
        case .invalidShippingPostalAddress: "STATUS_INVALID_SHIPPING_POSTAL_ADDRESS"
        case .invalidShippingContact: "STATUS_INVALID_SHIPPING_CONTACT"
        case .pinRequired: "STATUS_PIN_REQUIRED"
        case .pinIncorrect: "STATUS_PIN_INCORRECT"
        case .pinLockout: "STATUS_PIN_LOCKOUT"
        }
    }
}

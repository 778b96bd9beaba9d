internal import Money

/// Checks a request property by property, and collects violations, advice and the valid values.
struct RequestReading {
    var violations: [PaymentRequest.Violation] = []
    private(set) var advice: [PaymentRequest.Advice] = []
    private(set) var currency: Currency?
    private(set) var items: [ValidPaymentRequest.Item] = []
    private(set) var shippingMethods: [ValidPaymentRequest.ShippingMethod] = []

    private(set) var statedTotal: DecimalAmount?
    let interface: PaymentRequest.Interface

    init(_ request: PaymentRequest, on interface: PaymentRequest.Interface, admitsZeroTotal: Bool) {
        self.interface = interface
        readMerchant(of: request)
        readCurrency(of: request)
        readNetworks(of: request)
        readItems(request.paymentSummaryItems)
        readTotal(of: request)
        if statedTotal == .zero, !admitsZeroTotal { violations.append(.totalZero) }
        readShippingMethods(request.shippingMethods ?? [])
        readContacts(of: request)
        readLimits(of: request)
        readTypedPayments(of: request)
    }

    private mutating func readMerchant(of request: PaymentRequest) {
        let identifier = request.merchantIdentifier
        if identifier.isEmpty {
            // A page's request names no merchant; its merchant session does.
            if interface == .app { violations.append(.merchantIdentifierMissing) }
        } else {
            if !identifier.hasPrefix("merchant.") { advice.append(.merchantIdentifierLacksPrefix) }
            if identifier.hasSuffix(".") { advice.append(.merchantIdentifierEndsWithPoint) }
        }
        if request.countryCode.isEmpty {
            violations.append(.countryCodeMissing)
        } else if !CountryTable.contains(request.countryCode) {
            violations.append(.countryCodeUnknown(request.countryCode))
        }
    }

    private mutating func readCurrency(of request: PaymentRequest) {
        let code = request.currencyCode
        currency = Currency(code: code)
        guard currency == nil else { return }
        if code.isEmpty {
            violations.append(.currencyCodeMissing)
        } else if Currency(code: code.uppercased()) != nil {
            violations.append(.currencyCodeNotUpperCase(code))
        } else {
            violations.append(.currencyCodeUnknown(code))
        }
    }

    private mutating func readNetworks(of request: PaymentRequest) {
        if request.supportedNetworks.isEmpty { violations.append(.supportedNetworksMissing) }
        for (index, network) in request.supportedNetworks.enumerated() where !network.isKnown {
            advice.append(.networkUnknown(index: index))
        }
        if !request.merchantCapabilities.contains(.threeDSecure) {
            violations.append(.threeDSecureMissing)
        }
    }

    private mutating func readItems(_ stated: [SummaryItem]) {
        if stated.isEmpty { violations.append(.summaryItemsMissing) }
        for (index, item) in stated.enumerated() {
            let (problems, amount) = read(item.label, item.amount)
            violations += (problems + timingProblems(of: item))
                .map { .summaryItemInvalid(index: index, $0) }
            if case .binaryFraction = item.amount {
                advice.append(.amountFromBinaryFraction(index: index))
            }
            if index < stated.count - 1 {
                if item.kind == .pending, let amount = item.amount.decimal, amount != .zero {
                    advice.append(.pendingItemHasAmount(index: index))
                }
                if item.label?.isEmpty == true { advice.append(.itemLabelEmpty(index: index)) }
            }
            guard let label = item.label, let amount else { continue }
            items.append(.init(label: label, amount: amount, kind: item.kind, timing: item.timing))
        }
        if stated.count > PaymentRequest.Advice.itemLimit {
            advice.append(.manyItems(count: stated.count))
        }
    }

    private mutating func readTotal(of request: PaymentRequest) {
        guard let total = request.paymentSummaryItems.last else { return }
        if total.kind == .pending { advice.append(.totalIsPending) }
        if total.amount.decimal?.isNegative == true { violations.append(.totalNegative) }
        statedTotal = total.amount.decimal
        if total.label?.isEmpty == true {
            switch interface {
            case .app: advice.append(.totalLabelEmpty)
            case .page: violations.append(.totalLabelEmpty)
            }
        }
        let isComplete = items.count == request.paymentSummaryItems.count && items.count > 1
        guard isComplete, total.kind == .final, let stated = items.last?.amount, let currency else {
            return
        }
        let sum = items.dropLast()
            .reduce(Money.zero(in: currency) as Money?) { sum, item in
                try? sum?.adding(item.amount)
            }
        if stated != sum { advice.append(.totalIsNotTheSum(total: stated, sum: sum)) }
    }

    private mutating func readShippingMethods(_ stated: [ShippingMethod]) {
        var indexByIdentifier: [String: Int] = [:]
        for (index, method) in stated.enumerated() {
            let (problems, amount) = read(method.label, method.amount)
            violations += problems.map { .shippingMethodInvalid(index: index, $0) }
            if method.amount.decimal?.isNegative == true {
                violations.append(.shippingAmountNegative(index: index))
            }
            var identifier = method.identifier ?? ""
            if identifier.isEmpty {
                report(.missing(index: index))
            } else if let first = indexByIdentifier[identifier] {
                report(.repeated(first: first, again: index))
                identifier = ""
            }
            if identifier.isEmpty { identifier = "#\(index + 1)" }
            while indexByIdentifier[identifier] != nil { identifier += "'" }
            indexByIdentifier[identifier] = index
            guard let label = method.label, let amount else { continue }
            shippingMethods.append(
                .init(
                    label: label,
                    amount: amount,
                    detail: method.detail,
                    identifier: identifier,
                    statedIdentifier: method.identifier,
                    arrival: method.arrival
                )
            )
        }
    }

    /// Shipping methods need identifiers on a page; in an app they should have them.
    private mutating func report(_ problem: ShippingIdentifierProblem) {
        switch interface {
        case .app: advice.append(.shippingIdentifier(problem))
        case .page: violations.append(.shippingIdentifier(problem))
        }
    }

    /// The problems of a line, and its amount when it has none and the currency is known.
    func read(
        _ label: String?,
        _ amount: UncheckedAmount
    ) -> ([PaymentRequest.Violation.LineProblem], Money?) {
        let labelProblems: [PaymentRequest.Violation.LineProblem] =
            label == nil ? [.labelMissing] : []
        switch amount {
        case .missing: return (labelProblems + [.amountMissing], nil)
        case .notANumber: return (labelProblems + [.amountNotANumber], nil)
        case .outOfRange: return (labelProblems + [.amountOutOfRange], nil)
        case .decimal(let decimal), .binaryFraction(let decimal):
            guard let currency else { return (labelProblems, nil) }
            do {
                return (labelProblems, try Money(decimal, in: currency))
            } catch {
                switch error {
                case .tooManyFractionDigits(let given, let allowed):
                    let problem = PaymentRequest.Violation.LineProblem
                        .tooManyFractionDigits(given: given, allowed: allowed)
                    return (labelProblems + [problem], nil)
                case .outOfRange, .differentCurrencies:
                    return (labelProblems + [.amountOutOfRange], nil)
                }
            }
        }
    }

    private mutating func readContacts(of request: PaymentRequest) {
        if request.shippingContact?.name != nil { advice.append(.shippingNameNotHonoured) }
        if request.billingContact != request.prefilledBillingContact {
            advice.append(.billingDetailsNotHonoured)
        }
        if request.shippingContactEditingMode == .storePickup,
            request.shippingContact?.postalAddress == nil
        {
            advice.append(.pickupAddressMissing)
        }
        let everything: Set<ContactField> = [.name, .postalAddress, .emailAddress, .phoneNumber]
        if request.requiredShippingContactFields.isSuperset(of: everything) {
            advice.append(.asksForEveryContactField)
        }
        if request.requiredBillingContactFields != request.shownBillingContactFields {
            advice.append(.billingFieldsNotShown)
        }
    }

    private mutating func readLimits(of request: PaymentRequest) {
        for (index, country) in (request.supportedCountries ?? []).enumerated()
        where !CountryTable.contains(country) {
            violations.append(.supportedCountryUnknown(index: index))
        }
        guard let trade = request.merchantCategoryCode else { return }
        if !(1...9999).contains(trade) { violations.append(.merchantCategoryCodeOutOfRange) }
        if PaymentRequest.Advice.digitalGoodsTrades.contains(trade) { advice.append(.digitalGoods) }
    }
}

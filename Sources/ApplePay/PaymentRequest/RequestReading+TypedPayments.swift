internal import Money

extension RequestReading {
    mutating func readTypedPayments(of request: PaymentRequest) {
        let typed = request.typedPayments
        for other in typed.dropFirst() {
            refuse(other, .conflicts(with: typed[0]))
        }
        if let payment = request.recurringPayment { read(payment) }
        if let payment = request.automaticReloadPayment { read(payment) }
        if let payment = request.deferredPayment { read(payment) }
        readTokenContexts(request.tokenContexts)
        for payment in typed {
            let count = request.billingAgreement(of: payment)?.utf16.count ?? 0
            if count > PaymentRequest.billingAgreementLimit {
                refuse(payment, .billingAgreementTooLong(count: count))
            }
        }
    }

    private mutating func refuse(
        _ payment: PaymentRequest.TypedPayment,
        _ problem: PaymentRequest.TypedPayment.Problem
    ) {
        violations.append(.typedPayment(payment, problem))
    }

    private mutating func read(_ payment: RecurringPayment) {
        readDescription(payment.paymentDescription, of: .recurring)
        readURLs(payment.managementURL, payment.tokenNotificationURL, of: .recurring)
        readBilling(payment.regularBilling, as: .regular)
        if let trial = payment.trialBilling { readBilling(trial, as: .trial) }
    }

    private mutating func read(_ payment: AutomaticReloadPayment) {
        readDescription(payment.paymentDescription, of: .automaticReload)
        readURLs(payment.managementURL, payment.tokenNotificationURL, of: .automaticReload)
        readBilling(payment.automaticReloadBilling, as: .automaticReload)
    }

    private mutating func read(_ payment: DeferredPayment) {
        readDescription(payment.paymentDescription, of: .deferred)
        readURLs(payment.managementURL, payment.tokenNotificationURL, of: .deferred)
        readBilling(payment.deferredBilling, as: .deferred)
        let (date, zone) = (payment.freeCancellationDate, payment.freeCancellationTimeZone)
        if date != nil, zone == nil { refuse(.deferred, .freeCancellationTimeZoneMissing) }
        if date == nil, zone != nil { refuse(.deferred, .freeCancellationDateMissing) }
    }

    private mutating func readDescription(
        _ description: String,
        of payment: PaymentRequest.TypedPayment
    ) {
        if description.isEmpty { refuse(payment, .paymentDescriptionMissing) }
    }

    private mutating func readURLs(
        _ management: String,
        _ notification: String?,
        of payment: PaymentRequest.TypedPayment
    ) {
        if management.isEmpty { refuse(payment, .managementURLMissing) }
        // An app's are `URL`s already.
        guard interface == .page else { return }
        if !management.isEmpty, !PageURL.isValid(management) {
            refuse(payment, .urlInvalid(name: "managementURL", text: management))
        }
        if let notification, !PageURL.isValid(notification) {
            refuse(payment, .urlInvalid(name: "tokenNotificationURL", text: notification))
        }
    }

    private mutating func readBilling(_ item: SummaryItem, as line: PaymentRequest.BillingLine) {
        let (problems, _) = read(item.label, item.amount)
        for problem in problems + timingProblems(of: item) {
            refuse(line.payment, .billingInvalid(line, problem))
        }
        if item.amount.decimal?.isNegative == true {
            refuse(line.payment, .billingAmountNegative(line))
        }
        switch (line, item.timing) {
        case (.regular, .recurring), (.trial, .recurring), (.deferred, .deferred),
            (.automaticReload, .automaticReload):
            break
        default: refuse(line.payment, .billingTimingWrong(line))
        }
    }

    /// The problems with a line's timing.
    func timingProblems(of item: SummaryItem) -> [PaymentRequest.Violation.LineProblem] {
        switch item.timing {
        case .recurring(let recurrence):
            (recurrence.unit.isSupported ? [] : [.intervalUnitUnsupported(recurrence.unit)])
                + (recurrence.count >= 1 ? [] : [.intervalCountBelowOne])
        case .deferred(let date): date == nil ? [.deferredDateMissing] : []
        case .automaticReload(let threshold):
            read("", threshold).0.isEmpty && threshold.decimal?.isNegative == false
                ? [] : [.thresholdInvalid]
        case .disbursement, .instantFundsOutFee, nil: []
        }
    }

    private mutating func readTokenContexts(_ contexts: [PaymentTokenContext]) {
        var sum: DecimalAmount? = .zero
        for (index, context) in contexts.enumerated() {
            if context.merchantIdentifier.isEmpty {
                refuse(.tokenContexts, .contextMerchantMissing(index: index))
            }
            let (problems, _) = read("", context.amount)
            for problem in problems {
                refuse(.tokenContexts, .contextInvalid(index: index, problem))
            }
            guard let amount = context.amount.decimal else { continue }
            if amount.isNegative { refuse(.tokenContexts, .contextAmountNegative(index: index)) }
            sum = try? sum?.adding(amount)
        }
        guard let total = statedTotal, !contexts.isEmpty else { return }
        // A sum with too many digits exceeds any total.
        if sum.map({ $0 > total }) ?? true { refuse(.tokenContexts, .contextsExceedTotal) }
    }
}

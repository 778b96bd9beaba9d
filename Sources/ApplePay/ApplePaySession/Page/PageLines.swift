internal import JSON
internal import Money
internal import PaymentRequest
internal import World

// The lines of a sheet, and what payments of several amounts are described by.
extension PageRequest {
    /// A line, with when it is due.
    static func lineItem(_ value: PageValue) throws(PageTypeError) -> SummaryItem {
        let line = try value.dictionary()
        let kind =
            try line.member("type")?.choice(["final": SummaryItem.Kind.final, "pending": .pending])
            ?? .final
        return SummaryItem(
            label: try line.text(of: "label"),
            amount: try amount(
                line,
                "amount",
                ifMissing: kind == .pending ? .decimal(.zero) : .missing
            ),
            kind: kind,
            timing: try timing(line)
        )
    }

    /// The shipping methods, and the identifier of the one that the page has selected, which comes
    /// first. Of several it is the last one, as in WebKit.
    static func shippingMethods(
        _ value: PageValue
    ) throws(PageTypeError) -> (offered: [ShippingMethod], selected: String?) {
        var offered: [ShippingMethod] = []
        var selected: String?
        for element in try value.elements() {
            let method = try shippingMethod(element)
            if element.member("selected")?.bool() == true {
                offered.insert(method, at: 0)
                selected = method.identifier
            } else {
                offered.append(method)
            }
        }
        return (offered, selected)
    }

    /// A part of the total for another merchant.
    static func tokenContext(_ value: PageValue) throws(PageTypeError) -> PaymentTokenContext {
        let context = try value.dictionary()
        return PaymentTokenContext(
            merchantIdentifier: try context.required("merchantIdentifier").text(),
            externalIdentifier: try context.required("externalIdentifier").text(),
            merchantName: try context.required("merchantName").text(),
            merchantDomain: try context.text(of: "merchantDomain"),
            amount: UncheckedAmount(text: try context.required("amount").text())
        )
    }

    private static func shippingMethod(_ value: PageValue) throws(PageTypeError) -> ShippingMethod {
        let method = try value.dictionary()
        return ShippingMethod(
            label: try method.required("label").text(),
            amount: UncheckedAmount(text: try method.required("amount").text()),
            detail: try method.required("detail").text(),
            identifier: try method.required("identifier").text(),
            arrival: try method.member("dateComponentsRange").map(arrival)
        )
    }

    private static func arrival(_ value: PageValue) throws(PageTypeError) -> ArrivalRange {
        let range = try value.dictionary()
        return ArrivalRange(
            from: try arrivalDate(range.required("startDateComponents")),
            to: try arrivalDate(range.required("endDateComponents"))
        )
    }

    private static func arrivalDate(_ value: PageValue) throws(PageTypeError) -> ArrivalDate {
        let parts = try value.dictionary()
        let date = ArrivalDate(
            year: try parts.required("years").integer(),
            month: try parts.required("months").integer(),
            day: try parts.required("days").integer(),
            hour: try parts.member("hours")?.integer()
        )
        guard let date else { throw PageTypeError(value.path, "is no day of the calendar") }
        return date
    }

    private static func amount(
        _ line: PageValue,
        _ name: String,
        ifMissing missing: UncheckedAmount = .missing
    ) throws(PageTypeError) -> UncheckedAmount {
        guard let text = try line.text(of: name) else { return missing }
        return UncheckedAmount(text: text)
    }

    private static func timing(_ line: PageValue) throws(PageTypeError) -> PaymentTiming? {
        enum Name { case immediate, recurring, deferred, automaticReload }
        let name = try line.member("paymentTiming")?.choice([
            "immediate": Name.immediate, "recurring": .recurring, "deferred": .deferred,
            "automaticReload": .automaticReload,
        ])
        switch name {
        case nil, .immediate: return nil
        case .recurring: return .recurring(try recurrence(line))
        case .deferred: return .deferred(until: try line.date(of: "deferredPaymentDate"))
        case .automaticReload:
            return .automaticReload(
                threshold: try amount(line, "automaticReloadPaymentThresholdAmount")
            )
        }
    }

    private static func recurrence(_ line: PageValue) throws(PageTypeError) -> Recurrence {
        let unit = try line.member("recurringPaymentIntervalUnit")?.choice([
            "year": Recurrence.Unit.year, "month": .month, "day": .day, "hour": .hour,
            "minute": .minute,
        ])
        return Recurrence(
            every: try line.member("recurringPaymentIntervalCount")?.integer() ?? 1,
            unit ?? .month,
            from: try line.date(of: "recurringPaymentStartDate"),
            until: try line.date(of: "recurringPaymentEndDate")
        )
    }
}

// A page writes `paymentTiming` into the lines of these payments. Where it does not, WebKit refuses
// them; here that is said by the request's validation.
extension RecurringPayment {
    init(page value: PageValue) throws(PageTypeError) {
        let payment = try value.dictionary()
        self.init(
            paymentDescription: try payment.required("paymentDescription").text(),
            regularBilling: try PageRequest.lineItem(payment.required("regularBilling")),
            trialBilling: try payment.member("trialBilling").map(PageRequest.lineItem),
            billingAgreement: try payment.text(of: "billingAgreement"),
            managementURL: try payment.required("managementURL").text(),
            tokenNotificationURL: try payment.text(of: "tokenNotificationURL")
        )
    }
}

extension AutomaticReloadPayment {
    init(page value: PageValue) throws(PageTypeError) {
        let payment = try value.dictionary()
        self.init(
            paymentDescription: try payment.required("paymentDescription").text(),
            automaticReloadBilling: try PageRequest.lineItem(
                payment.required("automaticReloadBilling")
            ),
            billingAgreement: try payment.text(of: "billingAgreement"),
            managementURL: try payment.required("managementURL").text(),
            tokenNotificationURL: try payment.text(of: "tokenNotificationURL")
        )
    }
}

extension DeferredPayment {
    init(page value: PageValue) throws(PageTypeError) {
        let payment = try value.dictionary()
        self.init(
            paymentDescription: try payment.required("paymentDescription").text(),
            deferredBilling: try PageRequest.lineItem(payment.required("deferredBilling")),
            billingAgreement: try payment.text(of: "billingAgreement"),
            managementURL: try payment.required("managementURL").text(),
            tokenNotificationURL: try payment.text(of: "tokenNotificationURL"),
            freeCancellationDate: try payment.date(of: "freeCancellationDate"),
            freeCancellationTimeZone: try payment.text(of: "freeCancellationDateTimeZone")
        )
    }
}

extension PaymentRequest.TypedPayment {
    /// Why a typed payment is refused.
    ///
    /// - Source: Apple's PassKit pages of each property, and WebKit's checks of a page's; where a
    ///   case says "our rule", nobody else's is known.
    public enum Problem: Hashable, Sendable {
        /// There is another one; a request has one at most.
        case conflicts(with: PaymentRequest.TypedPayment)
        /// No words for the shopper.
        case paymentDescriptionMissing
        /// Nowhere that the shopper can change or end it.
        case managementURLMissing
        /// A line with a label, an amount or a timing that is none.
        case billingInvalid(PaymentRequest.BillingLine, PaymentRequest.Violation.LineProblem)
        /// A line that is less than nothing; our rule.
        case billingAmountNegative(PaymentRequest.BillingLine)
        /// A line that is due at another kind of time.
        case billingTimingWrong(PaymentRequest.BillingLine)
        /// Terms of more than ``PaymentRequest/billingAgreementLimit`` characters.
        ///
        /// - Units: UTF-16 code units, as Apple's strings and pages count; a guess.
        case billingAgreementTooLong(count: Int)
        /// Terms that an update changed under the shopper's eyes.
        case billingAgreementChanged
        /// A date until which withdrawing is free, and no time zone to tell it in.
        case freeCancellationTimeZoneMissing
        /// A time zone for a date that is not stated.
        case freeCancellationDateMissing
        /// A part of the total that goes to nobody; our rule.
        case contextMerchantMissing(index: Int)
        /// A part of the total with an amount that is none.
        case contextInvalid(index: Int, PaymentRequest.Violation.LineProblem)
        /// A part of the total that is less than nothing; our rule.
        case contextAmountNegative(index: Int)
        /// The parts come to more than the total.
        case contextsExceedTotal
    }
}

extension PaymentRequest.TypedPayment.Problem: CustomStringConvertible {
    /// The end of the line for a log.
    public var description: String {
        switch self {
        case .conflicts(let first): "cannot go with '\(first.rawValue)': one of the four at most"
        case .paymentDescriptionMissing: "has no paymentDescription"
        case .managementURLMissing: "has no managementURL"
        case .billingInvalid(let line, let problem):
            "has a '\(line.rawValue)' with an \(problem)"
        case .billingAmountNegative(let line):
            "has a '\(line.rawValue)' with a negative amount"
        case .billingTimingWrong(let line):
            "has a '\(line.rawValue)' that is not an item of its kind"
        case .billingAgreementTooLong(let count):
            "has a billingAgreement of \(count) characters, more than"
                + " \(PaymentRequest.billingAgreementLimit)"
        case .billingAgreementChanged:
            "has another billingAgreement than when the sheet was presented"
        case .freeCancellationTimeZoneMissing:
            "has a freeCancellationDate and no freeCancellationDateTimeZone"
        case .freeCancellationDateMissing:
            "has a freeCancellationDateTimeZone and no freeCancellationDate"
        case .contextMerchantMissing(let index):
            "has no merchantIdentifier in item \(index)"
        case .contextInvalid(let index, let problem): "has in item \(index) an \(problem)"
        case .contextAmountNegative(let index): "has a negative amount in item \(index)"
        case .contextsExceedTotal: "has amounts that exceed the total"
        }
    }
}

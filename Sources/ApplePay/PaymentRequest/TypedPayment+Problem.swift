extension PaymentRequest.TypedPayment {
    /// Why a typed payment is refused.
    ///
    /// - Source: Apple's PassKit pages of each property, and WebKit's checks of a page's; a case
    ///   marked "our rule" has no published source.
    public enum Problem: Hashable, Sendable {
        /// The request has another typed payment, and may have only one.
        case conflicts(with: PaymentRequest.TypedPayment)
        /// The description is missing.
        case paymentDescriptionMissing
        /// The URL for changing or cancelling the payment is missing.
        case managementURLMissing
        /// A page's text for the named URL is not a URL that stands by itself.
        case urlInvalid(name: String, text: String)
        /// A line has an invalid label, amount or timing.
        case billingInvalid(PaymentRequest.BillingLine, PaymentRequest.Violation.LineProblem)
        /// A line has a negative amount; our rule.
        case billingAmountNegative(PaymentRequest.BillingLine)
        /// A line has the timing of another kind.
        case billingTimingWrong(PaymentRequest.BillingLine)
        /// The billing agreement exceeds ``PaymentRequest/billingAgreementLimit`` characters.
        ///
        /// - Units: UTF-16 code units, as `NSString` and JavaScript count; a guess.
        case billingAgreementTooLong(count: Int)
        /// An update changed the billing agreement while the sheet showed it.
        case billingAgreementChanged
        /// The free cancellation date has no time zone.
        case freeCancellationTimeZoneMissing
        /// The time zone has no free cancellation date.
        case freeCancellationDateMissing
        /// A token context has no merchant identifier; our rule.
        case contextMerchantMissing(index: Int)
        /// A token context has an invalid amount.
        case contextInvalid(index: Int, PaymentRequest.Violation.LineProblem)
        /// A token context has a negative amount; our rule.
        case contextAmountNegative(index: Int)
        /// The amounts of the token contexts exceed the total.
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
        case .urlInvalid(let name, let text):
            "has a '\(name)' that is not a valid URL: \(text.debugDescription); write it whole, as"
                + " https://shop.example/manage"
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

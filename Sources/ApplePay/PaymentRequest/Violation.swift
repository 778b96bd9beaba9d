extension PaymentRequest {
    /// Why a request is refused.
    ///
    /// On a device the sheet does not appear and the system writes a line to its log.
    /// ``description`` is our version of that line. The merchant must correct the request.
    ///
    /// - Source: Apple, PassKit, `PKPaymentRequest` and `PKPaymentAuthorizationController`; the log
    ///   lines as quoted in public issues.
    public enum Violation: Error, Hashable, Sendable {
        /// The merchant identifier is missing.
        case merchantIdentifierMissing
        /// The country is missing.
        case countryCodeMissing
        /// The country is not in ISO 3166-1, or is in lower case.
        case countryCodeUnknown(String)
        /// The currency is missing.
        case currencyCodeMissing
        /// The currency is in lower case, which is refused since iOS 11.
        case currencyCodeNotUpperCase(String)
        /// The currency is not in ISO 4217.
        case currencyCodeUnknown(String)
        /// The networks are missing.
        case supportedNetworksMissing
        /// The capabilities lack 3-D Secure.
        ///
        /// The Programming Guide says that 3DS must be supported and EMV may be (mission 7.7);
        /// newer pages ask for either. We follow the guide, because both accept what it accepts.
        case threeDSecureMissing
        /// The request has no items, and so no total.
        case summaryItemsMissing
        /// An item, or the total, has an invalid label or amount.
        case summaryItemInvalid(index: Int, LineProblem)
        /// The total is negative.
        case totalNegative
        /// The total is zero, which an old system does not accept.
        ///
        /// - Source: Apple, PassKit, `paymentSummaryItems`: accepted since iOS 12 and watchOS 5.
        case totalZero
        /// A shipping method has an invalid label or amount.
        case shippingMethodInvalid(index: Int, LineProblem)
        /// A shipping method has a negative amount.
        case shippingAmountNegative(index: Int)
        /// The shipping methods of a page cannot be distinguished by their identifiers.
        case shippingIdentifier(ShippingIdentifierProblem)
        /// A country of issue is not in ISO 3166-1.
        case supportedCountryUnknown(index: Int)
        /// The merchant category code is outside 1 to 9999.
        case merchantCategoryCodeOutOfRange
        /// The total of a page's request has an empty label.
        case totalLabelEmpty
        /// A typed payment is invalid, or there is more than one.
        case typedPayment(TypedPayment, TypedPayment.Problem)

        /// The problem of a line.
        public enum LineProblem: Hashable, Sendable {
            /// The label is missing.
            case labelMissing
            /// The amount is missing.
            case amountMissing
            /// The amount is not a number.
            case amountNotANumber
            /// The amount has too many digits.
            case amountOutOfRange
            /// The amount has digits below the currency's minor unit.
            case tooManyFractionDigits(given: Int, allowed: Int)
            /// The interval has a unit that Apple does not support; weeks are given as days.
            case intervalUnitUnsupported(Recurrence.Unit)
            /// The interval count is below one; our rule.
            case intervalCountBelowOne
            /// The date of a deferred payment is missing; our rule.
            case deferredDateMissing
            /// The threshold is invalid or negative.
            case thresholdInvalid
        }
    }
}

extension PaymentRequest {
    /// Why a request is refused.
    ///
    /// An app learns of it when the sheet does not come up and the system writes a line to its log;
    /// ``description`` is that line in our own words. Everything is the merchant's to mend.
    ///
    /// - Source: Apple, PassKit, `PKPaymentRequest` and `PKPaymentAuthorizationController`; the log
    ///   lines as quoted in public issues.
    public enum Violation: Error, Hashable, Sendable {
        /// No merchant identifier.
        case merchantIdentifierMissing
        /// No country.
        case countryCodeMissing
        /// A country that ISO 3166-1 does not list, or one in lower case.
        case countryCodeUnknown(String)
        /// No currency.
        case currencyCodeMissing
        /// A currency in lower case, refused since iOS 11.
        case currencyCodeNotUpperCase(String)
        /// A currency that ISO 4217 does not list.
        case currencyCodeUnknown(String)
        /// No networks.
        case supportedNetworksMissing
        /// Without 3-D Secure.
        ///
        /// The Programming Guide says that 3DS must be supported and EMV may be (mission 7.7); newer
        /// pages ask for either. We hold to the guide: what it accepts, both accept.
        case threeDSecureMissing
        /// No items, and so no total.
        case summaryItemsMissing
        /// An item, the total included, with a label or an amount that is none.
        case summaryItemInvalid(index: Int, LineProblem)
        /// The total is not known yet.
        case totalPending
        /// The total is less than nothing.
        case totalNegative
        /// The total is nothing, which the system does not take yet.
        ///
        /// - Source: Apple, PassKit, `paymentSummaryItems`: taken since iOS 12 and watchOS 5.
        case totalZero
        /// A shipping method with a label or an amount that is none.
        case shippingMethodInvalid(index: Int, LineProblem)
        /// A shipping method that costs less than nothing.
        case shippingAmountNegative(index: Int)
        /// A page's ways of shipping cannot be told apart by their identifiers.
        case shippingIdentifier(ShippingIdentifierProblem)
        /// A country of issue that ISO 3166-1 does not list.
        case supportedCountryUnknown(index: Int)
        /// A trade outside 1 to 9999.
        case merchantCategoryCodeOutOfRange
        /// A total without words, on a page.
        case totalLabelEmpty
        /// A typed payment that is none, or one too many.
        case typedPayment(TypedPayment, TypedPayment.Problem)

        /// What is wrong with a line.
        public enum LineProblem: Hashable, Sendable {
            /// No label was ever given.
            case labelMissing
            /// No amount was ever given.
            case amountMissing
            /// The amount is not a number.
            case amountNotANumber
            /// The amount has too many digits.
            case amountOutOfRange
            /// The amount has digits below the currency's minor unit.
            case tooManyFractionDigits(given: Int, allowed: Int)
            /// An interval in a unit that Apple does not take; weeks are stated as days.
            case intervalUnitUnsupported(Recurrence.Unit)
            /// An interval of no units, or fewer; that this is refused is our rule.
            case intervalCountBelowOne
            /// A later day that is not stated; that this is refused is our rule.
            case deferredDateMissing
            /// A threshold that is no amount, or less than nothing.
            case thresholdInvalid
        }
    }
}

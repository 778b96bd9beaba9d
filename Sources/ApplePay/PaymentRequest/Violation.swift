extension PaymentRequest {
    /// Why a request is refused.
    ///
    /// An app learns of it when the sheet does not come up and the system writes a line to its log;
    /// ``description`` is that line in our own words. Everything is the merchant's to mend.
    ///
    /// - Source: Apple, PassKit, `PKPaymentRequest` and `PKPaymentAuthorizationController`; the log
    ///   lines as quoted in public issues. That a repeated or missing shipping identifier is
    ///   refused is our rule, since nothing else tells the methods apart.
    public enum Violation: Error, Hashable, Sendable {
        /// No merchant identifier.
        case merchantIdentifierMissing
        /// No country.
        case countryCodeMissing
        /// A country that ISO 3166-1 does not list, or one in lower case.
        case countryCodeUnknown
        /// No currency.
        case currencyCodeMissing
        /// A currency in lower case, refused since iOS 11.
        case currencyCodeNotUpperCase
        /// A currency that ISO 4217 does not list.
        case currencyCodeUnknown
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
        /// A shipping method with a label or an amount that is none.
        case shippingMethodInvalid(index: Int, LineProblem)
        /// A shipping method that costs less than nothing.
        case shippingAmountNegative(index: Int)
        /// A shipping method without an identifier.
        case shippingIdentifierMissing(index: Int)
        /// Two shipping methods with one identifier.
        case shippingIdentifierRepeated(first: Int, again: Int)
        /// A country of issue that ISO 3166-1 does not list.
        case supportedCountryUnknown(index: Int)
        /// A trade outside 1 to 9999.
        case merchantCategoryCodeOutOfRange

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
        }

        /// The property of Apple's request that is to be mended.
        public var property: String {
            switch self {
            case .merchantIdentifierMissing: "merchantIdentifier"
            case .countryCodeMissing, .countryCodeUnknown: "countryCode"
            case .currencyCodeMissing, .currencyCodeNotUpperCase, .currencyCodeUnknown:
                "currencyCode"
            case .supportedNetworksMissing: "supportedNetworks"
            case .threeDSecureMissing: "merchantCapabilities"
            case .summaryItemsMissing, .summaryItemInvalid, .totalPending, .totalNegative:
                "paymentSummaryItems"
            case .shippingMethodInvalid, .shippingAmountNegative, .shippingIdentifierMissing,
                .shippingIdentifierRepeated:
                "shippingMethods"
            case .supportedCountryUnknown: "supportedCountries"
            case .merchantCategoryCodeOutOfRange: "merchantCategoryCode"
            }
        }
    }
}

extension PaymentRequest.Violation: CustomStringConvertible {
    /// The line for a log.
    public var description: String {
        switch self {
        case .merchantIdentifierMissing, .countryCodeMissing, .currencyCodeMissing:
            "request must have property '\(property)' of type 'NSString'"
        case .countryCodeUnknown:
            "request must have property 'countryCode' of type 'NSString' in list (AC, AD, …)"
        case .currencyCodeNotUpperCase:
            "request must have property 'currencyCode' of type 'NSString' in upper case"
        case .currencyCodeUnknown:
            "request must have property 'currencyCode' of type 'NSString' in list (AED, AFN, …)"
        case .supportedNetworksMissing:
            "request must have property 'supportedNetworks' of type 'NSArray' with a network"
        case .threeDSecureMissing:
            "request must have property 'merchantCapabilities' with 3DS"
        case .summaryItemsMissing:
            "request must contain an NSArray property 'paymentSummaryItems' of valid objects"
                + " of class PKPaymentSummaryItem"
        case .summaryItemInvalid(let index, let problem):
            "item \(index) of 'paymentSummaryItems' has an \(problem)"
        case .totalPending: "the last of 'paymentSummaryItems', the total, must be final"
        case .totalNegative: "the last of 'paymentSummaryItems', the total, must not be negative"
        case .shippingMethodInvalid(let index, let problem):
            "item \(index) of 'shippingMethods' has an \(problem)"
        case .shippingAmountNegative(let index):
            "item \(index) of 'shippingMethods' has a negative amount"
        case .shippingIdentifierMissing(let index):
            "item \(index) of 'shippingMethods' has no identifier"
        case .shippingIdentifierRepeated(let first, let again):
            "items \(first) and \(again) of 'shippingMethods' have one identifier"
        case .supportedCountryUnknown(let index):
            "item \(index) of 'supportedCountries' is not a country code"
        case .merchantCategoryCodeOutOfRange: "'merchantCategoryCode' must lie in 1…9999"
        }
    }
}

extension PaymentRequest.Violation.LineProblem: CustomStringConvertible {
    /// The end of the line for a log.
    public var description: String {
        switch self {
        case .labelMissing: "invalid label"
        case .amountMissing: "invalid amount: none"
        case .amountNotANumber: "invalid amount: not a number"
        case .amountOutOfRange: "invalid amount: too many digits"
        case .tooManyFractionDigits(let given, let allowed):
            "amount not valid for the specified currency: \(given) digits after the point,"
                + " not \(allowed)"
        }
    }
}

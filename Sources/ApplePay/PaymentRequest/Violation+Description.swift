extension PaymentRequest.Violation: CustomStringConvertible {
    /// The line for a log.
    public var description: String {
        switch self {
        case .merchantIdentifierMissing, .countryCodeMissing, .currencyCodeMissing:
            "request must have property '\(property)' of type 'NSString'"
        case .countryCodeUnknown(let code):
            "request must have property 'countryCode' of type 'NSString' in list (AC, AD, …),"
                + " not \(code.debugDescription); write the two capital letters of ISO 3166-1, such as US;"
                + " the United Kingdom's are GB"
        case .currencyCodeNotUpperCase(let code):
            "request must have property 'currencyCode' of type 'NSString' in upper case,"
                + " not \(code.debugDescription)"
        case .currencyCodeUnknown(let code):
            "request must have property 'currencyCode' of type 'NSString' in list (AED, AFN, …),"
                + " not \(code.debugDescription); write the three capital letters of ISO 4217, such"
                + " as USD"
        case .supportedNetworksMissing:
            "request must have property 'supportedNetworks' of type 'NSArray' with a network"
        case .threeDSecureMissing:
            "request must have property 'merchantCapabilities' with 3DS"
        case .summaryItemsMissing:
            "request must contain an NSArray property 'paymentSummaryItems' of valid objects"
                + " of class PKPaymentSummaryItem"
        case .summaryItemInvalid(let index, let problem):
            "item \(index) of 'paymentSummaryItems' has an \(problem)"
        case .totalZero:
            "the last of 'paymentSummaryItems', the total, must be greater than zero before"
                + " iOS 12 and watchOS 5"
        case .totalNegative: "the last of 'paymentSummaryItems', the total, must not be negative"
        case .shippingMethodInvalid(let index, let problem):
            "item \(index) of 'shippingMethods' has an \(problem)"
        case .shippingAmountNegative(let index):
            "item \(index) of 'shippingMethods' has a negative amount"
        case .shippingIdentifier(let problem): "\(problem)"
        case .supportedCountryUnknown(let index):
            "item \(index) of 'supportedCountries' is not a country code"
        case .merchantCategoryCodeOutOfRange: "'merchantCategoryCode' must be in 1…9999"
        case .totalLabelEmpty: "the last of 'paymentSummaryItems', the total, has an empty label"
        case .typedPayment(let payment, let problem): "'\(payment.rawValue)' \(problem)"
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
            "amount not valid for the specified currency: \(given) digits after the decimal point,"
                + " not \(allowed)"
        case .intervalUnitUnsupported(let unit):
            "interval in units of \(unit.rawValue), not of minute, hour, day, month or year"
        case .intervalCountBelowOne: "interval of fewer than one unit"
        case .deferredDateMissing: "unstated deferredDate"
        case .thresholdInvalid: "invalid thresholdAmount"
        }
    }
}

extension PaymentRequest.Violation {
    /// The property of `PKPaymentRequest` that must be corrected.
    public var property: String {
        switch self {
        case .merchantIdentifierMissing: "merchantIdentifier"
        case .countryCodeMissing, .countryCodeUnknown: "countryCode"
        case .currencyCodeMissing, .currencyCodeNotUpperCase, .currencyCodeUnknown: "currencyCode"
        case .supportedNetworksMissing: "supportedNetworks"
        case .threeDSecureMissing: "merchantCapabilities"
        case .summaryItemsMissing, .summaryItemInvalid, .totalNegative,
            .totalZero, .totalLabelEmpty:
            "paymentSummaryItems"
        case .shippingMethodInvalid, .shippingAmountNegative, .shippingIdentifier:
            "shippingMethods"
        case .supportedCountryUnknown: "supportedCountries"
        case .merchantCategoryCodeOutOfRange: "merchantCategoryCode"
        case .typedPayment(let payment, _): payment.rawValue
        }
    }

    /// The texts of the underlying errors, the outermost first.
    ///
    /// They begin with Apple's lines where those are known, because people search for them. The
    /// last one is ours and says what to correct.
    ///
    /// - Source: the logs quoted in OceanLabs/iOS-Print-SDK#255, google-pay/flutter-plugin#100,
    ///   tipsi-stripe#201, awesome-cordova-plugins#3314 and gosellSDK-ReactNative#50.
    public var causes: [String] {
        let line: String? =
            switch self {
            case .merchantIdentifierMissing, .countryCodeMissing, .currencyCodeMissing:
                "PKPaymentRequest must contain a property '\(property)' of type 'NSString'"
            case .countryCodeUnknown:
                "PKPaymentRequest must contain a property 'countryCode' of type 'NSString'"
                    + " within '(AC, AD, …)'"
            case .supportedNetworksMissing:
                "PKPaymentRequest must contain an NSArray property 'supportedNetworks' of objects"
                    + " of type 'NSString'"
            case .threeDSecureMissing: "PKPaymentRequest must have valid merchantCapabilities"
            case .summaryItemsMissing, .summaryItemInvalid, .totalNegative,
                .totalZero:
                "PKPaymentRequest must contain an NSArray property 'paymentSummaryItems' of valid"
                    + " objects of class PKPaymentSummaryItem"
            default: nil
            }
        guard case .summaryItemInvalid(_, let problem) = self, problem.isOfLabelOrAmount else {
            return [line, description].compactMap(\.self)
        }
        let underlying = "PKPaymentSummaryItem has an invalid label or amount property"
        return [line, underlying, description].compactMap(\.self)
    }
}

extension PaymentRequest.Violation.LineProblem {
    fileprivate var isOfLabelOrAmount: Bool {
        switch self {
        case .labelMissing, .amountMissing, .amountNotANumber, .amountOutOfRange,
            .tooManyFractionDigits:
            true
        case .intervalUnitUnsupported, .intervalCountBelowOne, .deferredDateMissing,
            .thresholdInvalid:
            false
        }
    }
}

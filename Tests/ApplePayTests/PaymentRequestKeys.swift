import Money
import PaymentRequest

extension PaymentRequest.Violation {
    /// The key of a violation in the vector files.
    var key: String {
        switch self {
        case .merchantIdentifierMissing: "merchantIdentifierMissing"
        case .countryCodeMissing: "countryCodeMissing"
        case .countryCodeUnknown: "countryCodeUnknown"
        case .currencyCodeMissing: "currencyCodeMissing"
        case .currencyCodeNotUpperCase: "currencyCodeNotUpperCase"
        case .currencyCodeUnknown: "currencyCodeUnknown"
        case .supportedNetworksMissing: "supportedNetworksMissing"
        case .threeDSecureMissing: "threeDSecureMissing"
        case .summaryItemsMissing: "summaryItemsMissing"
        case .summaryItemInvalid(let index, let problem): "summaryItem \(index) \(problem.key)"
        case .totalNegative: "totalNegative"
        case .totalZero: "totalZero"
        case .shippingMethodInvalid(let index, let problem):
            "shippingMethod \(index) \(problem.key)"
        case .shippingAmountNegative(let index): "shippingAmountNegative \(index)"
        case .shippingIdentifier(let problem): problem.key
        case .supportedCountryUnknown(let index): "supportedCountryUnknown \(index)"
        case .merchantCategoryCodeOutOfRange: "merchantCategoryCodeOutOfRange"
        case .totalLabelEmpty: "totalLabelEmpty"
        case .typedPayment(let payment, let problem):
            "typedPayment \(payment.rawValue) \(problem.key)"
        }
    }

    /// The first words of every key, to test that each is reached.
    static let stems = [
        "countryCodeMissing", "countryCodeUnknown", "currencyCodeMissing",
        "currencyCodeNotUpperCase", "currencyCodeUnknown", "merchantCategoryCodeOutOfRange",
        "merchantIdentifierMissing", "shippingAmountNegative", "shippingIdentifierMissing",
        "shippingIdentifierRepeated", "shippingMethod", "summaryItem", "summaryItemsMissing",
        "supportedCountryUnknown", "supportedNetworksMissing", "threeDSecureMissing",
        "totalLabelEmpty", "totalNegative", "totalZero",
        "typedPayment",
    ]
}

extension PaymentRequest.TypedPayment.Problem {
    /// The key of a typed payment's problem in the vector files.
    var key: String {
        switch self {
        case .conflicts(let first): "conflicts \(first.rawValue)"
        case .paymentDescriptionMissing: "paymentDescriptionMissing"
        case .managementURLMissing: "managementURLMissing"
        case .urlInvalid(let name, _): "urlInvalid \(name)"
        case .billingInvalid(let line, let problem): "\(line.rawValue) \(problem.key)"
        case .billingAmountNegative(let line): "\(line.rawValue) negative"
        case .billingTimingWrong(let line): "\(line.rawValue) timing"
        case .billingAgreementTooLong(let count): "billingAgreement \(count)"
        case .billingAgreementChanged: "billingAgreementChanged"
        case .freeCancellationTimeZoneMissing: "freeCancellationTimeZoneMissing"
        case .freeCancellationDateMissing: "freeCancellationDateMissing"
        case .contextMerchantMissing(let index): "contextMerchantMissing \(index)"
        case .contextInvalid(let index, let problem): "context \(index) \(problem.key)"
        case .contextAmountNegative(let index): "contextAmountNegative \(index)"
        case .contextsExceedTotal: "contextsExceedTotal"
        }
    }

    /// The first words of every key that a request alone can cause.
    static let stems = [
        "automaticReloadBilling", "billingAgreement", "conflicts", "context",
        "contextAmountNegative", "contextMerchantMissing", "contextsExceedTotal",
        "deferredBilling", "freeCancellationDateMissing", "freeCancellationTimeZoneMissing",
        "managementURLMissing", "paymentDescriptionMissing", "regularBilling", "trialBilling",
    ]
}

extension PaymentRequest.Violation.LineProblem {
    /// The key of a line's problem in the vector files.
    var key: String {
        switch self {
        case .labelMissing: "labelMissing"
        case .amountMissing: "amountMissing"
        case .amountNotANumber: "amountNotANumber"
        case .amountOutOfRange: "amountOutOfRange"
        case .tooManyFractionDigits(let given, let allowed): "fractionDigits \(given) of \(allowed)"
        case .intervalUnitUnsupported(let unit): "intervalUnit \(unit.rawValue)"
        case .intervalCountBelowOne: "intervalCount"
        case .deferredDateMissing: "deferredDateMissing"
        case .thresholdInvalid: "threshold"
        }
    }

    /// The first word of every key.
    static let stems = [
        "amountMissing", "amountNotANumber", "amountOutOfRange", "deferredDateMissing",
        "fractionDigits", "intervalCount", "intervalUnit", "labelMissing", "threshold",
    ]
}

extension PaymentRequest.Advice {
    /// The key of an advice in the vector files.
    var key: String {
        switch self {
        case .totalIsNotTheSum(_, let sum): "totalIsNotTheSum \(sum?.description ?? "none")"
        case .totalIsPending: "totalIsPending"
        case .totalLabelEmpty: "totalLabelEmpty"
        case .itemLabelEmpty(let index): "itemLabelEmpty \(index)"
        case .shippingIdentifier(let problem): problem.key
        case .amountFromBinaryFraction(let index): "amountFromBinaryFraction \(index)"
        case .pendingItemHasAmount(let index): "pendingItemHasAmount \(index)"
        case .manyItems(let count): "manyItems \(count)"
        case .merchantIdentifierLacksPrefix: "merchantIdentifierLacksPrefix"
        case .merchantIdentifierEndsWithPoint: "merchantIdentifierEndsWithPoint"
        case .networkUnknown(let index): "networkUnknown \(index)"
        case .shippingNameNotHonoured: "shippingNameNotHonoured"
        case .billingDetailsNotHonoured: "billingDetailsNotHonoured"
        case .pickupAddressMissing: "pickupAddressMissing"
        case .asksForEveryContactField: "asksForEveryContactField"
        case .billingFieldsNotShown: "billingFieldsNotShown"
        case .digitalGoods: "digitalGoods"
        }
    }

    /// The first words of every key except floating-point amounts, which JSON cannot express.
    static let stems = [
        "asksForEveryContactField", "billingDetailsNotHonoured", "billingFieldsNotShown",
        "digitalGoods", "itemLabelEmpty",
        "manyItems", "merchantIdentifierEndsWithPoint", "merchantIdentifierLacksPrefix",
        "networkUnknown", "pendingItemHasAmount", "pickupAddressMissing",
        "shippingIdentifierMissing", "shippingIdentifierRepeated", "shippingNameNotHonoured",
        "totalIsNotTheSum", "totalIsPending", "totalLabelEmpty",
    ]
}

extension ShippingIdentifierProblem {
    /// The key in the vector files.
    fileprivate var key: String {
        switch self {
        case .missing(let index): "shippingIdentifierMissing \(index)"
        case .repeated(let first, let again): "shippingIdentifierRepeated \(first) \(again)"
        }
    }
}

import Money
import PaymentRequest

extension PaymentRequest.Violation {
    /// What the vector files call a violation.
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
        case .totalPending: "totalPending"
        case .totalNegative: "totalNegative"
        case .shippingMethodInvalid(let index, let problem):
            "shippingMethod \(index) \(problem.key)"
        case .shippingAmountNegative(let index): "shippingAmountNegative \(index)"
        case .shippingIdentifierMissing(let index): "shippingIdentifierMissing \(index)"
        case .shippingIdentifierRepeated(let first, let again):
            "shippingIdentifierRepeated \(first) \(again)"
        case .supportedCountryUnknown(let index): "supportedCountryUnknown \(index)"
        case .merchantCategoryCodeOutOfRange: "merchantCategoryCodeOutOfRange"
        }
    }

    /// The first words of every key, so that a test can ask whether each is reached.
    static let stems = [
        "countryCodeMissing", "countryCodeUnknown", "currencyCodeMissing",
        "currencyCodeNotUpperCase", "currencyCodeUnknown", "merchantCategoryCodeOutOfRange",
        "merchantIdentifierMissing", "shippingAmountNegative", "shippingIdentifierMissing",
        "shippingIdentifierRepeated", "shippingMethod", "summaryItem", "summaryItemsMissing",
        "supportedCountryUnknown", "supportedNetworksMissing", "threeDSecureMissing",
        "totalNegative", "totalPending",
    ]
}

extension PaymentRequest.Violation.LineProblem {
    /// What the vector files call what is wrong with a line.
    var key: String {
        switch self {
        case .labelMissing: "labelMissing"
        case .amountMissing: "amountMissing"
        case .amountNotANumber: "amountNotANumber"
        case .amountOutOfRange: "amountOutOfRange"
        case .tooManyFractionDigits(let given, let allowed): "fractionDigits \(given) of \(allowed)"
        }
    }

    /// The first word of every key.
    static let stems = [
        "amountMissing", "amountNotANumber", "amountOutOfRange", "fractionDigits", "labelMissing",
    ]
}

extension PaymentRequest.Advice {
    /// What the vector files call a piece of advice.
    var key: String {
        switch self {
        case .totalIsNotTheSum(_, let sum): "totalIsNotTheSum \(sum?.description ?? "none")"
        case .totalLabelEmpty: "totalLabelEmpty"
        case .itemLabelEmpty(let index): "itemLabelEmpty \(index)"
        case .pendingItemHasAmount(let index): "pendingItemHasAmount \(index)"
        case .manyItems(let count): "manyItems \(count)"
        case .merchantIdentifierLacksPrefix: "merchantIdentifierLacksPrefix"
        case .merchantIdentifierEndsWithPoint: "merchantIdentifierEndsWithPoint"
        case .networkUnknown(let index): "networkUnknown \(index)"
        case .shippingNameNotHonoured: "shippingNameNotHonoured"
        case .billingDetailsNotHonoured: "billingDetailsNotHonoured"
        case .asksForEveryContactField: "asksForEveryContactField"
        case .digitalGoods: "digitalGoods"
        }
    }

    /// The first words of every key.
    static let stems = [
        "asksForEveryContactField", "billingDetailsNotHonoured", "digitalGoods", "itemLabelEmpty",
        "manyItems", "merchantIdentifierEndsWithPoint", "merchantIdentifierLacksPrefix",
        "networkUnknown", "pendingItemHasAmount", "shippingNameNotHonoured", "totalIsNotTheSum",
        "totalLabelEmpty",
    ]
}

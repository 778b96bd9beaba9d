import PaymentRequest
import World

/// A line of a request in the vector files, with the names of Apple Pay JS.
struct PaymentRequestLine: Decodable, Sendable {
    let label, amount, type, detail, identifier, paymentTiming: String?
    let recurringPaymentIntervalUnit, deferredPaymentDate: String?
    let automaticReloadPaymentThresholdAmount: String?
    let recurringPaymentIntervalCount: Int?

    var stated: UncheckedAmount { amount.map(UncheckedAmount.init(text:)) ?? .missing }

    var item: SummaryItem {
        SummaryItem(
            label: label,
            amount: stated,
            kind: type == "pending" ? .pending : .final,
            timing: timing
        )
    }

    var method: ShippingMethod {
        ShippingMethod(label: label, amount: stated, detail: detail, identifier: identifier)
    }

    private var timing: PaymentTiming? {
        switch paymentTiming {
        case "recurring":
            .recurring(
                Recurrence(
                    every: recurringPaymentIntervalCount ?? 1,
                    recurringPaymentIntervalUnit.flatMap(Recurrence.Unit.init) ?? .month
                )
            )
        case "deferred":
            .deferred(until: deferredPaymentDate.flatMap { UnixTime(iso8601: $0) })
        case "automaticReload":
            .automaticReload(
                threshold: automaticReloadPaymentThresholdAmount.map(UncheckedAmount.init(text:))
                    ?? .missing
            )
        default: nil
        }
    }
}

/// A typed payment in the vector files, with the names of Apple Pay JS.
struct PaymentRequestTypedPaymentVector: Decodable, Sendable {
    /// A part of the total.
    struct Context: Decodable, Sendable {
        let merchantIdentifier, externalIdentifier, merchantName: String
        let amount: String?

        var context: PaymentTokenContext {
            PaymentTokenContext(
                merchantIdentifier: merchantIdentifier,
                externalIdentifier: externalIdentifier,
                merchantName: merchantName,
                amount: amount.map(UncheckedAmount.init(text:)) ?? .missing
            )
        }
    }

    let paymentDescription, managementURL: String
    let regularBilling, trialBilling: PaymentRequestLine?
    let automaticReloadBilling, deferredBilling: PaymentRequestLine?
    let billingAgreementLength: Int?
    let freeCancellationDate, freeCancellationDateTimeZone: String?

    private var billingAgreement: String? {
        billingAgreementLength.map { String(repeating: "x", count: $0) }
    }

    var recurring: RecurringPayment? {
        regularBilling.map {
            RecurringPayment(
                paymentDescription: paymentDescription,
                regularBilling: $0.item,
                trialBilling: trialBilling?.item,
                billingAgreement: billingAgreement,
                managementURL: managementURL
            )
        }
    }

    var automaticReload: AutomaticReloadPayment? {
        automaticReloadBilling.map {
            AutomaticReloadPayment(
                paymentDescription: paymentDescription,
                automaticReloadBilling: $0.item,
                billingAgreement: billingAgreement,
                managementURL: managementURL
            )
        }
    }

    var deferred: DeferredPayment? {
        deferredBilling.map {
            DeferredPayment(
                paymentDescription: paymentDescription,
                deferredBilling: $0.item,
                billingAgreement: billingAgreement,
                managementURL: managementURL,
                freeCancellationDate: freeCancellationDate.flatMap { UnixTime(iso8601: $0) },
                freeCancellationTimeZone: freeCancellationDateTimeZone
            )
        }
    }
}

import PaymentRequest
import SheetView

/// Every text of the sheet without a number, name or date, by its purpose.
enum SheetWordingTexts {
    struct Named: Sendable, CustomStringConvertible {
        let name: String
        let text: LocalizedText
        var description: String { name }
    }

    static let all: [Named] = titles + sentences + phrases

    /// Titles before a value, which must leave space for it.
    static let titles: [Named] =
        [SheetPhrase.payWith, .contact, .billTo, .couponCode, .total]
        .map { Named(name: "phrase \($0)", text: $0.text) }
        + ShippingType.allCases.flatMap {
            [
                Named(name: "address of \($0)", text: $0.contactTitle),
                Named(name: "method of \($0)", text: $0.methodTitle),
            ]
        }
        + ContactField.allCases.map { Named(name: "field \($0)", text: $0.title) }
        + NamePart.allCases.map { Named(name: "name \($0)", text: $0.title) }
        + PostalAddress.Part.allCases.map { Named(name: "part \($0)", text: $0.title) }
        + PaymentMethodType.allCases.compactMap { type in
            type.title.map { Named(name: "card \(type)", text: $0) }
        }

    /// Texts on a line of their own.
    static let sentences: [Named] =
        ShippingType.allCases.flatMap { type in
            ContactField.allCases.map {
                Named(name: "missing \($0) of \(type)", text: $0.request(for: type))
            }
                + causes.map { Named(name: "\($0) of \(type)", text: $0.sentence(for: type)) }
        }
        + ContactField.allCases.map {
            Named(name: "missing \($0) of the bill", text: $0.billingRequest)
        }

    static let phrases: [Named] =
        SheetPhrase.allCases.map { Named(name: "phrase \($0)", text: $0.text) }
        + PagePhrase.allCases.map { Named(name: "page \($0)", text: $0.text) }
        + WritingProblem.allCases.map { Named(name: "problem \($0)", text: $0.text) }
        + CardObstacle.allCases.map { Named(name: "obstacle \($0)", text: $0.text) }

    static let places: [PaymentError.Place] =
        [.anywhere] + ContactField.allCases.map { .field($0) }
        + PostalAddress.Part.allCases.map { .addressPart($0) }

    static let causes: [PaymentError.Cause] =
        [.unknown, .shippingAddressUnserviceable, .couponCodeInvalid, .couponCodeExpired]
        + places.flatMap { [.shippingContactInvalid($0), .billingContactInvalid($0)] }
}

internal import ApplePaySession
internal import JSON
internal import PaymentRequest
import PaymentSheet

/// The parts of an event that are shown.
struct StoryPrivacy: Sendable {
    /// Whether secrets and personal data are shown.
    let reveals: Bool

    /// The mask in the place of personal data.
    static let mask = "••••"

    /// An event, with personal data masked and without the bytes of its token, which have a step of their
    /// own.
    func event(_ question: AppQuestion) -> JSONOutput {
        guard case .authorization(let payment) = question else { return question.pageEvent }
        return .object([
            "type": .string(question.pageEventName),
            "payment": .object([
                "token": .object([
                    "paymentMethod": .object([
                        "displayName": payment.details.method.displayName.map { .string($0) },
                        "network": payment.details.method.network.map { .string($0.rawValue) },
                        "type": payment.details.method.type.pageName.map { .string($0) },
                    ]),
                    "transactionIdentifier": .string(payment.transactionIdentifier),
                    "paymentData": .string("the token of the step before"),
                ]),
                "billingContact": payment.details.billingContact.map { masked($0.pageJSON) },
                "shippingContact": payment.details.shippingContact.map { masked($0.pageJSON) },
            ]),
        ])
    }

    /// A page's request, with the contacts masked that the page gives.
    func request(_ request: JSONOutput) -> JSONOutput {
        guard case .object(let members) = request else { return request }
        return .object(
            members.map { member in
                let isContact = ["billingContact", "shippingContact"].contains(member.name)
                return JSONMember(
                    name: member.name,
                    value: isContact ? masked(member.value) : member.value
                )
            }
        )
    }

    /// A contact: every text that is not a country is masked.
    func masked(_ value: JSONOutput, named name: String = "") -> JSONOutput {
        if reveals { return value }
        switch value {
        case .object(let members):
            return .object(
                members.map { JSONMember(name: $0.name, value: masked($0.value, named: $0.name)) }
            )
        case .array(let values): return .array(values.map { masked($0, named: name) })
        case .string(let text):
            let isOpen = text.isEmpty || name == "country" || name == "countryCode"
            return isOpen ? value : .string(Self.mask)
        default: return value
        }
    }
}

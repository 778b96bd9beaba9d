internal import ApplePaySession
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentRequest
internal import Wallet

/// A shopper's steps in the body of a request: `"authorize"`, or `{"chooseShippingMethod": "express"}`.
/// They have the names of ``ScriptedShopper/Step``.
enum ShopperSteps {
    static let schema = APISchema.list(
        .either([
            .choice(["authorize", "enterPIN", "cancel", "cancelAtOnce"]),
            .oneOf([
                [.required("chooseShippingMethod", .text(example: "express"), "its identifier")],
                [.required("chooseCard", .text(example: "Visa 1111"), "its name")],
                [.required("enterCouponCode", .anyText)],
                [.required("chooseShippingContact", contact)],
                [.required("chooseBillingContact", contact)],
                [.required("editShippingContact", contact)],
                [.required("editBillingContact", contact)],
                [.required("waitSeconds", .integer(0...3600))],
            ]),
        ])
    )

    static let contact = APISchema.described("An ApplePayPaymentContact of Apple Pay JS.")

    /// The steps of a body that has the schema's form.
    static func read(_ json: JSONValue) throws(HTTPProblem) -> [ScriptedShopper.Step] {
        var steps: [ScriptedShopper.Step] = []
        for (index, step) in (json.elements ?? []).enumerated() {
            do throws(PageTypeError) {
                if let step = try read(step, at: "shopper[\(index)]") { steps.append(step) }
            } catch { throw .refused(.unprocessableContent, "contactInvalid", "\(error)") }
        }
        return steps
    }

    private static func read(
        _ json: JSONValue,
        at path: String
    ) throws(PageTypeError) -> ScriptedShopper.Step? {
        switch json.string {
        case "authorize": return .authorize
        case "enterPIN": return .enterPIN
        case "cancel": return .cancel
        case "cancelAtOnce": return .cancelAtOnce
        default: break
        }
        guard let (name, value) = json.members.first else { return nil }
        func contact() throws(PageTypeError) -> Contact {
            try Contact(page: value, at: "\(path).\(name)")
        }
        switch name {
        case "chooseShippingMethod": return value.string.map { .chooseShippingMethod($0) }
        case "chooseCard": return value.string.map { .chooseCard($0) }
        case "enterCouponCode": return value.string.map { .enterCouponCode($0) }
        case "chooseShippingContact": return .chooseShippingContact(try contact())
        case "chooseBillingContact": return .chooseBillingContact(try contact())
        case "editShippingContact": return .editShippingContact(try contact())
        case "editBillingContact": return .editBillingContact(try contact())
        case "waitSeconds": return value.integer.map { .wait(.seconds($0)) }
        default: return nil
        }
    }
}

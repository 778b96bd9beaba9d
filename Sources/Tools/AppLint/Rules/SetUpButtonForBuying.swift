extension LintRule {
    static let setUpButtonForBuying = LintRule(
        name: "set-up-button-for-buying",
        sentence: "A button that says Set Up Apple Pay begins a payment.",
        reason: """
            The button's words are a promise: set up is for whoever has no card yet, and nobody \
            expects to be charged by it.
            """,
        remedy: "use the type buy, plain or checkout for paying, and setUp with openPaymentSetup()",
        mission: ["4.4", "10.16"],
        documentation: "https://developer.apple.com/documentation/passkit/pkpaymentbuttontype",
        subject: .source { unit in
            guard unit.knowsApplePay else { return [] }
            return PaymentButtons.all(in: unit).compactMap { button in
                let types = ["setUp", "SetUp", "PKPaymentButtonTypeSetUp"]
                guard
                    let place = button.call.arguments.prefix(2).flatMap(\.value)
                        .first(where: { types.contains(unit.tokens[$0].text) }),
                    button.actions.contains(where: { buys($0, button, unit) })
                else { return nil }
                return LintMark(place, "pressing this set-up button begins a payment")
            }
        }
    )

    private static func buys(
        _ action: Range<Int>,
        _ button: PaymentButtons.Button,
        _ unit: SourceUnit
    ) -> Bool {
        if button.call.argument("request") != nil { return true }
        let setsUp = unit.reached(from: action)
            .contains { unit.names(in: $0).contains("openPaymentSetup") }
        return !setsUp && unit.reachesSheet(from: action)
    }
}

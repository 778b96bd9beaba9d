extension LintRule {
    static let setUpButtonForBuying = LintRule(
        name: "set-up-button-for-buying",
        sentence: "A button that says Set Up Apple Pay begins a payment.",
        reason: """
            "Set Up Apple Pay" is the button for people who have no card in Wallet yet. Nobody \
            expects to pay by pressing it.
            """,
        remedy: "use the type buy, plain or checkout to pay, and setUp only to call "
            + "openPaymentSetup()",
        mission: ["4.4", "10.16"],
        documentation: "https://developer.apple.com/documentation/passkit/pkpaymentbuttontype",
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            return PaymentButtons.all(in: unit).compactMap { button in
                guard
                    let place = button.call.arguments.prefix(2)
                        .compactMap({ setUpType($0.value, unit) }).first,
                    button.actions.contains(where: { buys($0, button, unit) })
                else { return nil }
                return LintMark(place, "pressing this set-up button starts a payment")
            }
        }
    )

    /// Where the type is named, if the argument is always this type.
    private static func setUpType(_ value: Range<Int>, _ unit: SourceUnit) -> Int? {
        let types = ["setUp", "SetUp", "PKPaymentButtonTypeSetUp"]
        guard let last = value.last, types.contains(unit.tokens[last].text),
            value.dropLast().allSatisfy({
                [".", "PKPaymentButtonType"].contains(unit.tokens[$0].text)
            })
        else { return nil }
        return last
    }

    /// Calls and links that open Wallet so that a card can be added.
    private static let setUps: Set<String> = [
        "openPaymentSetup", "PKAddPaymentPassViewController", "shoebox://",
    ]

    private static func buys(
        _ action: Range<Int>,
        _ button: PaymentButtons.Button,
        _ unit: SourceUnit
    ) -> Bool {
        if button.call.argument("request") != nil { return true }
        let setsUp = unit.reached(from: [action])
            .contains { unit.tokens[$0].contains { setUps.contains($0.text) } }
        return !setsUp && unit.reachesSheet(from: action)
    }
}

extension LintRule {
    static let workBeforeSheet = LintRule(
        name: "work-before-sheet",
        sentence: "Pressing the Apple Pay button asks for text before the sheet appears.",
        reason: """
            The sheet should appear at once when the button is pressed. Ask for anything else, such as \
            a discount code, before.
            """,
        remedy: "ask before the button is pressed, or use the sheet's own coupon field",
        mission: ["4.6", "4.7"],
        documentation: "https://developer.apple.com/documentation/passkit/pkpaymentbutton",
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            let asking: Set<String> = ["addTextField", "addTextFieldWithConfigurationHandler"]
            return PaymentButtons.all(in: unit).flatMap(\.actions)
                .compactMap { action in
                    guard
                        let call = unit.calls(in: action).first(where: {
                            asking.contains($0.name)
                        }), unit.reachesSheet(from: action)
                    else { return nil }
                    return LintMark(
                        call.index,
                        "text is asked for between the button and the sheet"
                    )
                }
        }
    )
}

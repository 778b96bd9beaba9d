extension LintRule {
    static let dismissAnimated = LintRule(
        name: "dismiss-animated",
        sentence: "An object is passed as the animated argument of dismissing or presenting.",
        reason: """
            Objective-C converts any pointer to YES. The object was probably meant to be the receiver. \
            Swift's compiler rejects it.
            """,
        remedy: "pass YES or NO, and send the message to the intended controller",
        mission: ["10.15"],
        documentation: "https://developer.apple.com/documentation/uikit/uiviewcontroller/"
            + "dismiss(animated:completion:)",
        subject: .source { unit in
            guard unit.language == .objectiveC else { return [] }
            return unit.calls.compactMap { call in
                guard
                    let animated = call.argument("dismissViewControllerAnimated")
                        ?? (call.name == "presentViewController" ? call.argument("animated") : nil),
                    let name = unit.onlyName(in: animated),
                    isObject(name, animated.lowerBound, unit)
                else { return nil }
                return LintMark(
                    animated.lowerBound,
                    "\(name) is an object; the animated argument is YES or NO"
                )
            }
        }
    )

    private static func isObject(_ name: String, _ place: Int, _ unit: SourceUnit) -> Bool {
        if name == "self" { return true }
        guard let declaration = unit.declaration(of: name, at: place) else { return false }
        let type = unit.tokens[declaration.type]
        return type.contains { $0.isMark("*") } && !type.contains { $0.isName("BOOL") }
            || type.map(\.text) == ["id"]
    }
}

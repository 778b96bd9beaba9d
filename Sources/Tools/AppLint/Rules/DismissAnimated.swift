extension LintRule {
    static let dismissAnimated = LintRule(
        name: "dismiss-animated",
        sentence: "An object is given where dismissing or presenting asks whether to animate.",
        reason: """
            In Objective-C any pointer passes for YES. The object was most likely meant to be the one \
            that is dismissed. Swift's compiler refuses it.
            """,
        remedy: "write YES or NO, and send the message to the controller that is meant",
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
                    "\(name) is an object, and YES or NO is asked for"
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

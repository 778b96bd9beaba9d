/// The Apple Pay buttons that a source creates, and their actions.
struct PaymentButtons {
    struct Button: Hashable {
        /// The call that creates it.
        let call: Call
        /// The tokens that run when it is pressed, as far as this file shows.
        let actions: [Range<Int>]
    }

    static func all(in unit: SourceUnit) -> [Button] {
        unit.calls.filter { isButton($0, unit) }
            .prefix(SourceUnit.subjectLimit)
            .map { Button(call: $0, actions: actions(of: $0, unit)) }
    }

    private static func isButton(_ call: Call, _ unit: SourceUnit) -> Bool {
        if ["PKPaymentButton", "PayWithApplePayButton"].contains(call.name) { return true }
        let makers = ["buttonWithType", "initWithPaymentButtonType"]
        return makers.contains(call.name)
            && unit.names(in: call.receiver).contains("PKPaymentButton")
    }

    private static func actions(of call: Call, _ unit: SourceUnit) -> [Range<Int>] {
        if call.name == "PayWithApplePayButton" { return own(call, unit) }
        guard let name = variable(of: call, unit) else { return [] }
        return unit.calls(in: unit.scope(of: call.index)).filter {
            ["addTarget", "addAction"].contains($0.name) && isOn(name, $0, unit)
        }
        .flatMap { target -> [Range<Int>] in
            if target.name == "addAction" { return [target.whole] }
            guard let action = target.argument("action") else { return [] }
            return unit.tokens[action].compactMap(selector).suffix(1)
                .flatMap { unit.functions(named: $0) }.map(\.body)
        }
    }

    /// A SwiftUI button's action, an argument or a trailing closure.
    private static func own(_ call: Call, _ unit: SourceUnit) -> [Range<Int>] {
        if call.argument("request") != nil { return [call.whole] }
        if let action = call.argument("action") {
            return [action]
                + unit.names(in: action).flatMap { unit.functions(named: $0) }
                .map(\.body)
        }
        guard unit.token(call.whole.upperBound)?.isMark("{") == true,
            let body = unit.inside(call.whole.upperBound)
        else { return [] }
        return [body]
    }

    /// The name of a method in `#selector(buy)`, `@selector(buy:)` or `"buy:"`.
    private static func selector(_ token: Token) -> String? {
        switch token.kind {
        case .name where !["selector", "self", "Self"].contains(token.text): token.text
        case .text: token.text.split(separator: ":").first.map(String.init)
        default: nil
        }
    }

    /// The variable that a new button is assigned to.
    private static func variable(of call: Call, _ unit: SourceUnit) -> String? {
        var start = call.whole.lowerBound
        if unit.token(start - 1)?.isName("try") == true { start -= 1 }
        guard unit.token(start - 1)?.isMark("=") == true else { return nil }
        var index = start - 2
        // There may be a type: `let button: PKPaymentButton = …`.
        if unit.token(index - 1)?.isMark(":") == true { index -= 2 }
        guard let name = unit.token(index), name.kind == .name else { return nil }
        return name.text
    }

    private static func isOn(_ name: String, _ target: Call, _ unit: SourceUnit) -> Bool {
        unit.names(in: target.receiver).filter { $0 != "self" } == [name]
    }
}

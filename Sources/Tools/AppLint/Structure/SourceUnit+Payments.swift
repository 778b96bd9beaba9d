extension SourceUnit {
    /// How many matches of one kind a rule examines in one file.
    static let subjectLimit = 50

    /// Whether a function is a method of the sheet's delegate.
    func isDelegateMethod(_ function: FunctionText) -> Bool {
        function.name.hasPrefix("paymentAuthorizationController")
            || function.name.hasPrefix("paymentAuthorizationViewController")
    }

    /// The methods that are called when the shopper has authorized a payment.
    var authorizations: [FunctionText] {
        functions.filter { isDelegateMethod($0) && $0.labels.contains("didAuthorizePayment") }
            .prefix(Self.subjectLimit) + authorizationCases
    }

    /// The branches `case .didAuthorize(let payment, let handler):` of a SwiftUI button's phases.
    var authorizationCases: [FunctionText] {
        guard language == .swift else { return [] }
        return tokens.indices.lazy
            .filter { tokens[$0].isName("didAuthorize") && token($0 - 1)?.isMark(".") == true }
            .compactMap(authorizationCase)
            .prefix(Self.subjectLimit)
            .map { $0 }
    }

    private func authorizationCase(at index: Int) -> FunctionText? {
        guard token(index + 1)?.isMark("(") == true, let inside = inside(index + 1),
            token(inside.upperBound + 1)?.isMark(":") == true,
            let parent = brackets.parent(of: index), let end = brackets.partner(of: parent)
        else { return nil }
        let names = pieces(of: inside)
            .compactMap { piece in piece.last { tokens[$0].kind == .name } }
        guard names.count == 2 else { return nil }
        let parameters = zip(["payment", Self.phaseHandler], names)
            .map { label, index in
                ParameterText(
                    label: label,
                    name: tokens[index].text,
                    index: index,
                    type: index..<index
                )
            }
        let start = inside.upperBound + 2
        var next = start
        while next < end, !tokens[next].isName("case"), !tokens[next].isName("default") {
            next = after(next)
        }
        return FunctionText(
            name: "didAuthorize",
            parameters: parameters,
            header: index,
            body: start..<max(start, min(next, end))
        )
    }

    /// Apple's label of the handler in `PayWithApplePayButtonPaymentAuthorizationPhase`.
    private static let phaseHandler = "resultHandler"

    /// The parameters that can be called, also where an alias hides their type.
    func closures(of function: FunctionText) -> [ParameterText] {
        function.parameters.filter { parameter in
            tokens[parameter.type].contains { $0.isMark("->") || $0.isMark("^") }
                || isDelegateMethod(function)
                    && ["completion", "handler"].contains(parameter.label)
                || parameter.label == Self.phaseHandler
        }
    }

    /// Whether a function is a default in an extension of a delegate protocol.
    func isDefaultImplementation(_ function: FunctionText) -> Bool {
        guard let opening = brackets.parent(of: function.header), tokens[opening].isMark("{")
        else { return false }
        let head = tokens[max(0, opening - 12)..<opening]
        guard let start = head.lastIndex(where: { $0.isName("extension") }) else { return false }
        return head[start...].first { $0.kind == .name && $0.text != "extension" }?
            .text.hasSuffix("Delegate") == true
    }

    /// Whether a call only logs or asserts.
    func isHarmless(_ call: Call) -> Bool {
        let logging: Set<String> = [
            "print", "debugPrint", "dump", "NSLog", "os_log", "assert", "NSStringFromSelector",
        ]
        if logging.contains(call.name) { return true }
        let loggers: Set<String> = ["logger", "Logger", "log", "os"]
        return token(call.receiver.lowerBound).map {
            !call.receiver.isEmpty && loggers.contains($0.text)
        } ?? false
    }

    /// Some ranges and the bodies of the functions of this file that they call, directly or
    /// indirectly.
    func reached(
        from words: [Range<Int>],
        keeping pieces: (Range<Int>) -> [Range<Int>] = { [$0] }
    ) -> [Range<Int>] {
        var reached = words
        var seen: Set<String> = []
        var next = 0
        while next < reached.count, reached.count < 64 {
            for name in names(in: reached[next]) where seen.insert(name).inserted {
                reached += functions(named: name).flatMap { pieces($0.body) }
            }
            next += 1
        }
        return reached
    }

    /// Whether a range, or a function of this file that it calls, presents the payment sheet.
    func reachesSheet(from words: Range<Int>) -> Bool {
        let sheet: Set<String> = [
            "PKPaymentRequest", "PKPaymentAuthorizationViewController",
            "PKPaymentAuthorizationController",
        ]
        return reached(from: [words]).contains { names(in: $0).contains(where: sheet.contains) }
    }
}

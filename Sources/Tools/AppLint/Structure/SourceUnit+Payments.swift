extension SourceUnit {
    /// How many things of one kind are looked at closely in one file.
    static let subjectLimit = 50

    /// Whether a function is one that the sheet calls.
    func isDelegateMethod(_ function: FunctionText) -> Bool {
        function.name.hasPrefix("paymentAuthorizationController")
            || function.name.hasPrefix("paymentAuthorizationViewController")
    }

    /// The methods that are called once the shopper has authorized.
    var authorizations: [FunctionText] {
        functions.filter { isDelegateMethod($0) && $0.labels.contains("didAuthorizePayment") }
            .prefix(Self.subjectLimit).map { $0 }
    }

    /// The parameters that can be called.
    func closures(of function: FunctionText) -> [ParameterText] {
        function.parameters.filter { parameter in
            tokens[parameter.type].contains { $0.isMark("->") || $0.isMark("^") }
        }
    }

    /// Whether a function only stands in for those that do not implement it.
    func isDefaultImplementation(_ function: FunctionText) -> Bool {
        guard let opening = brackets.parent(of: function.header), tokens[opening].isMark("{")
        else { return false }
        let head = tokens[max(0, opening - 12)..<opening]
        guard let start = head.lastIndex(where: { $0.isName("extension") }) else { return false }
        return head[start...].first { $0.kind == .name && $0.text != "extension" }?
            .text.hasSuffix("Delegate") == true
    }

    /// Whether a call changes nothing that anybody but a programmer sees.
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

    /// The functions of this file that are reached from some words, however many calls away.
    func reached(from words: Range<Int>) -> [Range<Int>] {
        var reached = [words]
        var seen: Set<String> = []
        var next = 0
        while next < reached.count, reached.count < 64 {
            for name in names(in: reached[next]) where seen.insert(name).inserted {
                reached += functions(named: name).map(\.body)
            }
            next += 1
        }
        return reached
    }

    /// Whether words, or what they call in this file, bring up the payment sheet.
    func reachesSheet(from words: Range<Int>) -> Bool {
        let sheet: Set<String> = [
            "PKPaymentRequest", "PKPaymentAuthorizationViewController",
            "PKPaymentAuthorizationController",
        ]
        return reached(from: words).contains { names(in: $0).contains(where: sheet.contains) }
    }
}

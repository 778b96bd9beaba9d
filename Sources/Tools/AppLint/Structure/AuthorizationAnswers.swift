/// Finds where a method reports an authorized payment as successful without having asked anything.
///
/// The reported value is followed from the completion or the `return` back to every assignment of
/// the variable that holds it. Nothing is reported when any assignment is something else than
/// success, when a condition or an unknown call comes first, or when the value comes from outside.
struct AuthorizationAnswers {
    private let unit: SourceUnit
    private let function: FunctionText
    /// The parameter to call with the answer; nil in an `async` method, which returns it.
    private let handler: String?

    /// How many variables are followed from one to the next.
    private static let depthLimit = 4
    /// How many answers of one method are examined.
    private static let answerLimit = 32
    /// How many functions of this file are followed from one method.
    private static let reachLimit = 64
    /// How many requests of one body are examined.
    private static let requestLimit = 8

    /// The mark where success is reported, or nil.
    static func uncheckedSuccess(in function: FunctionText, _ unit: SourceUnit) -> LintMark? {
        let isAsync = unit.tokens[function.header..<function.body.lowerBound]
            .contains { $0.isName("async") }
        let handler = unit.closures(of: function).last?.name
        guard handler != nil || isAsync else { return nil }
        let answers = AuthorizationAnswers(unit: unit, function: function, handler: handler)
        return answers.answers().lazy.compactMap(answers.mark).first
    }

    private func mark(_ answer: Answer) -> LintMark? {
        let moment = moment(of: answer)
        guard isSuccess(answer.value, at: moment, depth: 0) else { return nil }
        let requests = requests(in: function.body.lowerBound..<moment, but: answer)
        guard isUnconditional(answer, without: requests) else { return nil }
        switch sending(before: answer, without: requests) {
        case .nothing:
            return LintMark(
                answer.index,
                "success is reported, and nothing before it sends the token"
            )
        case .unawaited:
            return LintMark(
                answer.index,
                "success is reported, and the request before it has no outcome yet"
            )
        case .perhaps: return nil
        }
    }

    private struct Answer {
        /// The completion's name, `return`, or the beginning of a body that is one expression.
        let index: Int
        let value: Range<Int>
    }

    /// Where the code is that runs last before an answer: what stands in a `defer` runs at the end
    /// of the braces around it.
    private func moment(of answer: Answer) -> Int {
        var place = answer.index
        while let brace = unit.brackets.brace(around: place), function.body.contains(brace) {
            if unit.token(brace - 1)?.isName("defer") == true {
                return unit.brackets.brace(around: brace).flatMap(unit.brackets.partner)
                    ?? answer.index
            }
            place = brace
        }
        return answer.index
    }

    private func answers() -> [Answer] {
        if let handler {
            return unit.calls(in: function.body)
                .filter { $0.name == handler && $0.receiver.isEmpty && $0.arguments.count == 1 }
                .prefix(Self.answerLimit)
                .map { Answer(index: $0.index, value: $0.arguments[0].value) }
        }
        let returns = function.body.filter { unit.tokens[$0].isName("return") }
            .prefix(Self.answerLimit)
            .map { Answer(index: $0, value: $0 + 1..<unit.expressionEnd(from: $0 + 1)) }
        return returns.isEmpty
            ? [Answer(index: function.body.lowerBound, value: function.body)] : Array(returns)
    }
}

// MARK: - The value

extension AuthorizationAnswers {
    private static let successes: Set<String> = [
        "success", "Success", "PKPaymentAuthorizationStatusSuccess",
    ]

    /// Whether an expression is success whatever happened before.
    private func isSuccess(_ value: Range<Int>, at place: Int, depth: Int) -> Bool {
        guard !value.isEmpty, depth < Self.depthLimit else { return false }
        if let status = statusArgument(of: value) {
            return isSuccess(status, at: place, depth: depth + 1)
        }
        if let name = variable(value) { return holdsSuccess(name, place, depth) }
        return value.count <= 3
            && value.allSatisfy { index in
                let token = unit.tokens[index]
                return token.isMark(".") || token.isName("PKPaymentAuthorizationStatus")
                    || index == value.upperBound - 1 && Self.successes.contains(token.text)
            } && unit.tokens[value.upperBound - 1].kind == .name
            && Self.successes.contains(unit.tokens[value.upperBound - 1].text)
    }

    /// The status in `PKPaymentAuthorizationResult(status: …, errors: …)` and its other forms.
    private func statusArgument(of value: Range<Int>) -> Range<Int>? {
        let makers: Set<String> = ["PKPaymentAuthorizationResult", "init", "initWithStatus"]
        return unit.calls(in: value)
            .first { call in
                let start = call.receiver.isEmpty ? call.index : call.receiver.lowerBound
                return makers.contains(call.name) && start <= value.lowerBound + 2
                    && call.whole.upperBound >= value.upperBound - 1
            }
            .flatMap { $0.argument("status") ?? $0.argument("initWithStatus") }
    }

    /// The name in `status`, `self.status` or `result`, unless it is itself the literal.
    private func variable(_ value: Range<Int>) -> String? {
        var name = value
        if name.count == 3, unit.tokens[name.lowerBound].isName("self") { name = name.dropFirst(2) }
        return unit.onlyName(in: name).flatMap { Self.successes.contains($0) ? nil : $0 }
    }

    /// Whether every value that a variable has been given before a place is success.
    private func holdsSuccess(_ name: String, _ place: Int, _ depth: Int) -> Bool {
        let before = function.body.lowerBound..<place
        let isPassedAsReference = before.contains {
            unit.tokens[$0].isMark("&") && unit.token($0 + 1)?.isName(name) == true
        }
        guard !isPassedAsReference else { return false }
        var values = unit.assignments(in: before)
            .filter { assignment in
                let path =
                    assignment.path.first == "self"
                    ? Array(assignment.path.dropFirst()) : assignment.path
                return path == [name] || path == [name, "status"]
            }
            .map(\.value)
        let last = min(place, function.body.upperBound - 1)
        if let declaration = unit.declaration(of: name, at: last),
            before.contains(declaration.index), !declaration.value.isEmpty
        {
            values.append(declaration.value)
        }
        return !values.isEmpty && values.prefix(Self.answerLimit + 1).count <= Self.answerLimit
            && values.allSatisfy { isSuccess($0, at: $0.lowerBound, depth: depth + 1) }
    }
}

// MARK: - What comes before it

extension AuthorizationAnswers {
    /// Whether nothing before an answer could have asked a server and waited, or decided about the
    /// answer. Requests are left out that run on without it.
    private func isUnconditional(_ answer: Answer, without requests: [Range<Int>]) -> Bool {
        let before = function.body.lowerBound..<moment(of: answer)
        let start = requests.first { isOnPath($0, to: answer) }?.lowerBound ?? before.lowerBound
        return pieces(of: before, without: requests).joined()
            .allSatisfy { index in
                let token = unit.tokens[index]
                if token.isName("await") { return false }
                // What comes before the request of this payment does not know its outcome.
                if index < start { return true }
                if token.isMark("?") { return !unit.isTernary(index) }
                guard token.kind == .name else { return true }
                if token.text == handler { return index == answer.index }
                switch token.text {
                case "return", "throw": return false
                case "if", "guard", "switch", "while", "for", "else":
                    return !encloses(answer.index, from: index) || isDecided(from: index)
                case "case", "default": return requests.isEmpty
                default: return true
                }
            }
    }

    /// Whether a request that sends the payment was started on every path to an answer.
    private func isOnPath(_ request: Range<Int>, to answer: Answer) -> Bool {
        let payments = function.parameters
            .filter { ["payment", "didAuthorizePayment"].contains($0.label) }.map(\.name)
        let words = function.body.lowerBound..<request.upperBound
        return unit.scope(of: request.lowerBound).contains(answer.index)
            && words.contains {
                unit.tokens[$0].kind == .name && payments.contains(unit.tokens[$0].text)
            }
    }

    /// The work in a range that is started and runs on without an answer.
    private func requests(in range: Range<Int>, but answer: Answer) -> [Range<Int>] {
        range.lazy.compactMap { unit.startedWork(at: $0) }.prefix(Self.requestLimit)
            .filter { work in
                !work.contains(answer.index) && work.upperBound <= range.upperBound
                    && !work.contains { unit.tokens[$0].text == handler }
            }
    }

    private func pieces(of range: Range<Int>, without parts: [Range<Int>]) -> [Range<Int>] {
        var (pieces, start) = ([Range<Int>](), range.lowerBound)
        for part in parts where part.lowerBound >= start {
            pieces.append(start..<part.lowerBound)
            start = part.upperBound
        }
        return start < range.upperBound ? pieces + [start..<range.upperBound] : pieces
    }

    /// Whether a place is in the branch that a condition begins.
    private func encloses(_ place: Int, from start: Int) -> Bool {
        guard start < place else { return false }
        var index = start + 1
        while index < place {
            if unit.tokens[index].isMark(";") { return false }
            if unit.tokens[index].isMark("{") {
                return unit.brackets.partner(of: index).map { $0 > place } ?? true
            }
            index = unit.after(index)
        }
        return true
    }

    /// Whether a condition depends only on constants of this method that are true.
    private func isDecided(from start: Int) -> Bool {
        let end =
            unit.tokens[start...].prefix(200).firstIndex { $0.isMark("{") || $0.isMark(";") }
            ?? start
        let names = unit.names(in: start + 1..<max(start + 1, end))
        return !names.isEmpty
            && names.allSatisfy { name in
                guard let declaration = unit.declaration(of: name, at: start),
                    function.body.contains(declaration.index), declaration.value.count == 1,
                    let value = unit.token(declaration.value.lowerBound)
                else { return false }
                return ["YES", "true", "1"].contains(value.text)
            }
    }

    private enum Sending { case nothing, unawaited, perhaps }

    /// Whether every call but the answer itself, also in the functions of this file that are
    /// called, is known to send nothing, or is a request that nothing waits for.
    private func sending(before answer: Answer, without requests: [Range<Int>]) -> Sending {
        var startsRequest = !requests.isEmpty
        let isInOwnCall = isPassedToOwnFunction(answer)
        let words = pieces(of: function.body.lowerBound..<moment(of: answer), without: requests)
        let reached = unit.reached(from: words) { body in
            let parts = isInOwnCall ? [] : self.requests(in: body, but: answer)
            if !parts.isEmpty { startsRequest = true }
            return pieces(of: body, without: parts)
        }
        guard reached.count < Self.reachLimit else { return .perhaps }
        let isKnown = reached.allSatisfy { range in
            unit.calls(in: range)
                .allSatisfy { call in
                    call.index == answer.index || unit.isHarmless(call)
                        || Self.local.contains(call.name)
                        || call.name == "init" && call.argument("status") != nil
                        || isOnMainQueue(call) || isOwn(call)
                        || startsRequest && prepares(call)
                }
        }
        guard isKnown else { return .perhaps }
        return startsRequest ? .unawaited : .nothing
    }

    /// Whether an answer is in a closure that a function of this file takes, and may run later.
    private func isPassedToOwnFunction(_ answer: Answer) -> Bool {
        var place = answer.index
        while let brace = unit.brackets.brace(around: place), function.body.contains(brace) {
            if let name = unit.callee(ofClosure: brace), !unit.functions(named: name).isEmpty {
                return true
            }
            place = brace
        }
        return false
    }

    /// Whether a call makes or starts a request, or refuses the payment before one.
    private func prepares(_ call: Call) -> Bool {
        let names: Set<String> = [
            "encode", "data", "setValue", "addValue", "resume", "URLWithString", "requestWithURL",
            "initWithURL", "setHTTPMethod", "setHTTPBody", "dataWithJSONObject", "sharedSession",
        ]
        let makesValue = call.receiver.isEmpty && call.name.first?.isUppercase == true
        return makesValue || names.contains(call.name)
            || call.receiver.isEmpty && call.name == handler
    }

    /// Calls that stay on the device.
    private static let local: Set<String> = [
        "PKPaymentAuthorizationResult", "alloc", "initWithStatus", "String", "NSString", "Date",
        "UUID", "base64EncodedString", "base64EncodedStringWithOptions", "base64EncodedData",
        "stringWithFormat", "initWithData", "jsonObject", "JSONObjectWithData", "dismiss",
        "dismissViewControllerAnimated", "dispatch_async", "dispatch_after", "dispatch_time",
        "dispatch_get_main_queue", "Task", "sleep", "sleepForTimeInterval", "append",
    ]

    /// Whether a call is of a function of this file, which is examined too.
    private func isOwn(_ call: Call) -> Bool {
        unit.tokens[call.receiver].allSatisfy { $0.isName("self") || $0.isMark("?") }
            && !unit.functions(named: call.name).isEmpty
    }

    private func isOnMainQueue(_ call: Call) -> Bool {
        ["async", "asyncAfter"].contains(call.name)
            && unit.names(in: call.receiver).first == "DispatchQueue"
            || call.name == "now" && call.receiver.count <= 2
    }
}

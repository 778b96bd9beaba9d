/// Tells whether an expression contains the data of a payment token.
///
/// Values derived from it, such as its identifier, its length or a digest, do not count.
struct TokenDataSearch {
    private let unit: SourceUnit
    /// How many tokens may still be examined.
    private var remainingWords = 2_000
    private static let depthLimit = 4

    /// The name of the data in an expression, or nil when the expression has none.
    static func name(in range: Range<Int>, _ unit: SourceUnit) -> String? {
        var data = TokenDataSearch(unit: unit)
        return data.name(in: range, depth: 0)
    }

    private init(unit: SourceUnit) { self.unit = unit }

    private mutating func name(in range: Range<Int>, depth: Int) -> String? {
        guard depth < Self.depthLimit else { return nil }
        return range.prefix(400)
            .first { place in
                remainingWords -= 1
                return remainingWords > 0 && unit.tokens[place].kind == .name && isHead(place)
                    && isWhole(place, in: range) && isData(at: place, in: range, depth)
            }
            .map {
                unit.tokens[$0].text == "self" ? unit.tokens[$0 + 2].text : unit.tokens[$0].text
            }
    }

    private func isHead(_ place: Int) -> Bool {
        unit.token(place - 1)?.isMark(".") != true && unit.token(place + 1)?.isMark(":") != true
    }

    /// Conversions that keep the data.
    private static let conversions: Set<String> = [
        "base64EncodedString", "base64EncodedStringWithOptions", "base64EncodedData",
        "base64EncodedDataWithOptions", "base64Encoding", "copy", "mutableCopy", "description",
    ]
    private static let wrappers: Set<String> = [
        "Data", "NSData", "String", "NSString", "archivedData", "archivedDataWithRootObject",
        "jsonObject", "JSONObjectWithData", "initWithData", "stringWithFormat", "dataWithData",
        "initWithString", "stringWithString", "arrayWithObject", "arrayWithObjects",
        "dictionaryWithObject",
    ]

    /// Whether every bracket between a place and the whole expression keeps the data.
    private func isWhole(_ place: Int, in range: Range<Int>) -> Bool {
        var index = place
        while let opening = unit.brackets.parent(of: index), opening >= range.lowerBound {
            guard keeps(opening, place) else { return false }
            index = opening
        }
        return true
    }

    private func keeps(_ opening: Int, _ place: Int) -> Bool {
        let before = unit.token(opening - 1)
        switch unit.tokens[opening].text {
        case "(":
            guard let before, before.kind == .name else { return true }
            return Self.wrappers.contains(before.text) || before.isName("return")
        case "[":
            if before?.isMark("@") == true { return true }
            guard unit.language == .objectiveC else { return before?.kind != .name }
            guard
                let call = unit.calls(in: opening..<opening + 400).first(where: {
                    $0.whole.lowerBound == opening
                })
            else { return false }
            return call.receiver.contains(place)
                ? Self.conversions.contains(call.name)
                    || ["token", "paymentData"].contains(call.name)
                : Self.wrappers.contains(call.name)
        default: return before?.isMark("@") == true
        }
    }

    /// The names after a head: `token` and `paymentData` in `payment.token.paymentData`.
    private func chain(from head: Int, in range: Range<Int>) -> [String] {
        var names: [String] = []
        var index = head + 1
        while index < range.upperBound {
            let token = unit.tokens[index]
            if token.isMark("?") || token.isMark("!") {
                index += 1
            } else if token.isMark("("), !names.isEmpty {
                index = unit.after(index)
            } else if token.isMark("."), let next = unit.token(index + 1), next.kind == .name {
                names.append(next.text)
                index += 2
            } else {
                break
            }
        }
        return names + messages(to: head, from: index)
    }

    /// The names in `[[payment token] paymentData]`.
    private func messages(to head: Int, from start: Int) -> [String] {
        guard unit.language == .objectiveC else { return [] }
        var names: [String] = []
        var index = start
        while names.count < 8, let call = unit.calls(in: index..<index + 1).first,
            call.receiver.contains(head), call.arguments.isEmpty
        {
            names.append(call.name)
            index = call.whole.upperBound
        }
        return names
    }

    private mutating func isData(at place: Int, in range: Range<Int>, _ depth: Int) -> Bool {
        var chain = chain(from: place, in: range)
        var name = unit.tokens[place].text
        if name == "self", let first = chain.first {
            name = first
            chain.removeFirst()
        }
        if let data = chain.firstIndex(of: "paymentData") {
            return chain[..<data].contains("token") || type(of: name, at: place) == .token
                ? staysWhole(chain[(data + 1)...]) : false
        }
        switch type(of: name, at: place) {
        case .payment: return chain.isEmpty || chain == ["token"]
        case .token: return chain.isEmpty
        case .data: return staysWhole(chain[...])
        case nil:
            guard staysWhole(chain[...]), let declaration = unit.declaration(of: name, at: place),
                declaration.type.isEmpty || Self.isText(unit.names(in: declaration.type)),
                !declaration.value.contains(place), !declaration.isComputed
            else { return false }
            return self.name(in: declaration.value, depth: depth + 1) != nil
        }
    }

    private func staysWhole(_ chain: ArraySlice<String>) -> Bool {
        chain.allSatisfy(Self.conversions.contains)
    }

    private enum Kind { case payment, token, data }

    /// The type of a name's value, or for plain bytes by the name itself.
    private func type(of name: String, at place: Int) -> Kind? {
        guard let declaration = unit.declaration(of: name, at: place) else { return nil }
        let names = unit.names(in: declaration.type)
        if names == ["PKPayment"] { return .payment }
        if names == ["PKPaymentToken"] { return .token }
        // A value that this file shows is judged by itself, not by its name.
        let placeholders: Set<String> = [
            "Data", "String", "NSData", "NSString", "(", ")", "", "nil",
        ]
        let isUnknown = unit.tokens[declaration.value].allSatisfy { placeholders.contains($0.text) }
        return isUnknown && Self.isText(names) && Self.isTokenName(name) ? .data : nil
    }

    private static func isText(_ names: [String]) -> Bool {
        let types: Set<String> = ["Data", "NSData", "String", "NSString", "NSMutableData"]
        return names.count == 1 && names.allSatisfy(types.contains)
    }

    /// Whether a name of bytes suggests a payment token.
    private static func isTokenName(_ name: String) -> Bool {
        let word = name.filter { $0 != "_" }.lowercased()
        return ["paymenttoken", "paymenttocken", "applepaytoken", "applepaytocken", "paymentdata"]
            .contains { word.hasSuffix($0) }
    }
}

internal import HTTPMessages
internal import JSON
internal import Storage

// Objects in place of their identifiers, where `expand` asks for them.
//
// - Source: Stripe API reference, "Expanding responses".
extension StripeInterface {
    private static let depthLimit = 4
    private static let names: Set<String> = [
        "latest_charge", "balance_transaction", "payment_intent", "charge", "source",
    ]

    /// Refuses what cannot be expanded, before anything is done.
    static func checkExpansions(_ parameters: StripeParameters) throws(PlatformFailure) {
        for path in parameters.list("expand") {
            let words = path.split(separator: ".").map(String.init)
            let isKnown = words.enumerated().allSatisfy { place, word in
                Self.names.contains(word) || place == 0 && word == "data"
            }
            guard isKnown, words.count <= Self.depthLimit else {
                throw StripeError.invalid("expand", "This property cannot be expanded (\(path)).")
                    .failure
            }
        }
    }

    func expanded(
        _ answer: PlatformAnswer,
        _ parameters: StripeParameters
    ) async throws(PlatformFailure) -> PlatformAnswer {
        let paths = parameters.list("expand")
        guard !paths.isEmpty, answer.status.code == 200 else { return answer }
        guard let document = try? JSONDocument(answer.body) else { return answer }
        let whole = JSONOutput(document.root)
        return try await engine.database.read { snapshot throws(PlatformFailure) in
            var json = whole
            for path in paths {
                json = try Self.expand(json, path.split(separator: ".")[...], snapshot)
            }
            return PlatformAnswer(answer.status, json.compactBytes, fields: answer.fields)
        }
    }

    private static func expand(
        _ json: JSONOutput,
        _ path: ArraySlice<Substring>,
        _ snapshot: borrowing Snapshot<PlatformFailure>
    ) throws(PlatformFailure) -> JSONOutput {
        if case .array(let elements) = json {
            var expanded: [JSONOutput] = []
            for element in elements { expanded.append(try expand(element, path, snapshot)) }
            return .array(expanded)
        }
        var json = json
        if case .string(let identifier) = json {
            guard let object = try snapshot.stripeObject(identifier) else { return json }
            json = object
        }
        guard let word = path.first, case .object(let members) = json else { return json }
        var expanded: [JSONMember] = []
        for member in members {
            let value =
                member.name == word
                ? try expand(member.value, path.dropFirst(), snapshot) : member.value
            expanded.append(JSONMember(name: member.name, value: value))
        }
        return .object(expanded)
    }
}

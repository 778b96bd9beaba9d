internal import JSON
internal import PaymentToken

extension TokenFault {
    /// Tokens that are good but for what is in them.
    static let payloads: [TokenFault] = [
        TokenFault("empty-payload", "data holds a tag and nothing else", .refuse(.format)) {
            draft in
            try draft.seal([])
            return .format(.wrongLength(.data, expected: 17, found: 16))
        },
        TokenFault("payload-not-json", "what was sealed is not JSON", .refuse(.decryption)) {
            draft in
            try draft.seal(Array("TEST, and no JSON".utf8))
            return .decryption(.payloadNotJSON)
        },
        TokenFault(
            "payload-duplicate-key",
            "transactionAmount is sealed twice, and readers may take either",
            .refuse(.decryption)
        ) { draft in
            let again = JSONMember(name: "transactionAmount", value: .integer(1))
            try draft.seal(Array(JSONOutput.object(draft.payload + [again]).compact.utf8))
            return .decryption(.payloadNotJSON)
        },
        TokenFault(
            "payload-without-amount",
            "transactionAmount was not sealed",
            .refuse(.decryption)
        ) { draft in
            let members = draft.payload.filter { $0.name != "transactionAmount" }
            try draft.seal(Array(JSONOutput.object(members).compact.utf8))
            return .decryption(.payloadField(.transactionAmount))
        },
    ]
}

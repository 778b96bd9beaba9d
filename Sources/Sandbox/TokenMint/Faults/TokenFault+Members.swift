internal import Bytes
internal import JSON
internal import Money
internal import PaymentToken

extension TokenFault {
    /// Members that are null or missing, in the token and in its payload.
    static let members: [TokenFault] = [
        TokenFault(
            "null-optional-members",
            "the other version's key, applicationData and the members outside are null",
            .accept,
            because: "null means absent for what is optional; some servers on the way write it so"
        ) { draft in
            draft.parts.applicationData = nil
            try draft.sign()
            let otherKey = draft.version == .ecV1 ? "wrappedKey" : "ephemeralPublicKey"
            let header = draft.parts.header + null([otherKey, "applicationData"])
            let paymentData = draft.parts.paymentData.replacing("header", with: .object(header))
            let members = [JSONMember(name: "paymentData", value: .object(paymentData))]
            draft.text = draft.style.written(
                .object(members + null(["paymentMethod", "transactionIdentifier"]))
            )
            return nil
        },
        TokenFault(
            "null-required-member",
            "publicKeyHash is null",
            .refuse(.format),
            because: "null means absent for what is optional, and publicKeyHash is required"
        ) { draft in
            let header = draft.parts.header.replacing("publicKeyHash", with: .null)
            let paymentData = draft.parts.paymentData.replacing("header", with: .object(header))
            draft.text = draft.style.written(.object(paymentData))
            return .format(.wrongType(.publicKeyHash))
        },
        TokenFault(
            "null-payload-members",
            "the optional members that the payload does not have are sealed as null",
            .accept,
            because: "null means absent for what is optional"
        ) { draft in
            let names = [
                "cardholderName", "authenticationResponses", "merchantTokenIdentifier",
                "merchantTokenMetadata",
            ]
            let absent = names.filter { name in !draft.payload.contains { $0.name == name } }
            var payload = draft.payload + null(absent)
            if case .object(let proof) = payload.value(of: "paymentData") {
                let optional = ["eciIndicator", "encryptedPINData"]
                let missing = optional.filter { name in !proof.contains { $0.name == name } }
                payload = payload.replacing("paymentData", with: .object(proof + null(missing)))
            }
            try draft.seal(members: payload)
            return nil
        },
        TokenFault(
            "null-payload-amount",
            "transactionAmount is sealed as null",
            .refuse(.decryption),
            because: "null means absent, and transactionAmount is required"
        ) { draft in
            try draft.seal(members: draft.payload.replacing("transactionAmount", with: .null))
            return .decryption(.payloadField(.transactionAmount))
        },
        TokenFault(
            "no-device-manufacturer",
            "deviceManufacturerIdentifier was not sealed",
            .accept,
            because: "no step of opening or charging needs it"
        ) { draft in
            try draft.seal(
                members: draft.payload.filter { $0.name != "deviceManufacturerIdentifier" }
            )
            return nil
        },
    ]

    private static func null(_ names: [String]) -> [JSONMember] {
        names.map { JSONMember(name: $0, value: .null) }
    }
}

extension [JSONMember] {
    /// The value of the first member of a name.
    func value(of name: String) -> JSONOutput? { first { $0.name == name }?.value }

    /// The members with another value for a name.
    func replacing(_ name: String, with value: JSONOutput) -> [JSONMember] {
        map { $0.name == name ? JSONMember(name: name, value: value) : $0 }
    }
}

extension TokenDraft {
    /// Seals these members, and signs.
    mutating func seal(members payload: [JSONMember]) throws {
        try seal(JSONOutput.object(payload).compactBytes)
    }
}

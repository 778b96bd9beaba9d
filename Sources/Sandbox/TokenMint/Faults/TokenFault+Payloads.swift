internal import ASN1
internal import Bytes
internal import JSON
internal import Money
internal import PaymentToken
internal import World

extension TokenFault {
    /// Tokens that are good but for what is in them.
    static let payloads: [TokenFault] =
        [
            TokenFault("empty-payload", "data holds a tag and nothing else", .refuse(.format)) {
                draft in
                try draft.seal([])
                return .format(.wrongLength(.data, expected: 17, found: 16))
            },
            TokenFault("short-data", "data is shorter than a tag, and signed", .refuse(.format)) {
                draft in
                draft.parts.data = draft.randomness.bytes(15)
                try draft.sign()
                return .format(.wrongLength(.data, expected: 17, found: 15))
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
                try draft.seal(JSONOutput.object(draft.payload + [again]).compactBytes)
                return .decryption(.payloadRepeatsName)
            },
            TokenFault(
                "payload-without-amount",
                "transactionAmount was not sealed",
                .refuse(.decryption)
            ) { draft in
                let members = draft.payload.filter { $0.name != "transactionAmount" }
                try draft.seal(JSONOutput.object(members).compactBytes)
                return .decryption(.payloadField(.transactionAmount))
            },
        ] + values + chipData

    private static let values: [TokenFault] = [
        value("negative-amount", "transactionAmount is less than nothing", .transactionAmount) {
            .integer(-max(1, $0.minorUnits))
        },
        value("decimal-amount", "transactionAmount has a fraction", .transactionAmount) {
            .number("\($0.minorUnits).5")
        },
        value("amount-as-text", "transactionAmount is a text", .transactionAmount) {
            .string(String($0.minorUnits))
        },
        value("currency-in-letters", "currencyCode is the three letters", .currencyCode) {
            .string($0.currency.code)
        },
        value("currency-as-number", "currencyCode is a number, not a text", .currencyCode) {
            .number(String(Int($0.currency.numericCode) ?? 840))
        },
        value("unknown-data-type", "paymentDataType is 4DSecure", .paymentDataType) { _ in
            .string("4DSecure")
        },
        TokenFault(
            "no-cryptogram",
            "paymentData says 3DSecure and holds no cryptogram",
            .accept,
            because: "merchant tokens come without one; the card network decides on the payment"
        ) { draft in
            let payload = draft.payload.replacing("paymentDataType", with: .string("3DSecure"))
            try draft.seal(members: payload.replacing("paymentData", with: .object([])))
            return nil
        },
        TokenFault(
            "no-chip-data",
            "paymentData says EMV and holds no chip data",
            .refuse(.decryption),
            because: "Apple documents emvData for every payment of that type"
        ) { draft in
            let payload = draft.payload.replacing("paymentDataType", with: .string("EMV"))
            try draft.seal(members: payload.replacing("paymentData", with: .object([])))
            return .decryption(.payloadField(.emvData))
        },
    ]

    private static func value(
        _ name: String,
        _ explanation: String,
        _ field: PayloadField,
        _ value: @escaping @Sendable (Money) -> JSONOutput
    ) -> TokenFault {
        TokenFault(
            name,
            explanation,
            .refuse(.decryption),
            because: "Apple documents \(documented(field))"
        ) { draft in
            try draft.seal(
                members: draft.payload.replacing(field.rawValue, with: value(draft.order.amount))
            )
            return .decryption(.payloadField(field))
        }
    }

    private static func documented(_ field: PayloadField) -> String {
        switch field {
        case .transactionAmount: "a whole number of the currency's smallest unit"
        case .currencyCode: "the three digits of ISO 4217, as a text"
        default: "3DSecure and EMV"
        }
    }

    private static let chipData: [TokenFault] = [
        TokenFault(
            "chip-amount-differs",
            "chip data says another amount than the payload around it",
            .refuse(.decryption)
        ) { draft in
            let amount = draft.order.amount
            try draft.sealChipData(
                of: Money(minorUnits: amount.minorUnits ^ 1, currency: amount.currency)
            ) { $0 }
            return .decryption(.chipDataDiffers(.amountAuthorized))
        },
        TokenFault(
            "chip-currency-differs",
            "chip data says another currency than the payload around it",
            .refuse(.decryption)
        ) { draft in
            let amount = draft.order.amount
            let other: Currency = amount.currency == .eur ? .usd : .eur
            try draft.sealChipData(of: Money(minorUnits: amount.minorUnits, currency: other)) {
                $0
            }
            return .decryption(.chipDataDiffers(.currencyCode))
        },
        TokenFault(
            "chip-data-truncated",
            "the last object of the chip data breaks off",
            .refuse(.decryption)
        ) { draft in
            let length = try draft.sealChipData(of: draft.order.amount) { $0.dropLast() }
            // The last object is 82 02 20 00, of which three bytes are left.
            return .decryption(.chipData(.truncated(offset: length - 3)))
        },
        TokenFault(
            "chip-tag-repeated",
            "the amount stands in the chip data twice, and readers may take either",
            .refuse(.decryption)
        ) { draft in
            let again: [UInt8] = [0x9f, 0x02, 6, 0, 0, 0, 0, 0, 1]
            let length = try draft.sealChipData(of: draft.order.amount) { $0 + again }
            return .decryption(.chipData(.repeatedTag(offset: length - again.count)))
        },
    ]
}

extension TokenDraft {
    /// Seals a payload of EMV whose chip data says this amount, with a change to it, and says how
    /// long the chip data is.
    @discardableResult
    fileprivate mutating func sealChipData(
        of amount: Money,
        _ change: ([UInt8]) -> [UInt8]
    ) throws -> Int {
        guard amount.minorUnits <= ChipDataWriter.amountLimit else {
            throw NotMade("chip data has no place for the amount")
        }
        var order = order
        order.payload = .emv
        let card = TestCard(of: order.network, at: now, from: randomness)
        let chip = change(
            ChipDataWriter(card: card, amount: amount, signedAt: now, from: randomness).bytes
        )
        let members = MintedPayload(
            order: order,
            version: version,
            card: card,
            randomness: randomness
        )
        .members()
        .map { member in
            guard member.name == "paymentData" else { return member }
            return JSONMember(
                name: member.name,
                value: .object(["emvData": .string(Base64.encode(chip))])
            )
        }
        try seal(JSONOutput.object(members).compactBytes)
        return chip.count
    }
}

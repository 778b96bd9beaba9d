internal import Bytes
internal import Cryptography
internal import JSON
internal import Money
internal import PaymentToken
internal import World

/// Writes what a token holds, member by member, in the order of Apple's.
///
/// - Source: Apple, *Payment token format reference*, "Payment data keys";
///   Documentation/Reference/PaymentTokenFormat.md, section 1.9, for order, lengths and spelling.
struct MintedPayload {
    let order: MintOrder
    let version: PaymentTokenVersion
    let card: TestCard
    let randomness: any Randomness

    func members() -> [JSONMember] {
        let proof = proof()
        return Self.members([
            ("applicationPrimaryAccountNumber", .string(card.accountNumber)),
            ("applicationExpirationDate", .string(card.expirationDate)),
            ("currencyCode", .string(order.amount.currency.numericCode)),
            ("transactionAmount", .integer(order.amount.minorUnits)),
            ("cardholderName", card.cardholderName.map(JSONOutput.string)),
            (
                "deviceManufacturerIdentifier",
                .string(card.network.deviceManufacturerIdentifier)
            ),
            ("paymentDataType", .string(order.payload == .emv ? "EMV" : "3DSecure")),
            ("paymentData", proof),
        ]) + extras()
    }

    private func proof() -> JSONOutput {
        switch order.payload {
        case .threeDSecure: threeDSecure(cryptogram: cryptogram(), indicator: indicator())
        case .merchantToken:
            // Both can be missing from a merchant token.
            switch randomness.number(below: 3) {
            case 0: threeDSecure(cryptogram: nil, indicator: nil)
            default: threeDSecure(cryptogram: cryptogram(), indicator: indicator())
            }
        case .multiMerchant: threeDSecure(cryptogram: nil, indicator: indicator())
        case .emv: chip()
        }
    }

    private func threeDSecure(cryptogram: [UInt8]?, indicator: String?) -> JSONOutput {
        .object([
            "onlinePaymentCryptogram": cryptogram.map { .string(Base64.encode($0)) },
            "eciIndicator": indicator.map(JSONOutput.string),
        ])
    }

    private func chip() -> JSONOutput {
        let data = ChipDataWriter(
            card: card,
            amount: order.amount,
            signedAt: order.signingTime,
            from: randomness
        )
        let hasPIN = version == .rsaV1 && randomness.number(below: 2) == 0
        return .object([
            "emvData": .string(Base64.encode(data.bytes)),
            "encryptedPINData": hasPIN ? .string(Hexadecimal.encode(randomness.bytes(8))) : nil,
        ])
    }

    private func extras() -> [JSONMember] {
        switch order.payload {
        case .threeDSecure, .emv: []
        case .merchantToken:
            Self.members([
                (
                    "merchantTokenIdentifier",
                    .string(Hexadecimal.encode(randomness.bytes(16)).uppercased())
                ),
                ("merchantTokenMetadata", metadata()),
            ])
        case .multiMerchant: Self.members([("authenticationResponses", responses())])
        }
    }

    private func metadata() -> JSONOutput {
        let year = 2000 + (Int(card.expirationDate.prefix(2)) ?? 0)
        let month = card.expirationDate.dropFirst(2).prefix(2)
        let metadata = MerchantTokenMetadata(
            card: MerchantTokenMetadata.Card(
                country: order.amount.currency == .cny ? "CN" : "US",
                expirationDate: "\(year)-\(month)",
                numberSuffix: card.lastFourDigits,
                shortDescription: "TEST \(card.network.passKitName)",
                longDescription: "TEST \(card.network.passKitName) of Quince"
            ),
            art: [
                MerchantTokenMetadata.Art(
                    name: "TEST card",
                    type: "image/png",
                    url: "https://cards.quince.test/\(card.lastFourDigits).png"
                )
            ]
        )
        return metadata.json
    }

    /// Two or three merchants, whose amounts add up to the whole.
    private func responses() -> JSONOutput {
        let count = 2 + Int64(randomness.number(below: 2))
        let share = order.amount.minorUnits / count
        return .array(
            (0..<count).map { index in
                AuthenticationResponse.json(
                    forMerchant: Hexadecimal.encode(SHA256.digest("merchant.test.quince.\(index)")),
                    cryptogram: Secret(copying: cryptogram()),
                    amountMinorUnits: index > 0
                        ? share : order.amount.minorUnits - share * (count - 1)
                )
            }
        )
    }

    private func indicator() -> String? {
        let choices = card.network.commerceIndicators
        guard !choices.isEmpty else { return nil }
        return choices[Int(randomness.number(below: UInt64(choices.count)))]
    }

    /// Of the network's length, with the first and last bytes of published ones.
    private func cryptogram() -> [UInt8] {
        switch card.network {
        case .mastercard, .maestro: [0] + randomness.bytes(14) + [0x02, 0x80, 0x01, 0x14]
        case .amex: randomness.bytes(randomness.number(below: 2) == 0 ? 20 : 40)
        case .visa, .discover, .unionPay, .jcb: [0x02] + randomness.bytes(14) + [0, 0, 2, 0, 0]
        }
    }

    private static func members(_ pairs: [(String, JSONOutput?)]) -> [JSONMember] {
        pairs.compactMap { name, value in value.map { JSONMember(name: name, value: $0) } }
    }
}

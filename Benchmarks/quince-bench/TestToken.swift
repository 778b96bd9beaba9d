internal import Bytes
internal import Cryptography
internal import JSON
internal import PaymentToken
internal import World

/// A token that the program made, as it travels and as it was meant.
struct TestToken {
    let json: [UInt8]
    let token: SealedPaymentToken
    let payload: Secret

    /// A token with a card, a cryptogram and an identifier of its own.
    init(
        number: Int,
        version: PaymentTokenVersion = .ecV1,
        at time: UnixTime = TestChain.moment,
        under chain: TestChain,
        _ randomness: any Randomness
    ) throws {
        let digits = String(number % 1_000 + 1_000).dropFirst()
        let payload = Self.payload(
            accountNumber: "4761120010000\(digits)",
            cryptogram: randomness.bytes(20)
        )
        try self.init(payload, version: version, at: time, under: chain, randomness)
    }

    /// A token with a payload and an identifier of its own.
    init(
        _ payload: Secret,
        version: PaymentTokenVersion = .ecV1,
        at time: UnixTime = TestChain.moment,
        under chain: TestChain,
        _ randomness: any Randomness
    ) throws {
        self.payload = payload
        guard let transactionID = TransactionID(randomness.bytes(TransactionID.length)) else {
            throw BenchmarkFailure.tokensCannotBeMade
        }
        let recipient = chain.recipient(version)
        token = try chain.sealer(version).seal(
            payload,
            to: recipient,
            by: .init(for: recipient, from: randomness),
            transactionID: transactionID,
            applicationDataHash: nil,
            signingTime: time,
            paymentMethod: UntrustedPaymentMethod(
                displayName: "Visa 1233",
                network: "Visa",
                type: "debit"
            )
        )
        json = token.json.compactBytes
    }

    /// A payload of the length that Apple's have for a Visa card.
    static func payload(accountNumber: String, cryptogram: [UInt8]) -> Secret {
        let payload = JSONOutput.object([
            "applicationPrimaryAccountNumber": .string(accountNumber),
            "applicationExpirationDate": .string("351231"),
            "currencyCode": .string("840"),
            "transactionAmount": .integer(1_075),
            "deviceManufacturerIdentifier": .string("040010030273"),
            "paymentDataType": .string("3DSecure"),
            "paymentData": .object([
                "onlinePaymentCryptogram": .string(Base64.encode(cryptogram)),
                "eciIndicator": .string("7"),
            ]),
        ])
        return Secret(copying: payload.compactBytes)
    }
}

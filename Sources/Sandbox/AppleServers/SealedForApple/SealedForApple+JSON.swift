internal import Bytes
internal import CardAccounts
public import JSON
internal import PaymentToken

// The message as a wallet sends it to a token service in another process. Binary values are hexadecimal.
extension SealedForApple {
    /// The message as JSON. What is secret in it is encrypted.
    public var json: JSONOutput {
        .object([
            "secureElement": .string(Hexadecimal.encode(secureElement.bytes)),
            "ephemeralPublicKey": .string(Hexadecimal.encode(ephemeralPublicKey)),
            "data": .string(Hexadecimal.encode(data)),
            "signature": .string(Hexadecimal.encode(signature)),
            "instruction": instruction.json,
        ])
    }

    /// Reads a message; nil where a member is missing or not of its form.
    public init?(_ value: JSONValue) {
        guard let secureElement = value.bytes("secureElement").flatMap(SecureElementID.init),
            let instruction = value.member("instruction").flatMap(PaymentInstruction.init),
            let ephemeralPublicKey = value.bytes("ephemeralPublicKey"),
            let data = value.bytes("data"), let signature = value.bytes("signature")
        else { return nil }
        self.init(
            secureElement: secureElement,
            instruction: instruction,
            ephemeralPublicKey: ephemeralPublicKey,
            data: data,
            signature: signature
        )
    }
}

extension PaymentInstruction {
    fileprivate var json: JSONOutput {
        .object([
            "transactionIdentifier": .string(transactionID.lowercaseHexadecimal),
            "amountMinorUnits": .integer(amountMinorUnits),
            "currencyNumericCode": .string(currencyNumericCode),
            "merchantIdentifier": .string(merchantIdentifier),
            "applicationDataHash": applicationDataHash.map { .string(Hexadecimal.encode($0)) },
            "merchantToken": merchantToken.map {
                .object(["identifier": .string($0.identifier), "metadata": $0.metadata.json])
            },
            "parts": .array(
                parts.map {
                    .object([
                        "merchantIdentifier": .string($0.merchantIdentifier),
                        "amountMinorUnits": .integer($0.amountMinorUnits),
                    ])
                }
            ),
            "chipTerms": chipTerms.map {
                .object([
                    "countryNumericCode": .string($0.countryNumericCode), "date": .string($0.date),
                ])
            },
        ])
    }

    fileprivate init?(_ value: JSONValue) {
        guard let transactionID = value.bytes("transactionIdentifier").flatMap(TransactionID.init),
            let amount = value.member("amountMinorUnits")?.integer,
            let currency = value.member("currencyNumericCode")?.string,
            let merchant = value.member("merchantIdentifier")?.string,
            let list = value.member("parts")?.elements
        else { return nil }
        let parts = list.compactMap(Part.init)
        let hash = value.bytes("applicationDataHash")
        let token = value.member("merchantToken").map(MerchantToken.init)
        let terms = value.member("chipTerms").map(ChipTerms.init)
        guard parts.count == list.count, token != .some(.none), terms != .some(.none),
            (hash == nil) == (value.member("applicationDataHash") == nil)
        else { return nil }
        self.init(
            transactionID: transactionID,
            amountMinorUnits: amount,
            currencyNumericCode: currency,
            merchantIdentifier: merchant,
            applicationDataHash: hash,
            merchantToken: token ?? nil,
            parts: parts,
            chipTerms: terms ?? nil
        )
    }
}

extension PaymentInstruction.Part {
    fileprivate init?(_ value: JSONValue) {
        guard let merchant = value.member("merchantIdentifier")?.string,
            let amount = value.member("amountMinorUnits")?.integer
        else { return nil }
        self.init(merchantIdentifier: merchant, amountMinorUnits: amount)
    }
}

extension PaymentInstruction.MerchantToken {
    fileprivate init?(_ value: JSONValue) {
        guard let identifier = value.member("identifier")?.string,
            let metadata = value.member("metadata").flatMap(MerchantTokenMetadata.init)
        else { return nil }
        self.init(identifier: identifier, metadata: metadata)
    }
}

extension ChipTerms {
    fileprivate init?(_ value: JSONValue) {
        guard let country = value.member("countryNumericCode")?.string,
            let date = value.member("date")?.string
        else { return nil }
        self.init(countryNumericCode: country, date: date)
    }
}

extension JSONValue {
    /// The bytes of a member in hexadecimal; nil where it is missing or not hexadecimal.
    package func bytes(_ name: String) -> [UInt8]? {
        member(name)?.string.flatMap { try? Hexadecimal.decode($0) }
    }
}

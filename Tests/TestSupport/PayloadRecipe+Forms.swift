internal import Bytes
internal import JSON
public import World

extension PayloadRecipe {
    /// The forms of payload that Apple seals.
    public enum Form: String, CaseIterable, Sendable {
        /// A cryptogram with a commerce indicator.
        case threeDSecure
        /// A cryptogram of 19 bytes and no commerce indicator, as of Mastercard.
        case withoutIndicator
        /// No cryptogram at all, as some merchant tokens have it.
        case withoutCryptogram
        /// Chip data that carries amount and currency.
        case chipData
        /// Chip data that hides both, an encrypted PIN, and an amount of zero, as of UnionPay.
        case chipDataWithPIN
        /// A cryptogram for each of two merchants.
        case severalMerchants
        /// A cryptogram, and a merchant token.
        case merchantToken
    }

    /// A payload of a form, with secrets of this world's.
    public init(_ form: Form, from world: World) {
        let usual = PayloadRecipe(from: world)
        switch form {
        case .threeDSecure: self = usual
        case .withoutIndicator:
            let short = PayloadRecipe(from: world, cryptogramLength: 19)
            let text = JSONOutput.string(Base64.encode(short.cryptogram))
            self = short.with("paymentData", .object(["onlinePaymentCryptogram": text]))
        case .withoutCryptogram: self = usual.with("paymentData", .object([]))
        case .chipData: self = usual.sealingChipData(from: world)
        case .chipDataWithPIN: self = usual.sealingHiddenChipData(from: world)
        case .severalMerchants: self = usual.sealingResponses(from: world)
        case .merchantToken: self = usual.sealingMerchantToken()
        }
    }

    /// The payload with chip data in the place of its cryptogram.
    public func with(chipData objects: [DataObjectRecipe], pin: [UInt8]? = nil) -> PayloadRecipe {
        let chip = objects.flatMap { $0.encoded() }
        var changed = with("paymentDataType", .string("EMV"))
            .with(
                "paymentData",
                .object([
                    "emvData": .string(Base64.encode(chip)),
                    "encryptedPINData": pin.map { .string(Hexadecimal.encode($0)) },
                ])
            )
        changed.otherSecrets += [("chip data", chip)] + (pin.map { [("PIN", $0)] } ?? [])
        return changed
    }

    /// Objects as a published payload has them, in its order.
    public func chipObjects(
        amount: [UInt8] = [0, 0, 0, 0, 0x10, 0x75],
        currency: [UInt8] = [0x08, 0x40],
        from world: World
    ) -> [DataObjectRecipe] {
        func random(_ count: Int) -> [UInt8] { world.randomness.bytes(count) }
        let number = (try? Hexadecimal.decode(accountNumber)) ?? []
        return [
            DataObjectRecipe([0x9f, 0x26], random(8)), DataObjectRecipe([0x9f, 0x10], random(18)),
            DataObjectRecipe([0x9f, 0x36], [0, 3]), DataObjectRecipe([0x95], random(5)),
            DataObjectRecipe([0x9f, 0x27], [0x80]), DataObjectRecipe([0x9f, 0x34], [1, 0, 2]),
            DataObjectRecipe([0x9f, 0x37], random(4)), DataObjectRecipe([0x9f, 0x02], amount),
            DataObjectRecipe([0x9f, 0x03], [0, 0, 0, 0, 0, 0]),
            DataObjectRecipe([0x5f, 0x2a], currency), DataObjectRecipe([0x9a], [0x26, 3, 0x14]),
            DataObjectRecipe([0x9c], [0]), DataObjectRecipe([0x84], random(7)),
            DataObjectRecipe([0x5a], number), DataObjectRecipe([0x5f, 0x34], [0]),
            DataObjectRecipe([0x5f, 0x24], [0x31, 7, 0x31]),
            DataObjectRecipe([0x9f, 0x1a], [8, 0x40]), DataObjectRecipe([0x82], [2, 0x80]),
        ]
    }

    private func sealingChipData(from world: World) -> PayloadRecipe {
        with(chipData: chipObjects(from: world)).with("cardholderName", nil)
    }

    private func sealingHiddenChipData(from world: World) -> PayloadRecipe {
        func random(_ count: Int) -> [UInt8] { world.randomness.bytes(count) }
        let objects = [
            DataObjectRecipe([0x9f, 0x26], random(8)), DataObjectRecipe([0x9f, 0x36], [0, 4]),
            DataObjectRecipe([0x81], [0, 112]), DataObjectRecipe([0x83], random(112)),
        ]
        return with(chipData: objects, pin: random(28)).with("transactionAmount", .integer(0))
            .with("currencyCode", .string("156")).with("cardholderName", nil)
    }

    private func sealingResponses(from world: World) -> PayloadRecipe {
        var changed = with("paymentData", .object([]))
        var responses: [JSONOutput] = []
        for (number, amount) in ["1000", "0.75"].enumerated() {
            let cryptogram = world.randomness.bytes(20)
            changed.otherSecrets.append(("authentication data \(number)", cryptogram))
            responses.append(
                .object([
                    "merchantIdentifier": .string("merchant \(number)"),
                    "authenticationData": .string(Base64.encode(cryptogram)),
                    "transactionAmount": .string(amount),
                ])
            )
        }
        return changed.with("authenticationResponses", .array(responses))
    }

    private func sealingMerchantToken() -> PayloadRecipe {
        let card = JSONOutput.object([
            "cardCountry": .string("US"), "expirationDate": .string("2031-07"),
            "fpanSuffix": .string("4242"), "shortDescription": .string("TEST Bank"),
            "longDescription": .string("TEST Bank Gold"),
        ])
        let art = JSONOutput.object([
            "name": .string("front"), "type": .string("image/png"),
            "url": .string("https://cards.example/front.png"),
        ])
        let metadata = JSONOutput.object(["cardMetadata": card, "cardArt": .array([art])])
        return with("merchantTokenIdentifier", .string("TESTMPAN-1"))
            .with("merchantTokenMetadata", metadata)
    }
}

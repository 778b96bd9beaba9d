internal import AppleServers
internal import Bytes
internal import CardAccounts
internal import Money
internal import PaymentToken
internal import TokenDisplay
internal import Wallet
internal import World

/// The steps in which a token is made.
///
/// - Source: Apple, *Apple Pay component security* and *How Apple Pay keeps users' purchases protected*, in
///   outline; mission 11.1 to 11.3.
enum StoryTokenSteps {
    static func instructed(_ instruction: PaymentInstruction, at time: UnixTime) -> StoryStep {
        let currency = Currency(numericCode: instruction.currencyNumericCode)
        let amount =
            currency.map {
                "\(Money(minorUnits: instruction.amountMinorUnits, currency: $0))"
            } ?? "\(instruction.amountMinorUnits)"
        var rows: [(name: String, value: String)] = [
            ("amount", amount), ("merchant", instruction.merchantIdentifier),
            ("transactionId", instruction.transactionID.lowercaseHexadecimal),
            ("proof", instruction.chipTerms == nil ? "a 3-D Secure cryptogram" : "chip data (EMV)"),
        ]
        if let hash = instruction.applicationDataHash {
            rows.append(("SHA-256 of applicationData", Hexadecimal.encode(hash)))
        }
        for part in instruction.parts {
            rows.append(("part for \(part.merchantIdentifier)", "\(part.amountMinorUnits)"))
        }
        return StoryStep(
            phase: .token,
            from: .sheet,
            to: .secureElement,
            title: "Pay \(amount), once",
            text: "The shopper confirmed exactly this amount for this merchant.",
            time: time,
            parts: [.facts("The instruction", rows)]
        )
    }

    static func sealed(_ sealed: SealedForApple, at time: UnixTime) -> StoryStep {
        var map = ByteMap(
            named: "sealed for Apple",
            """
            The device account number and the cryptogram, encrypted for Apple’s server; the form is the sandbox’s \
            own.
            """,
            sealed.data
        )
        map.addWhole(
            "encrypted payload",
            "nothing of the device but the Secure Element can read it"
        )
        return StoryStep(
            phase: .token,
            from: .secureElement,
            to: .apple,
            title: "The card’s data, encrypted for Apple",
            text: """
                The Secure Element counted the payment, made a cryptogram over amount and merchant, and encrypted \
                both. The card’s own number is not in it: the chip has never had it.
                """,
            time: time,
            parts: [
                .facts(
                    "What is sent",
                    [
                        ("Secure Element", Hexadecimal.encode(sealed.secureElement.bytes)),
                        ("ephemeral key", "P-256, made for this payment"),
                        ("encrypted payload", "\(sealed.data.count) bytes, AES-256-GCM"),
                        (
                            "signature",
                            "ECDSA, \(sealed.signature.count) bytes, by the Secure Element"
                        ),
                    ]
                ), .bytes(map),
            ]
        )
    }

    static func made(
        _ token: SealedPaymentToken,
        _ opened: PaymentPayload?,
        for recipient: String?,
        reveals: Bool,
        at time: UnixTime
    ) -> StoryStep {
        let map = TokenMap(token, opened: opened, revealing: reveals)
        return StoryStep(
            phase: .token,
            from: .apple,
            to: .sheet,
            title: "The payment token, for this merchant alone",
            text: """
                Apple’s server opened the card’s data, encrypted them again for the merchant’s certificate\
                \(recipient.map { ", whose key \($0) keeps," } ?? ",") and signed the result. It keeps nothing.
                """,
            time: time,
            parts: map.parts.map { .bytes($0) }
        )
    }
}

internal import Bytes

/// A deliberate behaviour of the network or an issuer, so that a merchant's software can be tested.
///
/// A scenario is chosen by the number of the card, by the amount, or by a message for the next
/// authorization (Documentation/SimulatedCardNetwork.md). A payment outside of the table is decided by the
/// account's state.
public struct Scenario: Hashable, Sendable {
    /// The effect.
    package enum Effect: Hashable, Sendable {
        /// Decided by the account's state.
        case approve
        /// The issuer declines.
        case decline(DecisionCode)
        /// The issuer approves half of the amount.
        case partialApproval
        /// The issuer declines requests without an encrypted PIN.
        case pinRequired
        /// The issuer does not answer, and the network decides.
        case silentIssuer
        /// The request is decided, and the answer is lost.
        case lostAnswer
        /// The request is decided, and the answer is sent some seconds later.
        case lateAnswer
        /// The answer is sent twice.
        case duplicateAnswer
        /// In place of the answer, bytes are sent that are no message.
        case malformedAnswer
        /// The request is decided, and the connection is closed.
        case closedConnection
    }

    /// The name, by which the next authorization is given the scenario.
    public let name: String
    /// The TEST card, whose every authorization is played so.
    public let cardNumber: String
    /// The amount in minor units, of any currency, whose authorizations are played so.
    public let amountMinorUnits: Int64
    /// The effect, in one line.
    public let summary: String
    package let effect: Effect

    private init(
        _ name: String,
        _ cardNumber: String,
        _ amount: Int64,
        _ summary: String,
        _ effect: Effect
    ) {
        self.name = name
        self.cardNumber = cardNumber
        amountMinorUnits = amount
        self.summary = summary
        self.effect = effect
    }

    private static func decline(
        _ code: DecisionCode,
        _ name: String,
        _ cardNumber: String,
        _ amount: Int64,
        _ summary: String
    ) -> Scenario {
        Scenario(
            name,
            cardNumber,
            amount,
            "declines \(code.rawValue): \(summary)",
            .decline(code)
        )
    }

    /// All scenarios, ordered as the documentation shows them.
    ///
    /// - Source: the five numbers of Visa that end in 0002, 9995, 9987, 9979 and 0069 are Stripe's
    ///   published test cards; the others and the amounts are our decision. Amounts follow the
    ///   convention of Checkout.com, where the last two digits are the response code.
    public static let all: [Scenario] = others + declines

    private static let declines: [Scenario] = [
        decline(.refer, "refer", "4000000000900011", 900_001, "the issuer wants to be called"),
        decline(
            .invalidMerchant,
            "invalid-merchant",
            "4000000000900037",
            900_003,
            "the merchant is unknown"
        ),
        decline(.pickUp, "pick-up", "4000000000900045", 900_004, "the card is to be kept"),
        decline(.doNotHonor, "do-not-honor", "4000000000000002", 900_005, "no reason is given"),
        decline(
            .invalidTransaction,
            "invalid-transaction",
            "4000000000900128",
            900_012,
            "not possible"
        ),
        decline(.unknownAccount, "unknown-account", "4000000000900144", 900_014, "no such account"),
        decline(.lost, "lost-card", "4000000000009987", 900_041, "the card was lost"),
        decline(.stolen, "stolen-card", "4000000000009979", 900_043, "the card was stolen"),
        decline(.closed, "closed-account", "4000000000900466", 900_046, "the account is closed"),
        decline(
            .insufficientFunds,
            "insufficient-funds",
            "4000000000009995",
            900_051,
            "insufficient funds"
        ),
        decline(.expired, "expired-card", "4000000000000069", 900_054, "the card has expired"),
        decline(.wrongPIN, "wrong-pin", "4000000000900557", 900_055, "the PIN is wrong"),
        decline(
            .notPermitted,
            "not-permitted",
            "4000000000900573",
            900_057,
            "the cardholder may not do this"
        ),
        decline(.suspectedFraud, "suspected-fraud", "4000000000900599", 900_059, "suspected fraud"),
        decline(
            .amountLimit,
            "amount-limit",
            "4000000000900615",
            900_061,
            "more than one payment may have"
        ),
        decline(
            .restricted,
            "restricted-card",
            "4000000000900623",
            900_062,
            "the card is restricted"
        ),
        decline(.countLimit, "count-limit", "4000000000900656", 900_065, "too many payments"),
        decline(
            .cryptogramInvalid,
            "cryptogram-invalid",
            "4000000000900821",
            900_082,
            "the cryptogram is not right"
        ),
        decline(
            .issuerUnavailable,
            "issuer-unavailable",
            "4000000000900912",
            900_091,
            "the issuer does not answer"
        ),
        decline(.systemError, "system-error", "4000000000900961", 900_096, "the network failed"),
    ]

    private static let others: [Scenario] = [
        Scenario("approve", "4000000000900003", 900_000, "decided by the account", .approve),
        Scenario(
            "partial-approval",
            "4000000000901019",
            900_101,
            "approves half of the amount",
            .partialApproval
        ),
        Scenario(
            "pin-required",
            "4000000000901027",
            900_102,
            "declines without an encrypted PIN: 1A",
            .pinRequired
        ),
        Scenario(
            "issuer-silent",
            "4000000000901035",
            900_103,
            "the issuer is silent, and the network decides",
            .silentIssuer
        ),
        Scenario(
            "time-out",
            "4000000000901043",
            900_104,
            "decided, but the answer is lost",
            .lostAnswer
        ),
        Scenario(
            "late-answer",
            "4000000000901050",
            900_105,
            "decided, but answered late",
            .lateAnswer
        ),
        Scenario(
            "duplicate-answer",
            "4000000000901068",
            900_106,
            "answered twice",
            .duplicateAnswer
        ),
        Scenario(
            "malformed-answer",
            "4000000000901076",
            900_107,
            "decided, but answered with bytes that are no message",
            .malformedAnswer
        ),
        Scenario(
            "closed-connection",
            "4000000000901084",
            900_108,
            "decided, but the connection is closed",
            .closedConnection
        ),
    ]

    /// The scenario with a name; nil if there is none.
    public static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// The scenario of an amount; nil for most amounts.
    static func ofAmount(_ minorUnits: Int64) -> Scenario? {
        guard (900_000...900_999).contains(minorUnits) else { return nil }
        return all.first { $0.amountMinorUnits == minorUnits }
    }

    /// The scenario of a card's number; nil for most numbers.
    static func ofCard(_ number: Secret) -> Scenario? {
        all.first { Secret(copying: Array($0.cardNumber.utf8)) == number }
    }
}

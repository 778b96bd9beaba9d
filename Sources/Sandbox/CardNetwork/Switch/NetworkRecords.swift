package import CardAccounts
package import World

/// A device account in the token vault.
package struct VaultToken: Sendable {
    /// A keyed digest of the device account number.
    package let identifier: String
    /// The last four digits of the number.
    package let suffix: String
    /// The account behind it.
    package let card: String
    /// The record by which its cryptograms are judged.
    package var record: TokenRecord
    /// Whether it is a merchant's, which is valid without the device.
    package let isMerchantToken: Bool

    /// A device account, or a merchant token.
    package init(
        identifier: String,
        suffix: String,
        card: String,
        record: TokenRecord,
        isMerchantToken: Bool = false
    ) {
        self.identifier = identifier
        self.suffix = suffix
        self.card = card
        self.record = record
        self.isMerchantToken = isMerchantToken
    }
}

/// An approved authorization, and what became of its amount.
package struct NetworkPayment: Hashable, Sendable {
    /// The state of a payment.
    package enum State: String, Hashable, Sendable {
        /// The rest of the hold may be captured.
        case open
        /// It was reversed by the merchant's bank; captured amounts may be refunded.
        case reversed
        /// The hold reached its time limit; captured amounts may be refunded.
        case expired
    }

    /// The identity of the authorization's message.
    package let identifier: String
    /// The card's account.
    package let card: String
    /// The bank that issued the card.
    package let issuer: String
    /// The merchant's identifier.
    package let merchant: String
    /// The retrieval reference number of the authorization.
    package let reference: String
    /// The currency, as three digits of ISO 4217.
    package let currency: String
    /// The approved amount. Units: minor units.
    package let authorized: Int64
    /// The authorization code.
    package let authorizationCode: String
    /// When what is held then becomes available again.
    package let expiresAt: UnixTime
    /// The amount that is still held.
    package var held: Int64
    /// The captured amount, less reversed captures.
    package var captured: Int64
    /// The refunded amount, less reversed refunds.
    package var refunded: Int64
    /// The state.
    package var state: State
    /// When the issuer is told of an approval in its place; nil where it has decided itself or has been
    /// told.
    package var adviceAt: UnixTime?

    /// A payment.
    package init(
        identifier: String,
        card: String,
        issuer: String,
        merchant: String,
        reference: String,
        currency: String,
        authorized: Int64,
        authorizationCode: String,
        expiresAt: UnixTime,
        held: Int64,
        captured: Int64 = 0,
        refunded: Int64 = 0,
        state: State = .open,
        adviceAt: UnixTime? = nil
    ) {
        self.identifier = identifier
        self.card = card
        self.issuer = issuer
        self.merchant = merchant
        self.reference = reference
        self.currency = currency
        self.authorized = authorized
        self.authorizationCode = authorizationCode
        self.expiresAt = expiresAt
        self.held = held
        self.captured = captured
        self.refunded = refunded
        self.state = state
        self.adviceAt = adviceAt
    }
}

/// The cardholder's consent to later payments: an approved authorization by cryptogram that said that the
/// merchant stores the account.
package struct StandingInstruction: Hashable, Sendable {
    /// The network's name for the authorization: 15 digits.
    package let transaction: String
    /// A keyed digest of the account number.
    package let token: String
    /// The merchant's identifier.
    package let merchant: String
}

/// A message that was answered.
package struct NetworkMessageRecord: Hashable, Sendable {
    /// The effect of the message on a payment.
    package enum Effect: String, Hashable, Sendable {
        /// Nothing: a decline.
        case none
        /// It authorized.
        case authorization
        /// It captured ``NetworkMessageRecord/amount``.
        case capture
        /// It refunded ``NetworkMessageRecord/amount``.
        case refund
        /// It reversed another message.
        case reversal
        /// It never came: only its reversal did.
        case absent
    }

    /// The identity of the message: its trace number (6 digits), retrieval reference number (12
    /// characters), time, class, merchant's bank, terminal and merchant, with bars between them.
    package let identity: String
    /// The references by which a second message with the same ones counts as a duplicate; nil for
    /// reversals, which may be repeated under other references.
    package let duplicateKey: String?
    /// A keyed digest of the whole message, without the digit that marks repeats.
    package let content: [UInt8]
    /// The answer.
    package let answer: SwitchAnswer
    /// The payment; nil where there is none.
    package let payment: String?
    /// The effect.
    package var effect: Effect
    /// The amount that it captured or refunded. Units: minor units.
    package let amount: Int64

    /// A record.
    package init(
        identity: String,
        duplicateKey: String?,
        content: [UInt8],
        answer: SwitchAnswer,
        payment: String?,
        effect: Effect,
        amount: Int64
    ) {
        self.identity = identity
        self.duplicateKey = duplicateKey
        self.content = content
        self.answer = answer
        self.payment = payment
        self.effect = effect
        self.amount = amount
    }
}

/// A capture or a refund for the settlement file.
package struct ClearingRecord: Hashable, Sendable {
    /// The kind: a capture, a refund, or a reversal of one.
    package let kind: JournalEntry.Kind
    /// The merchant's identifier.
    package let merchant: String
    /// The retrieval reference number of the payment's authorization.
    package let reference: String
    /// The authorization code.
    package let authorizationCode: String
    /// The trace number of the message.
    package let trace: String
    /// The currency, as three digits of ISO 4217.
    package let currency: String
    /// The amount, which is negative for what the merchant pays back. Units: minor units.
    package let amount: Int64
    /// The network's fee.
    package let fee: Int64
}

/// The records that a message may need, found by key.
package struct WorkingSet: Sendable {
    /// The answer that a message with the same identity was given.
    package var earlier: NetworkMessageRecord?
    /// Whether another message has the same references.
    package var isDuplicate = false
    /// The device account.
    package var token: VaultToken?
    /// The account behind it, or behind the payment.
    package var account: CardholderAccount?
    /// The account's balances in the message's currency; nil before its first use.
    package var balance: CardBalance?
    /// The approvals in this issuer's place for this account that are not yet reported.
    /// Units: minor units.
    package var standIn: Int64 = 0
    /// The consent that an authorization without a proof names.
    package var instruction: StandingInstruction?
    /// The message that this one refers to.
    package var original: NetworkMessageRecord?
    /// The payment of that message.
    package var payment: NetworkPayment?

    /// Nothing found.
    package init() {}
}

/// The changes of a message: records to write in one transaction.
package struct NetworkChanges: Sendable {
    /// Messages to insert.
    package var messages: [NetworkMessageRecord] = []
    /// A device account whose counter has changed.
    package var token: VaultToken?
    /// A consent to insert.
    package var instruction: StandingInstruction?
    /// A payment to insert or replace.
    package var payment: NetworkPayment?
    /// An account that has changed.
    package var account: CardholderAccount?
    /// Balances to insert or replace.
    package var balances: [CardBalance] = []
    /// An earlier message whose effect was reversed.
    package var reversedMessage: String?
    /// Journal entries, in their order.
    package var journal: [JournalEntry] = []
    /// Rows of the settlement file.
    package var clearing: [ClearingRecord] = []

    /// Nothing.
    package init() {}
}

/// Whose money an entry moves.
struct LedgerParties: Hashable, Sendable {
    /// The card's account.
    let card: String
    /// The bank that issued the card.
    let issuer: String
    /// The merchant's identifier.
    let merchant: String
    /// The currency, as three digits of ISO 4217.
    let currency: String
}

/// The journal entry of each event. Amounts are in minor units.
enum LedgerRules {
    /// The network's fee for a captured amount, which the merchant pays: 0.13 %, rounded down.
    ///
    /// - Source: our decision.
    static func fee(on amount: Int64) -> Int64 {
        amount / 10_000 * 13 + amount % 10_000 * 13 / 10_000
    }

    /// The cardholder gets a credit line.
    static func open(_ limit: Int64, _ parties: LedgerParties) -> JournalEntry {
        JournalEntry(
            .open,
            limit,
            parties.currency,
            from: .line(issuer: parties.issuer),
            to: .available(card: parties.card)
        )
    }

    /// The issuer changes the credit line by an amount, which may be negative.
    static func line(_ change: Int64, _ card: String, _ issuer: String, _ currency: String)
        -> JournalEntry
    {
        JournalEntry(
            .line,
            change,
            currency,
            from: .line(issuer: issuer),
            to: .available(card: card)
        )
    }

    /// The issuer reserves an amount.
    static func hold(_ amount: Int64, _ parties: LedgerParties) -> JournalEntry {
        JournalEntry(
            .hold,
            amount,
            parties.currency,
            from: .available(card: parties.card),
            to: .held(card: parties.card)
        )
    }

    /// A reserved amount becomes available again.
    static func release(
        _ amount: Int64,
        _ parties: LedgerParties,
        as kind: JournalEntry.Kind = .release
    ) -> JournalEntry {
        JournalEntry(
            kind,
            amount,
            parties.currency,
            from: .held(card: parties.card),
            to: .available(card: parties.card)
        )
    }

    /// The network approves an amount in the issuer's place.
    static func standIn(_ amount: Int64, _ parties: LedgerParties) -> JournalEntry {
        JournalEntry(
            .standIn,
            amount,
            parties.currency,
            from: .line(issuer: parties.issuer),
            to: .standIn(issuer: parties.issuer)
        )
    }

    /// The issuer accepts what the network approved in its place, and reserves it.
    static func advice(_ amount: Int64, _ parties: LedgerParties) -> JournalEntry {
        var entry = JournalEntry(.advice)
        entry.transfer(
            amount,
            parties.currency,
            from: .standIn(issuer: parties.issuer),
            to: .line(issuer: parties.issuer)
        )
        entry.transfer(
            amount,
            parties.currency,
            from: .available(card: parties.card),
            to: .held(card: parties.card)
        )
        return entry
    }

    /// A held amount is due from the cardholder, and from the issuer to the merchant, less the fee.
    static func capture(_ amount: Int64, _ parties: LedgerParties) -> JournalEntry {
        clearing(
            .capture,
            amount,
            fee: fee(on: amount),
            parties,
            cardFrom: .held(card: parties.card)
        )
    }

    /// The capture's opposite. Where the hold has ended, the amount becomes available.
    static func reversalOfCapture(
        _ amount: Int64,
        intoHold: Bool,
        _ parties: LedgerParties
    ) -> JournalEntry {
        let card = parties.card
        return clearing(
            .captureReversal,
            -amount,
            fee: -fee(on: amount),
            parties,
            cardFrom: intoHold ? .held(card: card) : .available(card: card)
        )
    }

    /// The cardholder gets an amount back; the fee is kept.
    static func refund(_ amount: Int64, _ parties: LedgerParties) -> JournalEntry {
        clearing(.refund, -amount, fee: 0, parties, cardFrom: .available(card: parties.card))
    }

    /// The refund's opposite.
    static func reversalOfRefund(_ amount: Int64, _ parties: LedgerParties) -> JournalEntry {
        clearing(.refundReversal, amount, fee: 0, parties, cardFrom: .available(card: parties.card))
    }

    /// Issuers pay, merchants are paid and the network takes its fees, through the settlement bank.
    ///
    /// - Parameter balances: The balances of merchants, issuers' payables and fees.
    /// - Returns: The entry that brings them to zero.
    static func settlement(_ balances: [(LedgerAccount, currency: String, Int64)]) -> JournalEntry {
        var entry = JournalEntry(.settlement)
        for (account, currency, balance) in balances {
            entry.transfer(balance, currency, from: account, to: .settlement)
        }
        return entry
    }

    private static func clearing(
        _ kind: JournalEntry.Kind,
        _ amount: Int64,
        fee: Int64,
        _ parties: LedgerParties,
        cardFrom source: LedgerAccount
    ) -> JournalEntry {
        let currency = parties.currency
        let payable = LedgerAccount.payable(issuer: parties.issuer)
        var entry = JournalEntry(kind)
        entry.transfer(amount, currency, from: source, to: .owed(card: parties.card))
        entry.transfer(amount - fee, currency, from: payable, to: .merchant(parties.merchant))
        entry.transfer(fee, currency, from: payable, to: .fees)
        return entry
    }
}

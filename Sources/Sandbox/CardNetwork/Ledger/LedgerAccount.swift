/// An account of the network's ledger. Each has one balance for each currency.
///
/// A positive balance is owed to the holder of the account by the rest of the ledger.
package enum LedgerAccount: Hashable, Sendable {
    /// The amount that a cardholder can still spend.
    case available(card: String)
    /// The amount that is reserved for authorizations.
    case held(card: String)
    /// The amount that a cardholder owes for captured payments.
    case owed(card: String)
    /// The credit line that an issuer has given its cardholders; zero or less.
    case line(issuer: String)
    /// The amount that an issuer is due to pay for captured payments; zero or less.
    case payable(issuer: String)
    /// The amount that a merchant is due to receive.
    case merchant(String)
    /// The network's fees.
    case fees
    /// Approvals that the network gave in an issuer's place and has not yet reported to it.
    case standIn(issuer: String)
    /// The settlement bank.
    case settlement

    /// The account as a record names it.
    package var text: String {
        switch self {
        case .available(let card): "available:\(card)"
        case .held(let card): "held:\(card)"
        case .owed(let card): "owed:\(card)"
        case .line(let issuer): "line:\(issuer)"
        case .payable(let issuer): "payable:\(issuer)"
        case .merchant(let merchant): "merchant:\(merchant)"
        case .fees: "fees"
        case .standIn(let issuer): "stand-in:\(issuer)"
        case .settlement: "settlement"
        }
    }

    /// Reads an account that is settled at the end of a day: a merchant's, an issuer's payable, or the
    /// fees; nil for any other text.
    package init?(settled text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("fees", 1): self = .fees
        case ("merchant", 2): self = .merchant(parts[1])
        case ("payable", 2): self = .payable(issuer: parts[1])
        default: return nil
        }
    }
}

/// One line of a journal entry.
package struct Posting: Hashable, Sendable {
    /// The account.
    package let account: LedgerAccount
    /// The currency, as three digits of ISO 4217.
    package let currency: String
    /// The change of the account's balance. Units: minor units.
    package let amount: Int64
}

/// A change of the ledger: postings that add up to zero in every currency, because each transfer
/// takes from one account what it gives to another.
package struct JournalEntry: Hashable, Sendable {
    /// The kind of an entry.
    package enum Kind: String, Hashable, Sendable {
        /// An account was first used in a currency.
        case open
        /// An issuer changed an account's credit line.
        case line
        /// An issuer approved an authorization.
        case hold
        /// The network approved in an issuer's place.
        case standIn = "stand-in"
        /// The issuer received the advice of such an approval.
        case advice
        /// All or a part of a hold ended without a capture.
        case release
        /// A hold reached its time limit.
        case expiry
        /// A merchant captured a payment, or a part of it.
        case capture
        /// A capture was reversed.
        case captureReversal = "capture-reversal"
        /// A merchant refunded a payment, or a part of it.
        case refund
        /// A refund was reversed.
        case refundReversal = "refund-reversal"
        /// The end of a day.
        case settlement
    }

    /// The kind.
    package let kind: Kind
    /// The lines.
    package private(set) var postings: [Posting] = []

    /// An entry without lines.
    init(_ kind: Kind) { self.kind = kind }

    /// An entry that moves one amount.
    init(
        _ kind: Kind,
        _ amount: Int64,
        _ currency: String,
        from source: LedgerAccount,
        to target: LedgerAccount
    ) {
        self.init(kind)
        transfer(amount, currency, from: source, to: target)
    }

    /// Moves an amount, which may be negative, from one account to another.
    mutating func transfer(
        _ amount: Int64,
        _ currency: String,
        from source: LedgerAccount,
        to target: LedgerAccount
    ) {
        guard amount != 0 else { return }
        postings.append(Posting(account: source, currency: currency, amount: -amount))
        postings.append(Posting(account: target, currency: currency, amount: amount))
    }
}

/// The balances of one card in one currency: the sums of its postings, and the use of a day.
package struct CardBalance: Hashable, Sendable {
    /// The card's account.
    package let card: String
    /// The currency, as three digits of ISO 4217.
    package let currency: String
    /// The available amount; negative where a stand-in approved more. Units: minor units.
    package private(set) var available: Int64
    /// The reserved amount.
    package private(set) var held: Int64
    /// The amount that is owed for captured payments.
    package private(set) var owed: Int64
    /// The approvals of the last day that has one.
    package var dailyUse: DailyUse

    /// Balances; zero unless given.
    package init(
        card: String,
        currency: String,
        available: Int64 = 0,
        held: Int64 = 0,
        owed: Int64 = 0,
        dailyUse: DailyUse = DailyUse()
    ) {
        self.card = card
        self.currency = currency
        self.available = available
        self.held = held
        self.owed = owed
        self.dailyUse = dailyUse
    }

    /// Adds the postings of an entry that concern this card.
    mutating func apply(_ entry: JournalEntry) {
        for posting in entry.postings where posting.currency == currency {
            switch posting.account {
            case .available(card): available += posting.amount
            case .held(card): held += posting.amount
            case .owed(card): owed += posting.amount
            default: break
            }
        }
    }
}

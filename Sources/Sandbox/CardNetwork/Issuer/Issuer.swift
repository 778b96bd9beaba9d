internal import World

/// An issuer's decision: a function of the account and the request.
enum Issuer {
    /// What an issuer is asked.
    struct Question: Sendable {
        /// The amount. Units: minor units.
        let amount: Int64
        /// The address that the merchant was given.
        let address: BillingAddress?
        /// Whether there is an encrypted PIN.
        let hasPIN: Bool
        /// Whether the merchant can do with a part of the amount.
        let acceptsPartialApproval: Bool
        /// The time.
        let now: UnixTime
    }

    /// What an issuer answers.
    struct Answer: Hashable, Sendable {
        /// The response code.
        let code: DecisionCode
        /// The approved amount; zero in a decline. Units: minor units.
        let amount: Int64
        /// The result of the comparison of addresses; nil without one.
        let addressResult: String?
    }

    /// Decides on an authorization. The scenario comes first, then the state of the account, then
    /// the amount.
    static func decide(
        _ question: Question,
        on account: CardholderAccount,
        _ balance: CardBalance,
        playing effect: Scenario.Effect?
    ) -> Answer {
        let addressResult = question.address.map {
            BillingAddress.result(of: $0, against: account.address)
        }
        let (code, amount) = verdict(question, account, balance, effect)
        return Answer(
            code: code,
            amount: code.isApproval ? amount : 0,
            addressResult: addressResult
        )
    }

    private static func verdict(
        _ question: Question,
        _ account: CardholderAccount,
        _ balance: CardBalance,
        _ effect: Scenario.Effect?
    ) -> (DecisionCode, Int64) {
        if case .decline(let code) = effect { return (code, 0) }
        if effect == .pinRequired, !question.hasPIN { return (.pinRequired, 0) }
        switch account.status {
        case .open: break
        case .lost: return (.lost, 0)
        case .stolen: return (.stolen, 0)
        case .blocked: return (.restricted, 0)
        case .closed: return (.closed, 0)
        }
        guard !isExpired(account.expiry, at: question.now) else { return (.expired, 0) }
        guard question.amount != 0 else { return (.accountValid, 0) }
        guard question.amount > 0 else { return (.invalidAmount, 0) }
        if let limit = account.paymentLimit, question.amount > limit { return (.amountLimit, 0) }
        var amount = question.amount
        if effect == .partialApproval {
            guard question.acceptsPartialApproval, amount > 1 else {
                return (.insufficientFunds, 0)
            }
            amount /= 2
        }
        guard amount <= balance.available else { return (.insufficientFunds, 0) }
        return (amount < question.amount ? .partiallyApproved : .approved, amount)
    }

    /// Whether the month `YYMM` has passed; true for other texts, and at times outside the calendar.
    static func isExpired(_ expiry: String, at now: UnixTime) -> Bool {
        guard let today = CalendarTime(now), expiry.utf8.count == 4, let month = Int(expiry) else {
            return true
        }
        return (2000 + month / 100, month % 100) < (today.year, today.month)
    }
}

internal import World

/// An issuer's decision: a function of the account and the request.
enum Issuer {
    /// The question to an issuer.
    struct Question: Sendable {
        /// The amount. Units: minor units.
        let amount: Int64
        /// The address that the merchant was given.
        let address: CardholderAddress?
        /// The comparison of the PIN.
        let pin: PINResult
        /// The time.
        let now: UnixTime
        /// The day, in the account's currency.
        let use: DailyUse
    }

    /// The comparison of a PIN.
    enum PINResult: Hashable, Sendable {
        /// The request has no PIN.
        case absent
        /// It is the account's PIN.
        case right
        /// It is not, or it cannot be read.
        case wrong
    }

    /// The answer of an issuer.
    struct Answer: Hashable, Sendable {
        /// The response code.
        let code: DecisionCode
        /// The approved amount; zero in a decline. Units: minor units.
        let amount: Int64
        /// The result of the comparison of addresses; nil without one.
        let addressResult: String?
        /// The number of wrong PINs since the last right one.
        let wrongPINs: Int64
    }

    /// Decides on an authorization. The scenario comes first, then the state of the account, then the
    /// PIN, then the amount.
    static func decide(
        _ question: Question,
        on account: CardholderAccount,
        _ balance: CardBalance,
        playing effect: Scenario.Effect?
    ) -> Answer {
        let addressResult = question.address.map {
            CardholderAddress.result(
                of: $0,
                against: account.settings.address,
                for: CardScheme(rawValue: account.issuer)
            )
        }
        var wrongPINs = account.wrongPINs
        let refusal =
            refusal(question, account, effect) ?? refusal(of: question.pin, &wrongPINs)
        let (code, amount) =
            refusal.map { ($0, 0) } ?? verdict(question, account, balance, effect)
        return Answer(
            code: code,
            amount: code.isApproval ? amount : 0,
            addressResult: addressResult,
            wrongPINs: wrongPINs
        )
    }

    /// Whether the scenario or the account permits no payment.
    private static func refusal(
        _ question: Question,
        _ account: CardholderAccount,
        _ effect: Scenario.Effect?
    ) -> DecisionCode? {
        if case .decline(let code) = effect { return code }
        if effect == .pinRequired, question.pin == .absent { return .pinRequired }
        switch account.settings.status {
        case .open: break
        case .lost: return .lost
        case .stolen: return .stolen
        case .blocked: return .restricted
        case .closed: return .closed
        }
        return isExpired(account.expiry, at: question.now) ? .expired : nil
    }

    /// A right PIN ends the count of wrong ones. After too many, a right one is refused too.
    private static func refusal(of pin: PINResult, _ wrongPINs: inout Int64) -> DecisionCode? {
        guard pin != .absent else { return nil }
        guard wrongPINs < CardholderAccount.wrongPINsAtMost else { return .pinTriesExceeded }
        wrongPINs = pin == .right ? 0 : wrongPINs + 1
        return pin == .right ? nil : .wrongPIN
    }

    private static func verdict(
        _ question: Question,
        _ account: CardholderAccount,
        _ balance: CardBalance,
        _ effect: Scenario.Effect?
    ) -> (DecisionCode, Int64) {
        guard question.amount > 0 else { return (.accountValid, 0) }
        if let limit = account.settings.paymentLimit, question.amount > limit {
            return (.amountLimit, 0)
        }
        var amount = question.amount
        if effect == .partialApproval {
            guard amount > 1 else { return (.insufficientFunds, 0) }
            amount /= 2
        }
        if let limit = account.settings.dailyPayments, question.use.payments >= limit {
            return (.countLimit, 0)
        }
        if let limit = account.settings.dailyAmount, amount > limit - question.use.amount {
            return (.amountLimit, 0)
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

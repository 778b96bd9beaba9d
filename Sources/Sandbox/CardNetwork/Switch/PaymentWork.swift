/// A payment with its balance, while a message changes them.
struct PaymentWork {
    var payment: NetworkPayment { didSet { changes.payment = payment } }
    var changes = NetworkChanges()
    private var balance: CardBalance
    private let limit: Int64?
    /// The day of the authorization.
    private let day: Int64

    init(
        _ payment: NetworkPayment,
        _ account: CardholderAccount?,
        _ balance: CardBalance?,
        day: Int64
    ) {
        self.payment = payment
        self.day = day
        limit = balance == nil ? account?.settings.creditLine : nil
        self.balance = balance ?? CardBalance(card: payment.card, currency: payment.currency)
    }

    var parties: LedgerParties {
        LedgerParties(
            card: payment.card,
            issuer: payment.issuer,
            merchant: payment.merchant,
            currency: payment.currency
        )
    }

    mutating func post(_ entry: JournalEntry) {
        guard !entry.postings.isEmpty else { return }
        balance.apply(entry)
        changes.journal.append(entry)
        changes.balances = [balance]
    }

    /// The issuer accepts what was approved in its place, whatever is available: the limit of the
    /// stand-in was agreed with it. An account that has never been used in the currency is opened.
    mutating func tellIssuer() {
        guard payment.adviceAt != nil else { return }
        if let limit { post(LedgerRules.open(limit, parties)) }
        // Of the day before, where the issuer is told after midnight, nothing is counted any more.
        if day >= balance.dailyUse.day { balance.dailyUse.add(payment.authorized, on: day) }
        post(LedgerRules.advice(payment.authorized, parties))
        payment.adviceAt = nil
    }

    /// The day's use of the account without this payment.
    mutating func uncount() {
        balance.dailyUse.remove(payment.authorized, on: day)
        changes.balances = [balance]
    }

    mutating func release(_ amount: Int64, as kind: JournalEntry.Kind) {
        post(LedgerRules.release(amount, parties, as: kind))
        payment.held -= amount
    }

    mutating func clear(_ kind: JournalEntry.Kind, _ amount: Int64, _ trace: String) {
        let fee =
            switch kind {
            case .capture: LedgerRules.fee(on: amount)
            case .captureReversal: -LedgerRules.fee(on: -amount)
            default: Int64(0)
            }
        changes.clearing.append(
            ClearingRecord(
                kind: kind,
                merchant: payment.merchant,
                reference: payment.reference,
                authorizationCode: payment.authorizationCode,
                trace: trace,
                currency: payment.currency,
                amount: amount,
                fee: fee
            )
        )
    }
}

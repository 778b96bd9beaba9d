internal import Money
internal import PaymentRequest
public import PaymentSheet
public import World

/// A line of the merchant's summary, as it is shown.
public struct SheetLine: Hashable, Sendable {
    /// Its label.
    public let label: String
    /// Its amount, with the currency.
    public let amount: String
    /// When it is due, one line each.
    public let details: [String]
    /// Whether the amount is not known yet.
    public let isPending: Bool
}

extension PaymentSheet {
    /// The merchant's lines without the total.
    public func lines(in language: Language) -> [SheetLine] {
        request.items.dropLast()
            .map { SheetLine($0.label, $0.amount, $0.kind, $0.timing, in: language) }
    }

    /// The total, with the name of who is paid.
    public func totalLine(in language: Language) -> SheetLine {
        let payee = PayeeWording.text(request.totalItem.label, in: language)
        return SheetLine(payee, request.total, request.totalItem.kind, nil, in: language)
    }

    /// The lines of a payment that is charged later or again, with the merchant's description; nil
    /// for a payment that is made once.
    public func agreement(in language: Language) -> (description: String, lines: [SheetLine])? {
        let stated = request.request
        let (description, items): (String, [SummaryItem?])
        if let payment = stated.recurringPayment {
            (description, items) = (
                payment.paymentDescription, [payment.trialBilling, payment.regularBilling]
            )
        } else if let payment = stated.automaticReloadPayment {
            (description, items) = (payment.paymentDescription, [payment.automaticReloadBilling])
        } else if let payment = stated.deferredPayment {
            (description, items) = (payment.paymentDescription, [payment.deferredBilling])
        } else {
            return nil
        }
        let lines = items.compactMap { item -> SheetLine? in
            guard let item, let decimal = item.amount.decimal,
                let amount = try? Money(decimal, in: request.currency)
            else { return nil }
            return SheetLine(item.label ?? "", amount, item.kind, item.timing, in: language)
        }
        return (description, lines)
    }

    /// The terms of the payment below the lines: until when cancelling a deferred one is free, and
    /// the merchant's billing agreement.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - zone: The time zone of the date; nil for UTC.
    /// - Returns: One line each.
    public func terms(in language: Language, by zone: TimeZoneRules?) -> [String] {
        let stated = request.request
        let agreements = stated.typedPayments.map { stated.billingAgreement(of: $0) }
        return ([stated.deferredPayment?.freeCancellationText(in: language, by: zone)] + agreements)
            .compactMap(\.self).filter { !$0.isEmpty }
    }

    /// The messages that are not shown at a row, the most severe first.
    ///
    /// - Parameters:
    ///   - notice: The sheet's last message.
    ///   - isProcessing: Whether the payment is being processed.
    ///   - language: The language.
    /// - Returns: One sentence each.
    public func messages(
        after notice: Display?,
        isProcessing: Bool,
        in language: Language
    ) -> [String] {
        let type = request.request.shippingType
        let loose = errors.filter { SheetRow.row(of: $0, on: self) == nil }
            .map { $0.sentence(for: type, in: language) }
        switch notice {
        case .processing where !isProcessing: return loose
        case .errors(let errors)?:
            // A message that is shown at a row is repeated only if there is no other message.
            // After it is corrected it is not shown at all.
            guard loose.isEmpty else { return loose }
            let standing = errors.first(where: self.errors.contains)
            return [standing?.sentence(for: type, in: language)].compactMap(\.self)
        case let notice?: return notice.sentences(for: type, in: language)
        case nil: return loose
        }
    }

    /// Whether something must be corrected before the shopper can be asked to confirm.
    public var isStopped: Bool {
        errors.contains(where: \.blocksAuthorization)
            || !missingShippingFields.isEmpty || !missingBillingFields.isEmpty
    }
}

extension SheetLine {
    fileprivate init(
        _ label: String,
        _ amount: Money,
        _ kind: SummaryItem.Kind,
        _ timing: PaymentTiming?,
        in language: Language
    ) {
        self.label = label
        isPending = kind == .pending
        self.amount =
            isPending ? SheetPhrase.pendingAmount.text[language] : amount.text(in: language)
        details = timing?.lines(currency: amount.currency, in: language) ?? []
    }
}

extension SheetRow {
    /// The errors that are shown at this row, one sentence each.
    public func sentences(of sheet: PaymentSheet, in language: Language) -> [String] {
        let type = sheet.request.request.shippingType
        return sheet.errors.filter { SheetRow.row(of: $0, on: sheet) == self }
            .map { $0.sentence(for: type, in: language) }
    }
}

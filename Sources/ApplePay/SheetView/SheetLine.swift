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
            .map { item in
                SheetLine(
                    label: item.label,
                    amount: item.amountText(in: language),
                    details: item.timing?.lines(currency: item.amount.currency, in: language) ?? [],
                    isPending: item.kind == .pending
                )
            }
    }

    /// The total, with the name of who is paid.
    public func totalLine(in language: Language) -> SheetLine {
        SheetLine(
            label: PayeeWording.text(request.totalItem.label, in: language),
            amount: request.totalItem.amountText(in: language),
            details: [],
            isPending: request.totalItem.kind == .pending
        )
    }

    /// The terms of the payment below the lines: until when cancelling a deferred one is free.
    ///
    /// - Parameters:
    ///   - language: The language.
    ///   - zone: The time zone of the date; nil for UTC.
    /// - Returns: One line each.
    public func terms(in language: Language, by zone: TimeZoneRules?) -> [String] {
        let deferred = request.request.deferredPayment
        return [deferred?.freeCancellationText(in: language, by: zone)].compactMap(\.self)
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

extension ValidPaymentRequest.Item {
    /// The amount, or in a pending item's place that it is not known yet.
    fileprivate func amountText(in language: Language) -> String {
        kind == .pending ? SheetPhrase.pendingAmount.text[language] : amount.text(in: language)
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

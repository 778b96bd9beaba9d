internal import JSON
internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import SheetView

// The sheet as its page gets it.
extension SheetScene {
    /// The scene as the page shows it. A merchant's text cannot change the direction of the text beside it.
    func json(
        of sheet: PaymentSheet,
        choosingFrom choices: SheetChoices,
        hasCompanion: Bool
    ) -> JSONOutput {
        let choices = choices.knowing(contacts)
        let state = state(of: sheet)
        // The outcome comes before the message that says it.
        let messages = sheet.messages(
            after: notice,
            isProcessing: state == .processing,
            in: language
        )
        return .object([
            "language": .string(language.tag),
            "title": .string(SheetPhrase.serviceName.text[language]),
            "notice": .string(SheetPhrase.testOnly.text[language]),
            "payee": .string(PayeeWording.text(sheet.request.totalItem.label, in: language)),
            "state": .string(state.rawValue),
            "companion": .bool(hasCompanion),
            "messages": .array(messages.map { .string($0) }),
            "rows": .array(SheetRow.rows(of: sheet).map { json(of: $0, sheet, choices) }),
            "items": .array(sheet.lines(in: language).map(json)),
            "agreement": sheet.agreement(in: language)
                .map { agreement in
                    .object([
                        "description": .string(agreement.description),
                        "lines": .array(agreement.lines.map(json)),
                    ])
                } ?? .null,
            "terms": .array(
                sheet.terms(in: language, by: zone).map { .string($0) }
            ),
            "total": .object([
                "label": .string(sheet.totalLine(in: language).label),
                "amount": .string(sheet.totalLine(in: language).amount),
                "value": .string(sheet.request.total.decimalText),
            ]),
            "pay": .object([
                "text": .string(PagePhrase.pay.text[language]),
                "enabled": .bool(state == .open && !sheet.isCardLockedOut),
                "confirms": .bool(!sheet.isStopped),
            ]),
            "words": words,
        ])
        .harmless
    }

    /// The state of the sheet, for the page.
    enum State: String, Hashable, Sendable {
        /// It waits for the shopper.
        case open
        /// A step has not been taken yet, or it waits for the app or the page.
        case waiting
        /// A payment is being processed.
        case processing
        /// It waits for the card's PIN.
        case pin
        /// It is over: paid.
        case paid
        /// It is over: not completed, or without an answer to the payment.
        case failed
        /// It is over: the shopper or the app closed it.
        case over
    }

    func state(of sheet: PaymentSheet) -> State {
        switch sheet.outcome {
        case .paid: return .paid
        case .notPaid(.cancelled): return isDeclined ? .failed : .over
        case .notPaid, .unresolved: return .failed
        case nil: break
        }
        if sheet.waitsForPIN { return .pin }
        if isProcessing { return .processing }
        let isIdle = sheet.isPresented && sheet.outstanding == nil && stepsUnderWay == 0
        return isIdle ? .open : .waiting
    }

    private func json(of line: SheetLine) -> JSONOutput {
        .object([
            "label": .string(line.label), "amount": .string(line.amount),
            "details": .array(line.details.map { .string($0) }), "pending": .bool(line.isPending),
        ])
    }

    private func json(
        of row: SheetRow,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> JSONOutput {
        let value = row.value(of: sheet, in: language)
        let new = row.newChoice(in: language)
        let current = choices.placeOfContact(of: row, on: sheet)
        return .object([
            "row": .string(row.name.rawValue),
            "title": .string(row.title(of: sheet, in: language)),
            "value": .string(value.text),
            "detail": value.detail.map { .string($0) } ?? .null,
            "open": .bool(row.isOpen(of: sheet)),
            "code": row == .couponCode ? .string(sheet.couponCode ?? "") : nil,
            "network": row == .card
                ? sheet.card.method.network.map { .string($0.rawValue) } ?? .null : nil,
            "errors": .array(row.sentences(of: sheet, in: language).map { .string($0) }),
            "choices": .array(self.choices(of: row, sheet, choices)),
            "newChoice": new.map { .string($0) } ?? .null,
            "form": form(of: row, at: current.map { .listed($0) } ?? .selected, sheet, choices)
                .map { json(of: $0, at: current.map { .listed($0) } ?? .selected, sheet) }
                ?? .null,
            "newForm": form(of: row, at: .new, sheet, choices)
                .map { json(of: $0, at: .new, sheet) } ?? .null,
        ])
    }

    private func choices(
        of row: SheetRow,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> [JSONOutput] {
        let networks = (choices.cards.map(\.method) + choices.barred.map(\.method)).map(\.network)
        return choices.shown(for: row, of: sheet, in: language).enumerated()
            .map { place, choice in
                let network = row == .card ? networks[place] : nil
                let form = form(of: row, at: .listed(place), sheet, choices)
                return .object([
                    "place": .integer(Int64(place)), "text": .string(choice.text),
                    "amount": choice.amount.isEmpty ? .null : .string(choice.amount),
                    "detail": choice.detail.isEmpty ? .null : .string(choice.detail),
                    "selected": .bool(choice.isSelected),
                    "obstacle": choice.obstacle.map { .string($0) } ?? .null,
                    "network": network.map { .string($0.rawValue) } ?? .null,
                    "form": form.map { json(of: $0, at: .listed(place), sheet) } ?? .null,
                ])
            }
    }

    /// A form with the merchant's errors; those of the selected contact alone.
    private func json(
        of form: ContactForm,
        at place: FormPlace,
        _ sheet: PaymentSheet
    ) -> JSONOutput {
        let type = sheet.request.request.shippingType
        let isSelected = place != .new && form.contact == form.row.selected(on: sheet)
        let errors = isSelected ? form.row.errors(of: sheet) : []
        func sentences(at field: Int?) -> [String] {
            errors.filter { form.entryMeant(by: $0.place) == field }
                .map { $0.error.sentence(for: type, in: language) }
        }
        return .object([
            "place": place.json, "fixed": .bool(form.isFixed),
            "errors": .array(
                (form.isFixed ? [SheetPhrase.addressIsFixed.text[language]] : [])
                    .map { .string($0) } + sentences(at: nil).map { .string($0) }
            ),
            "fields": .array(
                form.entries.enumerated()
                    .map { index, entry in
                        .object([
                            "field": .string(entry.field.name),
                            "label": .string(entry.field.title(in: language)),
                            "text": .string(entry.text),
                            "error": sentences(at: index).first.map { .string($0) } ?? .null,
                            "autocomplete": .string(entry.field.autocomplete),
                            "inputMode": .string(entry.field.inputMode),
                        ])
                    }
            ),
        ])
    }

    private var words: JSONOutput {
        let shared: KeyValuePairs<String, SheetPhrase> = [
            "pinTitle": .enterPIN, "total": .total, "updating": .updating,
            "processing": .processing, "paid": .paid, "failed": .failed,
            "notCompleted": .notCompleted, "nothingToChoose": .nothingToChoose,
        ]
        return .object(
            PagePhrase.allCases.map {
                JSONMember(name: $0.rawValue, value: .string($0.text[language]))
            }
                + shared.map { name, phrase in
                    JSONMember(name: name, value: .string(phrase.text[language]))
                }
        )
    }
}

extension JSONOutput {
    /// The same with every text on one line, and without control characters.
    fileprivate var harmless: JSONOutput {
        switch self {
        case .string(let text): .string(text.harmless)
        case .array(let values): .array(values.map(\.harmless))
        case .object(let members):
            .object(members.map { JSONMember(name: $0.name, value: $0.value.harmless) })
        case .null, .bool, .integer, .number: self
        }
    }
}

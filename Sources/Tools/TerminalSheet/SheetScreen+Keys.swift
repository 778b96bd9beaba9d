internal import Money
internal import PaymentRequest
public import PaymentSheet
public import SheetView

extension SheetScreen {
    /// The number of digits of a card's PIN.
    ///
    /// - Source: ISO 9564-1, 4 to 12.
    static let pinLengths = 4...12

    /// Handles a key; returns the shopper's action, if there is one.
    public mutating func take(
        _ key: Key,
        before sheet: PaymentSheet,
        choosingFrom choices: SheetChoices
    ) -> SheetInput? {
        let choices = choices.knowing(contacts)
        if key == .endOfInput { return mode == .over ? nil : SheetInput(.cancelled) }
        if showsKeys {
            // A key that closes the list of keys does nothing else.
            showsKeys = false
            return nil
        }
        switch mode {
        case .browsing, .choosing:
            if key.command == .keys {
                showsKeys = true
                return nil
            }
        default: break
        }
        switch mode {
        case .browsing: return browse(key, sheet, choices)
        case .choosing(let row, let place):
            return choose(key, row, at: place, sheet, choices)
        case .writing(let form): return write(key, form, sheet, choices)
        case .typingCode(let code): return type(key, code: code)
        case .typingPIN(let digits): return type(key, digits: digits)
        case .confirming(let total):
            mode = .browsing
            guard key.command == .pay || key == .enter else { return nil }
            notice = nil
            return SheetInput(.authorized(total: total))
        case .processing:
            return key.command == .cancel || key == .escape ? SheetInput(.cancelled) : nil
        case .over: return nil
        }
    }

    private mutating func browse(
        _ key: Key,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> SheetInput? {
        let rows = SheetRow.rows(of: sheet)
        switch key {
        case .up, .backTab: move(-1, rows)
        case .down, .tab: move(1, rows)
        case .home: move(-rows.count, rows)
        case .end: move(rows.count, rows)
        case .enter, .right:
            switch focus {
            case .row(let row): open(row, sheet, choices)
            case .pay: return key == .enter ? pay(sheet) : nil
            }
        case .escape: return SheetInput(.cancelled)
        default:
            if let digit = key.digit, rows.indices.contains(digit - 1) {
                focus = .row(rows[digit - 1])
                open(rows[digit - 1], sheet, choices)
            }
            switch key.command {
            case .pay: return pay(sheet)
            case .cancel: return SheetInput(.cancelled)
            case .edit: if case .row(let row) = focus { edit(row, sheet, choices) }
            case .keys, nil: break
            }
        }
        return nil
    }

    private mutating func move(_ step: Int, _ rows: [SheetRow]) {
        let places = rows.map { Focus.row($0) } + [.pay]
        let place = (places.firstIndex(of: focus) ?? rows.count) + step
        focus = places[min(max(place, 0), rows.count)]
    }

    private mutating func open(_ row: SheetRow, _ sheet: PaymentSheet, _ choices: SheetChoices) {
        switch row {
        case .couponCode: mode = .typingCode(TextField(sheet.couponCode ?? ""))
        case .shippingContact where !row.isOpen(of: sheet): edit(row, sheet, choices)
        case .shippingMethod:
            let selected = sheet.request.shippingMethods.firstIndex { $0 == sheet.shippingMethod }
            mode = .choosing(row, at: selected ?? 0)
        case .card:
            mode = .choosing(row, at: choices.cards.firstIndex { $0.id == sheet.card.id } ?? 0)
        case .shippingContact, .contact, .billingContact:
            mode = .choosing(row, at: choices.placeOfContact(of: row, on: sheet) ?? 0)
        }
    }

    /// Asks the shopper to confirm. If something prevents the payment, the sheet shows it.
    private mutating func pay(_ sheet: PaymentSheet) -> SheetInput? {
        if sheet.isStopped { return SheetInput(.authorized(total: sheet.request.total)) }
        mode = .confirming(total: sheet.request.total)
        return nil
    }

    private mutating func choose(
        _ key: Key,
        _ row: SheetRow,
        at place: Int,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> SheetInput? {
        let count = choices.count(for: row, of: sheet)
        switch key {
        case .up, .backTab: mode = .choosing(row, at: max(0, place - 1))
        case .down, .tab: mode = .choosing(row, at: max(0, min(count - 1, place + 1)))
        case .home: mode = .choosing(row, at: 0)
        case .end: mode = .choosing(row, at: max(0, count - 1))
        case .enter, .right: return take(place, of: row, sheet, choices)
        case .escape, .left, .backspace: mode = .browsing
        default:
            if let digit = key.digit, (1...max(1, count)).contains(digit) {
                return take(digit - 1, of: row, sheet, choices)
            }
            if key.command == .edit, row.isContact { write(row, at: place, sheet, choices) }
        }
        return nil
    }

    private mutating func take(
        _ place: Int,
        of row: SheetRow,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> SheetInput? {
        guard !row.isContact || choices.contacts.indices.contains(place) else {
            write(row, at: place, sheet, choices)
            return nil
        }
        mode = .browsing
        notice = nil
        return choices.event(for: place, of: row, before: sheet).map { SheetInput($0) }
    }

    private mutating func type(_ key: Key, code: TextField) -> SheetInput? {
        var code = code
        switch key {
        case .escape: mode = .browsing
        case .enter:
            mode = .browsing
            notice = nil
            return SheetInput(.enteredCouponCode(code.text.trimmed))
        default:
            code.take(key)
            mode = .typingCode(code)
        }
        return nil
    }

    private mutating func type(_ key: Key, digits: Int) -> SheetInput? {
        if key.digit != nil {
            mode = .typingPIN(digits: min(Self.pinLengths.upperBound, digits + 1))
        } else if key == .backspace {
            mode = .typingPIN(digits: max(0, digits - 1))
        } else if key == .clear {
            mode = .typingPIN(digits: 0)
        } else if key == .escape || key.command == .cancel {
            return SheetInput(.cancelled)
        } else if key == .enter, Self.pinLengths.contains(digits) {
            mode = .processing
            notice = .processing
            return SheetInput(.enteredPIN)
        }
        return nil
    }
}

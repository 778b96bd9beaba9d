internal import Money
internal import PaymentRequest
public import PaymentSheet

extension SheetScreen {
    /// How many digits a card's PIN has.
    ///
    /// - Source: ISO 9564-1, 4 to 12.
    static let pinLengths = 4...12
    /// More letters than this are no coupon code.
    static let codeLimit = 64

    /// Takes a key, and says what the shopper did with it, if anything.
    public mutating func take(
        _ key: Key,
        before sheet: PaymentSheet,
        choosingFrom choices: SheetChoices
    ) -> PaymentSheet.Event? {
        if key == .endOfInput { return mode == .over ? nil : .cancelled }
        switch mode {
        case .browsing: return browse(key, sheet)
        case .choosing(let row, let place):
            return choose(key, row, at: place, sheet, choices)
        case .typingCode(let code): return type(key, code: code)
        case .typingPIN(let digits): return type(key, digits: digits)
        case .confirming(let total):
            mode = .browsing
            guard key.command == .pay || key == .enter else { return nil }
            notice = nil
            return .authorized(total: total)
        case .processing:
            return key.command == .cancel || key == .escape ? .cancelled : nil
        case .over: return nil
        }
    }

    private mutating func browse(_ key: Key, _ sheet: PaymentSheet) -> PaymentSheet.Event? {
        let rows = SheetRow.rows(of: sheet)
        switch key {
        case .up: move(-1, rows)
        case .down, .tab: move(1, rows)
        case .enter, .right:
            switch focus {
            case .row(let row): open(row, sheet)
            case .pay: return key == .enter ? pay(sheet) : nil
            }
        case .escape: return .cancelled
        default:
            if let digit = key.digit, rows.indices.contains(digit - 1) {
                focus = .row(rows[digit - 1])
                open(rows[digit - 1], sheet)
            }
            switch key.command {
            case .pay: return pay(sheet)
            case .cancel: return .cancelled
            case nil: break
            }
        }
        return nil
    }

    private mutating func move(_ step: Int, _ rows: [SheetRow]) {
        let places = rows.map { Focus.row($0) } + [.pay]
        let place = (places.firstIndex(of: focus) ?? rows.count) + step
        if places.indices.contains(place) { focus = places[place] }
    }

    private mutating func open(_ row: SheetRow, _ sheet: PaymentSheet) {
        switch row {
        case .couponCode: mode = .typingCode(sheet.couponCode ?? "")
        case .shippingContact
        where sheet.request.request.shippingContactEditingMode == .storePickup:
            break
        case .shippingMethod:
            let selected = sheet.request.shippingMethods.firstIndex { $0 == sheet.shippingMethod }
            mode = .choosing(row, at: selected ?? 0)
        case .card, .shippingContact, .contact, .billingContact: mode = .choosing(row, at: 0)
        }
    }

    /// What stands in the way is for the sheet to say; else the shopper is asked once more.
    private mutating func pay(_ sheet: PaymentSheet) -> PaymentSheet.Event? {
        let isStopped =
            sheet.errors.contains(where: \.blocksAuthorization)
            || !sheet.missingShippingFields.isEmpty || !sheet.missingBillingFields.isEmpty
        if isStopped { return .authorized(total: sheet.request.total) }
        mode = .confirming(total: sheet.request.total)
        return nil
    }

    private mutating func choose(
        _ key: Key,
        _ row: SheetRow,
        at place: Int,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> PaymentSheet.Event? {
        let count = choices.count(for: row, of: sheet)
        switch key {
        case .up: mode = .choosing(row, at: max(0, place - 1))
        case .down, .tab: mode = .choosing(row, at: max(0, min(count - 1, place + 1)))
        case .enter, .right: return take(place, of: row, sheet, choices)
        case .escape, .left, .backspace: mode = .browsing
        default:
            if let digit = key.digit, (1...max(1, count)).contains(digit) {
                return take(digit - 1, of: row, sheet, choices)
            }
        }
        return nil
    }

    private mutating func take(
        _ place: Int,
        of row: SheetRow,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> PaymentSheet.Event? {
        mode = .browsing
        notice = nil
        return choices.event(for: place, of: row, before: sheet)
    }

    private mutating func type(_ key: Key, code: String) -> PaymentSheet.Event? {
        switch key {
        case .character(let character) where code.count < Self.codeLimit:
            mode = .typingCode(code + String(character))
        case .backspace: mode = .typingCode(String(code.dropLast()))
        case .escape: mode = .browsing
        case .enter:
            mode = .browsing
            notice = nil
            return .enteredCouponCode(code)
        default: break
        }
        return nil
    }

    private mutating func type(_ key: Key, digits: Int) -> PaymentSheet.Event? {
        if key.digit != nil {
            mode = .typingPIN(digits: min(Self.pinLengths.upperBound, digits + 1))
        } else if key == .backspace {
            mode = .typingPIN(digits: max(0, digits - 1))
        } else if key == .escape || key.command == .cancel {
            return .cancelled
        } else if key == .enter, Self.pinLengths.contains(digits) {
            mode = .processing
            notice = .processing
            return .enteredPIN
        }
        return nil
    }
}

internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import SheetView
internal import World

/// The state of a sheet's page beside the sheet itself: a pure value that turns the shopper's steps
/// into events for the sheet.
struct SheetScene: Hashable, Sendable {
    /// The number of digits of a card's PIN.
    ///
    /// - Source: ISO 9564-1, 4 to 12.
    static let pinLengths = 4...12

    /// The language.
    let language: Language
    /// The sheet's last message.
    private(set) var notice: PaymentSheet.Display?
    /// Whether a payment is being processed.
    private(set) var isProcessing = false
    /// The number of steps that the sheet has not taken yet.
    var stepsUnderWay = 0
    /// The time zone of a free cancellation; nil for UTC.
    var zone: TimeZoneRules?
    /// Whether the page has declined the payment for good.
    private(set) var isDeclined = false
    /// The contacts to choose from, after the shopper has edited them.
    private(set) var contacts: [Contact]?

    init(language: Language) { self.language = language }

    /// The result of a step: an event for the sheet, if there is one.
    struct Input: Hashable, Sendable {
        let event: PaymentSheet.Event
        var isWritten = false
    }

    /// The page said that the payment failed for good: its sheet closes, which nothing else than a message
    /// shows.
    mutating func decline() {
        show(.notCompleted)
        isDeclined = true
    }

    /// Shows a message of the sheet.
    mutating func show(_ display: PaymentSheet.Display) {
        guard !isDeclined else { return }
        notice = display
        isProcessing = display == .processing
    }

    /// Handles a step.
    ///
    /// - Throws: ``StepRefusal`` where the sheet does not take it now, or a field must be corrected
    ///   first.
    mutating func take(
        _ step: SheetStep,
        before sheet: PaymentSheet,
        choosingFrom choices: SheetChoices
    ) throws(StepRefusal) -> Input? {
        guard sheet.outcome == nil else { throw .refused("the sheet is over") }
        let choices = choices.knowing(contacts)
        switch step {
        case .choose(let name, let place):
            let row = try row(name, of: sheet)
            guard let event = choices.event(for: place, of: row, before: sheet) else {
                throw .refused("the row \(name.rawValue) has no choice \(place)")
            }
            notice = nil
            return Input(event: event)
        case .write(let name, let place, let texts):
            return try write(row(name, of: sheet), at: place, texts, sheet, choices)
        case .code(let code):
            _ = try row(.couponCode, of: sheet)
            notice = nil
            let text = code.writable.prefix(ContactForm.textLimit)
            return Input(event: .enteredCouponCode(String(text).trimmed))
        case .pay:
            if !isProcessing, let obstacle = sheet.obstacle { show(obstacle) }
            return nil
        case .authorize(let text): return try authorize(text, sheet)
        case .pin(let digits):
            guard sheet.waitsForPIN else { throw .refused("no PIN was asked for") }
            guard Self.pinLengths.contains(digits) else {
                throw .refused("a PIN has 4 to 12 digits")
            }
            show(.processing)
            return Input(event: .enteredPIN)
        case .cancel: return Input(event: .cancelled)
        }
    }

    private func row(_ name: RowName, of sheet: PaymentSheet) throws(StepRefusal) -> SheetRow {
        let row = SheetRow.rows(of: sheet).first { $0.name == name }
        guard let row else { throw .refused("the sheet has no row \(name.rawValue)") }
        return row
    }

    private mutating func authorize(
        _ text: String,
        _ sheet: PaymentSheet
    ) throws(StepRefusal) -> Input {
        let total = sheet.request.total
        guard let decimal = try? DecimalAmount(text),
            let shown = try? Money(decimal, in: total.currency)
        else { throw .refused("\(text.debugDescription) is no amount") }
        guard !isProcessing, !sheet.waitsForPIN else {
            throw .refused("a payment is being processed")
        }
        notice = nil
        return Input(event: .authorized(total: shown))
    }

    private mutating func write(
        _ row: SheetRow,
        at place: FormPlace,
        _ texts: [String: String],
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) throws(StepRefusal) -> Input? {
        var form = form(of: row, at: place, sheet, choices)
        guard form?.isFixed == false else {
            throw .refused("the row \(row.name.rawValue) cannot be edited")
        }
        for (index, entry) in (form?.entries ?? []).enumerated() {
            guard let text = texts[entry.field.name] else { continue }
            form?.write(text, at: index)
            form?.complete(at: index)
        }
        guard let form else { return nil }
        var problems: [String: String] = [:]
        for (index, entry) in form.entries.enumerated() {
            problems[entry.field.name] = form.problem(at: index)?.text[language]
        }
        guard problems.isEmpty else { throw .fields(problems) }
        notice = nil
        let written = choices.taking(form, at: place.index, before: sheet)
        contacts = written.contacts
        return written.event.map { Input(event: $0, isWritten: written.isWritten) }
    }

    /// The form of a row for one of its contacts; nil where there is none.
    func form(
        of row: SheetRow,
        at place: FormPlace,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> ContactForm? {
        guard row.isContact else { return nil }
        let contact: Contact?
        switch place {
        case .new: contact = nil
        case .selected: contact = row.selected(on: sheet)
        case .listed(let index):
            guard choices.contacts.indices.contains(index) else { return nil }
            // What the merchant gave beside the list's contact stays.
            contact =
                choices.placeOfContact(of: row, on: sheet) == index
                ? row.selected(on: sheet) : choices.contacts[index]
        }
        return ContactForm(row, of: sheet, contact: contact, in: language)
    }
}

extension FormPlace {
    /// The index among the choices; nil for a contact that is not among them.
    var index: Int? {
        guard case .listed(let index) = self else { return nil }
        return index
    }
}

/// Why a step was not taken.
enum StepRefusal: Error, Hashable, Sendable {
    /// The sheet does not take it, and why: for the developer.
    case refused(String)
    /// Fields that must be corrected first, by name, with a sentence for the shopper.
    case fields([String: String])
}

extension SheetRow {
    /// The row's name in the JSON of a page.
    var name: RowName {
        switch self {
        case .card: .card
        case .shippingContact: .shippingContact
        case .shippingMethod: .shippingMethod
        case .contact: .contact
        case .billingContact: .billingContact
        case .couponCode: .couponCode
        }
    }
}

extension FormField {
    /// The field's name in the JSON of a page.
    var name: String {
        switch self {
        case .name(.given): "givenName"
        case .name(.family): "familyName"
        case .name(.phoneticGiven): "phoneticGivenName"
        case .name(.phoneticFamily): "phoneticFamilyName"
        case .address(.street): "street"
        case .address(.subLocality): "subLocality"
        case .address(.city): "city"
        case .address(.subAdministrativeArea): "subAdministrativeArea"
        case .address(.state): "state"
        case .address(.postalCode): "postalCode"
        case .address(.country), .address(.isoCountryCode): "country"
        case .emailAddress: "emailAddress"
        case .phoneNumber: "phoneNumber"
        }
    }

    /// The kind of text that a browser may fill in.
    ///
    /// - Source: HTML, *Autofill*.
    var autocomplete: String {
        switch self {
        case .name(.given): "given-name"
        case .name(.family): "family-name"
        case .name: "off"
        case .address(.street): "street-address"
        case .address(.subLocality): "address-level3"
        case .address(.city): "address-level2"
        case .address(.subAdministrativeArea): "off"
        case .address(.state): "address-level1"
        case .address(.postalCode): "postal-code"
        case .address(.country), .address(.isoCountryCode): "country-name"
        case .emailAddress: "email"
        case .phoneNumber: "tel"
        }
    }

    /// The keyboard for it.
    var inputMode: String {
        switch self {
        case .emailAddress: "email"
        case .phoneNumber: "tel"
        case .name, .address: "text"
        }
    }
}

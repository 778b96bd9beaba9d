import PaymentRequest
import PaymentSheet
import SheetView
import SheetWording
import Testing
import World

@testable import TerminalSheet

private typealias Fixtures = TerminalSheetFixtures

/// Any keys at all before a sheet whose merchant answers anything at all.
///
/// Method: one seed decides the keys, the size of the window after each, and the answers. After
/// every key the screen must fit, and the sheet must hold to its rules.
private struct RestlessHands {
    let chance: SeededRandomness
    var screen: SheetScreen
    var sheet: PaymentSheet
    var finishes = 0
    var asked: [PaymentSheet.AskID] = []
    var seen: [RedactedContact] = []
    var written = 0

    init(seed: UInt64, language: Language, fields: Set<ContactField>) throws {
        chance = SeededRandomness(seed: seed)
        screen = SheetScreen(language: language)
        var request = Fixtures.request
        request.requiredShippingContactFields = fields
        request.requiredBillingContactFields = fields
        sheet = try Fixtures.sheet(request)
    }

    mutating func begin() throws {
        let request = sheet.request.request
        sheet = try Fixtures.sheet(
            request,
            contact: chance.number(below: 3) == 0 ? nil : Fixtures.ann
        )
        screen = SheetScreen(language: screen.language)
        (finishes, asked) = (0, [])
    }

    mutating func step() throws {
        let key = TerminalSheetChance.key(from: chance)
        let input = screen.take(key, before: sheet, choosingFrom: Fixtures.choices)
        if let input {
            if input.isWritten { written += 1 }
            perform(sheet.handle(input.event))
        }
        if sheet.outcome == nil, chance.number(below: 4) == 0 { answer() }
        // Drawing is slow where it is not optimized; most of what is drawn was drawn before.
        if chance.number(below: 3) == 0 { try look() }
        try judge()
        if input != nil { try readContacts() }
        if sheet.outcome != nil { try begin() }
    }

    private mutating func perform(_ actions: [PaymentSheet.Action]) {
        for action in actions {
            switch action {
            case .show(let display): screen.show(display, of: sheet)
            case .finish: finishes += 1
            case .ask(let ask, let question):
                asked.append(ask)
                if case .shippingContact(let contact) = question { seen.append(contact) }
            case .makeToken(let order): perform(sheet.handle(.tokenMade(order.id)))
            case .startWaiting, .stopWaiting, .announceAuthorization, .report: break
            }
        }
        screen.show(nil, of: sheet)
    }

    private mutating func answer() {
        guard let ask = sheet.outstanding else { return }
        let places: [PaymentError.Place] =
            [.anywhere, .field(.emailAddress), .field(.name), .addressPart(.postalCode)]
            + [.addressPart(.isoCountryCode), .field(.postalAddress)]
        let place = places[Int(chance.number(below: UInt64(places.count)))]
        let errors = [
            PaymentError(
                .shippingContactInvalid(place),
                message: "Нет 请检查 \u{1b}[2J\n very long words"
            ),
            PaymentError(.billingContactInvalid(place)), PaymentError(.couponCodeExpired),
        ]
        let isWrong = chance.number(below: 3) == 0
        let status: [AuthorizationStatus] = [.failure, .pinRequired, .pinLockout, .success]
        let result = AuthorizationResult(
            status[Int(chance.number(below: 4))],
            errors: isWrong ? errors : []
        )
        let update = RequestUpdate(
            status: isWrong ? .failure : .success,
            errors: isWrong ? errors : []
        )
        perform(sheet.handle(.authorizationAnswered(ask, result)))
        perform(sheet.handle(.updateAnswered(ask, update)))
    }

    private func look() throws {
        let sizes = [(40, 12), (40, 15), (57, 16), (80, 24), (120, 40), (20, 5), (0, 0)]
        let (width, height) = sizes[Int(chance.number(below: UInt64(sizes.count)))]
        let lines = screen.lines(
            of: sheet,
            choosingFrom: Fixtures.choices,
            width: width,
            height: height
        )
        try #require(lines.count <= height)
        let unfit = lines.first { line in
            CellWidth.of(line.text) > width || line.cursor.map { $0 >= width } == true
                || line.text.unicodeScalars.contains { $0.value < 0x20 }
        }
        try #require(unfit?.text == nil)
    }

    private func judge() throws {
        try #require(finishes == (sheet.outcome == nil ? 0 : 1))
        try #require(Set(asked).count == asked.count)
    }

    private func readContacts() throws {
        for contact in (screen.contacts ?? [])
            + [sheet.shippingContact, sheet.billingContact]
            .compactMap(\.self)
        {
            let texts = FormField.everything.map { $0.text(of: contact, in: screen.language) }
            for text in texts {
                try #require(String(validating: Array(text.utf8), as: UTF8.self) == text)
                try #require(text.harmless == text)
            }
        }
    }
}

extension FormField {
    fileprivate static let everything: [FormField] =
        NamePart.allCases.map { .name($0) } + PostalAddress.Part.allCases.map { .address($0) }
        + [.emailAddress, .phoneNumber]
}

@Suite("Random keys at the sheet")
struct TerminalSheetFuzzTests {
    private static let runs: [(language: Language, fields: Set<ContactField>)] = [
        (.english, Set(ContactField.allCases)), (.chinese, Set(ContactField.allCases)),
        (.russian, [.postalAddress, .emailAddress]),
    ]

    @Test(arguments: runs)
    func `break nothing in ten thousand steps`(language: Language, fields: Set<ContactField>)
        throws
    {
        var hands = try RestlessHands(seed: 1, language: language, fields: fields)
        for _ in 0..<10_000 { try hands.step() }
        #expect(hands.written > 10, "nobody wrote a contact")
        #expect(hands.seen.allSatisfy { $0.postalAddress?.street == "" && $0.contact.name == nil })
    }
}

import JSON
import PaymentRequest
import PaymentSheet
import SheetView
import TestSupport
import Testing
import World

@testable import SheetServer

private typealias Fixtures = SceneFixtures

/// Any steps at all before a sheet whose merchant answers anything at all.
///
/// Method: one seed decides the steps and the answers. After every step the sheet must hold to its
/// rules, and every third view must have only harmless texts.
private struct RestlessHands {
    let chance: SeededRandomness
    var scene: SheetScene
    var sheet: PaymentSheet
    var finishes = 0
    var asked: [PaymentSheet.AskID] = []
    var seen: [RedactedContact] = []
    var written = 0

    init(seed: UInt64, language: Language, fields: Set<ContactField>) throws {
        chance = SeededRandomness(seed: seed)
        scene = SheetScene(language: language)
        var request = Fixtures.request
        request.requiredShippingContactFields = fields
        request.requiredBillingContactFields = fields
        sheet = try Fixtures.sheet(request)
    }

    private func one<Thing>(of things: [Thing]) -> Thing {
        things[Int(chance.number(below: UInt64(things.count)))]
    }

    mutating func begin() throws {
        let request = sheet.request.request
        sheet = try Fixtures.sheet(
            request,
            contact: chance.number(below: 3) == 0 ? nil : Fixtures.ann
        )
        scene = SheetScene(language: scene.language)
        (finishes, asked) = (0, [])
    }

    mutating func step() throws {
        if let input = try? scene.take(drawnStep(), before: sheet) {
            if input.isWritten { written += 1 }
            perform(sheet.handle(input.event))
        }
        if sheet.outcome == nil, chance.number(below: 4) == 0 { answer() }
        if chance.number(below: 3) == 0 { try look() }
        try judge()
        if sheet.outcome != nil { try begin() }
    }

    private static let texts = [
        "", "Ann", "王小明, 北京市朝阳区", "Улица Ленина\u{7}", "\u{301}\u{302}", "\u{1b}[2J", "\u{202e}",
        String(repeating: "码", count: 300), "Germany", "ann@example.com", "555-0101", "a\r\nb",
    ]

    private func drawnStep() -> SheetStep {
        let (row, place) = (one(of: RowName.allCases), Int(chance.number(below: 5)) - 1)
        switch chance.number(below: 20) {
        case 0..<6: return .choose(row: row, place: place)
        case 6..<14:
            let form = one(of: [FormPlace.listed(place), .selected, .new])
            let fields = FormField.everything.map(\.name).filter { _ in chance.number(below: 3) == 0
            }
            let pairs = fields.map { ($0, one(of: Self.texts)) }
            return .write(row: row, place: form, fields: Dictionary(pairs) { $1 })
        case 14: return .code(one(of: Self.texts))
        case 15, 16: return .authorize(total: one(of: ["10.75", "10.74", "x"]))
        case 17, 18: return .pin(digits: Int(chance.number(below: 14)))
        default: return .cancel
        }
    }

    private mutating func perform(_ actions: [PaymentSheet.Action]) {
        for action in actions {
            switch action {
            case .show(let display): scene.show(display)
            case .finish: finishes += 1
            case .ask(let ask, let question):
                asked.append(ask)
                if case .shippingContact(let contact) = question { seen.append(contact) }
            case .makeToken(let order): perform(sheet.handle(.tokenMade(order.id)))
            case .startWaiting, .stopWaiting, .announceAuthorization, .report: break
            }
        }
    }

    private mutating func answer() {
        guard let ask = sheet.outstanding else { return }
        let place = one(
            of: [PaymentError.Place.anywhere, .field(.emailAddress), .field(.name)]
                + [
                    .addressPart(.postalCode), .addressPart(.isoCountryCode),
                    .field(.postalAddress),
                ]
        )
        let errors = [
            PaymentError(
                .shippingContactInvalid(place),
                message: "Нет 请检查 \u{1b}[2J\n very long words"
            ),
            PaymentError(.billingContactInvalid(place)), PaymentError(.couponCodeExpired),
        ]
        let isWrong = chance.number(below: 3) == 0
        let status: [AuthorizationStatus] = [.failure, .pinRequired, .pinLockout, .success]
        let result = AuthorizationResult(one(of: status), errors: isWrong ? errors : [])
        let update = RequestUpdate(
            status: isWrong ? .failure : .success,
            errors: isWrong ? errors : []
        )
        perform(sheet.handle(.authorizationAnswered(ask, result)))
        perform(sheet.handle(.updateAnswered(ask, update)))
    }

    private func look() throws {
        let json = scene.json(of: sheet, choosingFrom: Fixtures.choices, hasCompanion: false)
        _ = try JSONDocument(json.compactBytes)
        try #require(json.strings.allSatisfy { $0.harmless == $0 })
    }

    private func judge() throws {
        try #require(finishes == (sheet.outcome == nil ? 0 : 1))
        try #require(Set(asked).count == asked.count)
        let contacts =
            (scene.contacts ?? [])
            + [sheet.shippingContact, sheet.billingContact].compactMap(\.self)
        for contact in contacts {
            for text in FormField.everything.map({ $0.text(of: contact, in: scene.language) }) {
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

extension JSONOutput {
    fileprivate var strings: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.strings)
        case .object(let members): members.flatMap { $0.value.strings }
        case .null, .bool, .integer, .number: []
        }
    }
}

@Suite("Random steps at the sheet")
struct SheetSceneFuzzTests {
    private static let runs: [(language: Language, fields: Set<ContactField>)] = [
        (.english, Set(ContactField.allCases)), (.chinese, Set(ContactField.allCases)),
        (.russian, [.postalAddress, .emailAddress]),
    ]

    @Test(arguments: runs)
    func `break nothing, however many there are`(language: Language, fields: Set<ContactField>)
        throws
    {
        var hands = try RestlessHands(seed: 1, language: language, fields: fields)
        for _ in 0..<(3_000 * TestScale.factor) { try hands.step() }
        #expect(hands.written > 10, "no contact was written")
        #expect(hands.seen.allSatisfy { $0.postalAddress?.street == "" && $0.contact.name == nil })
    }
}

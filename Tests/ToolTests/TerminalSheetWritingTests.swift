import PaymentRequest
import PaymentSheet
import SheetView
import SheetWording
import Testing
import Wallet

@testable import TerminalSheet

private typealias Fixtures = TerminalSheetFixtures

@Suite("A contact written at the sheet")
struct TerminalSheetWritingTests {
    private static let postalCodeWrong = PaymentError(
        .shippingContactInvalid(.addressPart(.postalCode)),
        message: "No such code"
    )

    /// The keys that open a row's contact, go down, and write something else.
    private static func edit(_ row: Character, down: Int, _ text: String) -> [Key] {
        [.character(row), .character("e")] + Array(repeating: .down, count: down) + [.clear]
            + .writing(text) + [.enter]
    }

    @Test func `is written in one field, and the rest stays`() throws {
        var screen = SheetScreen(language: .english)
        var written = Fixtures.ann
        written.postalAddress?.city = "Москва 市"
        let keys = Self.edit("2", down: 3, "Москва 市")
        let inputs = screen.inputs(keys, before: try Fixtures.sheet())
        #expect(inputs == [SheetInput(.choseShippingContact(written), isWritten: true)])
        #expect(screen.contacts == [written, Fixtures.zhangSan])
    }

    @Test func `asks for what the request asks for, and for nothing else`() throws {
        func titles(_ row: SheetRow, _ fields: Set<ContactField>, _ language: Language) throws
            -> [String]
        {
            var request = Fixtures.request
            request.requiredShippingContactFields = fields
            request.requiredBillingContactFields = fields
            let form = ContactEditor(
                row,
                of: try Fixtures.sheet(request),
                contact: Fixtures.ann,
                place: nil,
                isFromList: false,
                in: language
            )
            return form?.form.entries.map { $0.field.title(in: language) } ?? []
        }
        let address = [
            "First name", "Last name", "Street", "City", "State or province", "Postal code",
            "Country or region",
        ]
        #expect(try titles(.shippingContact, [.postalAddress, .emailAddress], .english) == address)
        #expect(try titles(.contact, [.postalAddress, .emailAddress], .english) == ["Email"])
        #expect(try titles(.billingContact, [.phoneNumber], .english) == ["Phone"])
        #expect(try titles(.contact, [.postalAddress, .name], .english) == [])
        #expect(
            try titles(.shippingContact, [.postalAddress, .phoneticName], .chinese) == [
                "姓", "名", "姓的拼音", "名的拼音", "国家或地区", "省份", "城市", "街道地址", "邮政编码",
            ]
        )
        #expect(
            try titles(.contact, [.name, .phoneNumber], .russian) == ["Имя", "Фамилия", "Телефон"]
        )
    }

    @Test func `shows a merchant's error at its field, until that is changed`() throws {
        var sheet = try Fixtures.sheet()
        _ = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        sheet.settle(with: RequestUpdate(status: .failure, errors: [Self.postalCodeWrong]))
        var screen = SheetScreen(language: .english)
        _ = screen.type([.character("2"), .character("e")], before: sheet)
        var text = screen.text(of: sheet)
        let place = try #require(text.firstIndex { $0.contains("> Postal code") })
        #expect(text[place + 1].contains("! No such code"))
        // Blocked: the sheet does not pay, whatever else is changed.
        let elsewhere = screen.type([.up] + .writing("x") + [.enter], before: sheet)
        for event in elsewhere { _ = sheet.handle(event) }
        sheet.settle(with: .unchanged)
        _ = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        sheet.settle(with: RequestUpdate(status: .failure, errors: [Self.postalCodeWrong]))
        #expect(!sheet.canAuthorize)
        _ = screen.type([.character("2"), .character("e"), .backspace], before: sheet)
        text = screen.text(of: sheet)
        #expect(!text.contains { $0.contains("No such code") })
        for event in screen.type([.enter], before: sheet) { _ = sheet.handle(event) }
        #expect(sheet.errors == [])
        sheet.settle(with: .unchanged)
        #expect(sheet.canAuthorize)
    }

    @Test func `asks the app again, with no more of the contact than it may see (mission 9.8)`()
        throws
    {
        var sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        let events = screen.type(Self.edit("2", down: 5, "SW1A 1AA"), before: sheet)
        #expect(events.count == 1)
        let actions = events.flatMap { sheet.handle($0) }
        guard case .ask(_, .shippingContact(let seen)) = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(seen.postalAddress?.postalCode == "SW1A ")
        #expect(seen.postalAddress?.street == "" && seen.contact.name == nil)
    }

    private static let problems: [(row: Character, down: Int, text: String, told: String)] = [
        ("2", 2, "", "Fill this in"), ("2", 3, " ", "Fill this in"),
        ("2", 6, "Atlantis", "No country or region is called this"),
        ("4", 0, "ann", "Enter the whole email address"), ("4", 0, "", "Fill this in"),
        ("4", 0, "a nn@example.com", "Enter the whole email address"),
        ("4", 0, "@", "Enter the whole email address"),
    ]

    @Test(arguments: problems)
    func `is not used before it is complete`(row: Character, down: Int, text: String, told: String)
        throws
    {
        let sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        #expect(screen.inputs(Self.edit(row, down: down, text), before: sheet) == [])
        let lines = screen.text(of: sheet)
        let place = try #require(lines.firstIndex { $0.hasPrefix("│ > ") })
        #expect(lines[place + 1].contains("! \(told)"))
        #expect(screen.inputs([.escape], before: sheet) == [] && screen.contacts == nil)
    }

    private static let countries: [(written: String, code: String, name: String)] = [
        ("germ", "DE", "Germany"), ("DE", "DE", "Germany"), ("德国", "DE", "Germany"),
        ("росс", "RU", "Russia"), ("  france ", "FR", "France"),
        ("united kingdom", "GB", "United Kingdom"),
    ]

    @Test(arguments: countries)
    func `names its country by a beginning, a code, or in another language`(
        written: String,
        code: String,
        name: String
    ) throws {
        var screen = SheetScreen(language: .english)
        var sheet = try Fixtures.sheet(contact: Fixtures.zhangSan)
        let events = screen.type(Self.edit("2", down: 6, written), before: sheet)
        for event in events { _ = sheet.handle(event) }
        #expect(sheet.shippingContact?.postalAddress?.isoCountryCode == code)
        #expect(sheet.shippingContact?.postalAddress?.country == name)
    }

    @Test func `is new where none of those that there are will do`() throws {
        var screen = SheetScreen(language: .chinese)
        let sheet = try Fixtures.sheet(contact: nil)
        let keys: [Key] =
            [.character("2"), .end, .enter] + .writing("王") + [.down] + .writing("小明") + [.down]
            + .writing("中国") + [.down, .down] + .writing("上海市") + [.down]
        #expect(screen.inputs(keys, before: sheet) == [])
        // The missing field is reported and gets the focus.
        #expect(screen.inputs([.enter], before: sheet) == [])
        #expect(screen.text(of: sheet).contains { $0.contains("> 街道地址") })
        let inputs = screen.inputs(.writing("南京路1号") + [.enter], before: sheet)
        guard case .choseShippingContact(let contact)? = inputs.first?.event, inputs.count == 1
        else {
            Issue.record("\(inputs)")
            return
        }
        #expect(contact.name?.text == "王小明")
        #expect(contact.postalAddress?.line == "上海市南京路1号")
        #expect(contact.postalAddress?.isoCountryCode == "CN")
        #expect(screen.contacts?.count == 3)
        #expect(inputs.first?.step(before: sheet) == .editShippingContact(contact))
    }

    @Test func `is unchanged if the shopper goes back or changes nothing`() throws {
        var screen = SheetScreen(language: .russian)
        let sheet = try Fixtures.sheet()
        let keys: [Key] = [.character("2"), .character("у")] + .writing("x") + [.escape]
        #expect(screen.inputs(keys, before: sheet) == [])
        #expect(screen.mode == .choosing(.shippingContact, at: 0))
        #expect(screen.inputs([.character("e"), .enter], before: sheet) == [])
        #expect(screen.mode == .browsing && (screen.contacts ?? []) == Fixtures.choices.contacts)
    }

    @Test func `has the cursor at the position of the next letter`() throws {
        var screen = SheetScreen(language: .english)
        let sheet = try Fixtures.sheet()
        let keys: [Key] = [.character("2"), .character("e"), .clear] + .writing("张三") + [.left]
        _ = screen.type(keys, before: sheet)
        let lines = screen.lines(
            of: sheet,
            choosingFrom: Fixtures.choices,
            width: 80,
            height: 24
        )
        let line = try #require(lines.first { $0.cursor != nil })
        let before = line.text.prefix { $0 != "三" }
        #expect(line.cursor == CellWidth.of(String(before)))
        #expect(lines.count { $0.cursor != nil } == 1)
    }

    @Test func `keeps parts that no field shows`() throws {
        var contact = Fixtures.ann
        contact.name?.middleName = "Q"
        contact.postalAddress?.street = "1 Long Acre\nFlat 2"
        contact.postalAddress?.subLocality = "Covent Garden"
        var screen = SheetScreen(language: .english)
        let sheet = try Fixtures.sheet(contact: contact)
        _ = screen.inputs([.down, .down, .up, .down], before: sheet)
        screen.focus = .row(.shippingContact)
        let events = screen.type([.character("e")] + .writing("a") + [.enter], before: sheet)
        contact.name?.givenName = "Anna"
        #expect(events == [.choseShippingContact(contact)])
    }
}

import PaymentRequest
import PaymentSheet
import SheetView
import Testing
import Wallet

@testable import SheetServer

private typealias Fixtures = SceneFixtures

@Suite("A contact written at the sheet")
struct SheetSceneWritingTests {
    private static func write(
        _ row: RowName,
        _ place: FormPlace,
        _ fields: [String: String]
    ) -> SheetStep {
        .write(row: row, place: place, fields: fields)
    }

    @Test func `is written in one field, and the rest stays`() throws {
        var scene = SheetScene(language: .english)
        var written = Fixtures.ann
        written.postalAddress?.city = "Москва 市"
        let step = Self.write(.shippingContact, .listed(0), ["city": "Москва 市"])
        let input = try scene.take(step, before: Fixtures.sheet())
        #expect(input == .init(event: .choseShippingContact(written), isWritten: true))
        #expect(scene.contacts == [written, Fixtures.zhangSan])
    }

    @Test func `asks for what the request asks for, and for nothing else`() throws {
        func titles(_ row: SheetRow, _ fields: Set<ContactField>, _ language: Language) throws
            -> [String]
        {
            var request = Fixtures.request
            request.requiredShippingContactFields = fields
            request.requiredBillingContactFields = fields
            let form = ContactForm(
                row,
                of: try Fixtures.sheet(request),
                contact: Fixtures.ann,
                in: language
            )
            return form?.entries.map { $0.field.title(in: language) } ?? []
        }
        let address = [
            "First name", "Last name", "Street", "City", "State or province", "Postal code",
            "Country or region",
        ]
        #expect(try titles(.shippingContact, [.postalAddress, .emailAddress], .english) == address)
        #expect(try titles(.contact, [.postalAddress, .emailAddress], .english) == ["Email"])
        #expect(try titles(.billingContact, [.phoneNumber, .emailAddress], .english) == [])
        #expect(
            try titles(.billingContact, [.name, .phoneNumber], .english)
                == ["First name", "Last name"]
        )
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

    @Test func `asks the app again, with no more of the contact than it may see (mission 9.8)`()
        throws
    {
        var sheet = try Fixtures.sheet()
        var scene = SheetScene(language: .english)
        let step = Self.write(.shippingContact, .listed(0), ["postalCode": "SW1A 1AA"])
        let input = try #require(try scene.take(step, before: sheet))
        guard case .ask(_, .shippingContact(let seen))? = sheet.handle(input.event).first else {
            Issue.record("the app is not asked")
            return
        }
        #expect(seen.postalAddress?.postalCode == "SW1A ")
        #expect(seen.postalAddress?.street == "" && seen.contact.name == nil)
    }

    private static let problems: [(row: RowName, field: String, text: String, told: String)] = [
        (.shippingContact, "street", "", "Fill this in"),
        (.shippingContact, "city", " ", "Fill this in"),
        (.shippingContact, "country", "Atlantis", "No country or region is called this"),
        (.contact, "emailAddress", "ann", "Enter the whole email address"),
        (.contact, "emailAddress", "", "Fill this in"),
        (.contact, "emailAddress", "a nn@example.com", "Enter the whole email address"),
        (.contact, "emailAddress", "@", "Enter the whole email address"),
    ]

    @Test(arguments: problems)
    func `is not used before it is complete`(
        row: RowName,
        field: String,
        text: String,
        told: String
    ) throws {
        let sheet = try Fixtures.sheet()
        var scene = SheetScene(language: .english)
        let refusal = #expect(throws: StepRefusal.self) {
            try scene.take(Self.write(row, .listed(0), [field: text]), before: sheet)
        }
        guard case .fields(let sentences)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(sentences.keys.sorted() == [field])
        #expect(sentences[field]?.contains(told) == true)
        #expect(scene.contacts == nil)
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
        var scene = SheetScene(language: .english)
        var sheet = try Fixtures.sheet(contact: Fixtures.zhangSan)
        let step = Self.write(.shippingContact, .listed(1), ["country": written])
        let input = try #require(try scene.take(step, before: sheet))
        _ = sheet.handle(input.event)
        #expect(sheet.shippingContact?.postalAddress?.isoCountryCode == code)
        #expect(sheet.shippingContact?.postalAddress?.country == name)
    }

    @Test func `is new where none of those that there are will do`() throws {
        var scene = SheetScene(language: .chinese)
        let sheet = try Fixtures.sheet(contact: nil)
        var fields = ["familyName": "王", "givenName": "小明", "country": "中国", "city": "上海市"]
        #expect(throws: StepRefusal.fields(["street": WritingProblem.empty.text[.chinese]])) {
            try scene.take(Self.write(.shippingContact, .new, fields), before: sheet)
        }
        fields["street"] = "南京路1号"
        let input = try scene.take(Self.write(.shippingContact, .new, fields), before: sheet)
        guard case .choseShippingContact(let contact)? = input?.event else {
            Issue.record("\(String(describing: input))")
            return
        }
        #expect(contact.name?.text == "王小明")
        #expect(contact.postalAddress?.line == "上海市南京路1号")
        #expect(contact.postalAddress?.isoCountryCode == "CN")
        #expect(scene.contacts?.count == 3)
        #expect(
            input?.event.step(before: sheet, isWritten: input?.isWritten == true)
                == .editShippingContact(contact)
        )
    }

    @Test func `is unchanged if the shopper changes nothing`() throws {
        var scene = SheetScene(language: .russian)
        let input = try scene.take(
            Self.write(.shippingContact, .listed(0), [:]),
            before: Fixtures.sheet()
        )
        #expect(input == nil && scene.contacts == Fixtures.choices.contacts)
    }

    @Test func `keeps parts that no field shows`() throws {
        var contact = Fixtures.ann
        contact.name?.middleName = "Q"
        contact.postalAddress?.street = "1 Long Acre\nFlat 2"
        contact.postalAddress?.subLocality = "Covent Garden"
        var scene = SheetScene(language: .english)
        let step = Self.write(.shippingContact, .selected, ["givenName": "Anna"])
        let input = try scene.take(step, before: Fixtures.sheet(contact: contact))
        contact.name?.givenName = "Anna"
        #expect(input?.event == .choseShippingContact(contact))
    }
}

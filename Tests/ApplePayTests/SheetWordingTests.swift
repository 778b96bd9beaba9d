import PaymentRequest
import PaymentSheet
import SheetView
import Testing

@Suite("The sheet's texts")
struct SheetWordingTests {
    private static let cyrillic: ClosedRange<Unicode.Scalar> = "\u{400}"..."\u{45f}"

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.properties.isAlphabetic
    }

    @Test(arguments: SheetWordingTexts.all)
    func `exist in every language, in its script`(_ named: SheetWordingTexts.Named) {
        let (english, chinese, russian) = (
            named.text[.english], named.text[.chinese], named.text[.russian]
        )
        for text in [english, chinese, russian] {
            #expect(!text.isEmpty)
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false)
        }
        #expect(
            english.unicodeScalars.allSatisfy { $0.isASCII || "’…".unicodeScalars.contains($0) }
        )
        guard named.text != SheetPhrase.serviceName.text else { return }
        #expect(Set([english, chinese, russian]).count == 3, "one is another's by mistake")
        let hasHan = chinese.unicodeScalars.contains { $0.properties.isIdeographic }
        #expect(hasHan)
        #expect(russian.unicodeScalars.contains { Self.cyrillic.contains($0) })
        for text in [chinese, russian] {
            let latin = text.unicodeScalars.split { !Self.isLatin($0) }.map { String($0) }
            #expect(latin == [], "a word of English was left in")
        }
    }

    @Test(arguments: SheetWordingTexts.all)
    func `follow the typography of each language`(_ named: SheetWordingTexts.Named) {
        let chinese = named.text[.chinese]
        #expect(!chinese.contains { ".,:;!?".contains($0) }, "Chinese has marks of its own")
        let ends = Language.allCases.map { language in
            named.text[language].last.map { ".。".contains($0) }
        }
        #expect(Set(ends).count == 1, "a sentence in one language is one in all")
        #expect(!named.text[.russian].contains("..."))
    }

    @Test(arguments: SheetWordingTexts.titles)
    func `leave space beside a row's title`(_ named: SheetWordingTexts.Named) {
        for language in Language.allCases {
            let text = named.text[language]
            let cells = text.unicodeScalars.reduce(0) { $0 + ($1.properties.isIdeographic ? 2 : 1) }
            #expect(cells <= 18, "\(text)")
        }
    }

    /// The maximum length of a merchant's message in Apple's guidelines.
    @Test(arguments: SheetWordingTexts.sentences + SheetWordingTexts.phrases)
    func `fit in the space of a merchant's message`(_ named: SheetWordingTexts.Named) {
        for language in Language.allCases { #expect(named.text[language].count <= 85) }
    }

    @Test func `name the address by the shipping type`() {
        let titles = ShippingType.allCases.map { $0.contactTitle[.english] }
        #expect(titles == ["Ship to", "Deliver to", "Pick up at", "Collect from"])
        for language in Language.allCases {
            #expect(Set(ShippingType.allCases.map { $0.contactTitle[language] }).count == 4)
            #expect(Set(ShippingType.allCases.map { $0.methodTitle[language] }).count == 4)
        }
    }

    @Test func `prefer the merchant's text`() {
        let cause = PaymentError.Cause.shippingContactInvalid(.addressPart(.postalCode))
        let own = PaymentError(cause, message: "请填写六位邮编")
        #expect(own.sentence(for: .shipping, in: .russian) == "请填写六位邮编")
        for message in [nil, "", " \n"] {
            let error = PaymentError(cause, message: message)
            #expect(
                Language.allCases.map { error.sentence(for: .shipping, in: $0) } == [
                    "Check the postal code in the shipping address.", "请检查收货地址中的邮政编码。",
                    "Проверьте индекс в адресе доставки.",
                ]
            )
        }
    }

    @Test func `differ for every place of a contact`() {
        for language in Language.allCases {
            let sentences = SheetWordingTexts.causes.map { $0.sentence(for: .shipping)[language] }
            #expect(Set(sentences).count == SheetWordingTexts.causes.count)
        }
    }

    @Test func `have a line for every temporary message`() {
        let displays: [PaymentSheet.Display] = [
            .processing, .paid, .failed, .totalChanged, .enterPIN(again: false),
            .enterPIN(again: true), .notCompleted, .errors([PaymentError(.couponCodeExpired)]),
            .missing(shipping: [.emailAddress], billing: []),
            .missing(shipping: [], billing: [.postalAddress]),
        ]
        for language in Language.allCases {
            let lines = displays.map { $0.sentences(for: .shipping, in: language) }
            #expect(lines.allSatisfy { $0.count == 1 })
            #expect(Set(lines).count == displays.count)
        }
    }

    @Test func `name the payee`() {
        let named = Language.allCases.map { PayeeWording.text("My Company Name", in: $0) }
        #expect(
            named == ["Pay My Company Name", "支付给 My Company Name", "К оплате: My Company Name"]
        )
        #expect(
            Language.allCases.map { PayeeWording.text(" ", in: $0) } == ["Total", "合计", "Итого"]
        )
    }
}

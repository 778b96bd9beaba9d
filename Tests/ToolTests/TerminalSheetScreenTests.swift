import PaymentRequest
import PaymentSheet
import SheetView
import SheetWording
import Testing

@testable import TerminalSheet

private typealias Fixtures = TerminalSheetFixtures

@Suite("The sheet on a screen")
struct TerminalSheetScreenTests {
    @Test func `shows what is chosen and what it costs`() throws {
        let screen = SheetScreen(language: .english)
        #expect(
            screen.text(of: try Fixtures.sheet(), width: 60) == [
                "┌─ Quince Pay ───────── TEST: no real card, no real money ─┐",
                "│   1 Pay with     Visa 1111                               │",
                "│   2 Ship to      Ann Droid, 1 Long Acre, London, WC2H 9… │",
                "│   3 Shipping     顺丰快递, Free                          │",
                "│                  24小时内送到                            │",
                "│   4 Contact      ann@example.com                         │",
                "│   5 Bill to      Ann Droid, 1 Long Acre, London, WC2H 9… │",
                "│   6 Coupon code  Enter a code                            │",
                "├──────────────────────────────────────────────────────────┤",
                "│   Subtotal                                        $12.75 │",
                "│   Discount                                        -$2.00 │",
                "│   Pay My Company Name                             $10.75 │",
                "├──────────────────────────────────────────────────────────┤",
                "│                                                          │",
                "│ > p Pay with passcode                                    │",
                "└──────────────────────────────────────────────────────────┘",
                "  ? keys   ↑↓ choose   Enter change   p pay   c cancel",
            ]
        )
    }

    private static let languages: [(language: Language, words: [String])] = [
        (.english, ["Pay with", "Ship to", "Free", "$10.75", "Pay My Company Name", "cancel"]),
        (.chinese, ["支付方式", "收货地址", "免费", "US$10.75", "支付给 My Company Name", "取消"]),
        (
            .russian,
            [
                "Способ оплаты", "Адрес доставки", "Бесплатно", "10,75\u{a0}$",
                "К оплате: My Company Name", "отменить",
            ]
        ),
    ]

    @Test(arguments: languages)
    func `speaks the language`(language: Language, words: [String]) throws {
        let text = SheetScreen(language: language).text(of: try Fixtures.sheet()).joined()
        for word in words { #expect(text.contains(word)) }
    }

    /// Every mode of the screen over a sheet with something wrong in every place.
    private static func screens() throws -> [(SheetScreen, PaymentSheet)] {
        var request = Fixtures.request
        request.paymentSummaryItems =
            (1...30).map { Fixtures.item("Line \($0) 苹果手机壳和一根很长很长的充电线，白色", "-\($0).00") }
            + [Fixtures.item("一家名字特别长的公司北京分公司第一营业部", "123456789.00")]
        var sheet = try Fixtures.sheet(request)
        let errors = PostalAddress.Part.allCases.map {
            PaymentError(.shippingContactInvalid(.addressPart($0)))
        }
        _ = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        sheet.settle(with: RequestUpdate(status: .failure, errors: errors))
        return Language.allCases.flatMap { language -> [(SheetScreen, PaymentSheet)] in
            var screens: [SheetScreen] = []
            let modes: [SheetScreen.Mode] =
                [
                    .browsing, .typingCode(TextField("SPRING")),
                    .typingCode(TextField(String(repeating: "码", count: 64))),
                    .typingPIN(digits: 12), .confirming(total: sheet.request.total), .processing,
                    .over,
                ]
                + [.card, .shippingContact, .shippingMethod, .contact, .billingContact]
                .map { .choosing($0, at: 1) }
            let forms = [SheetRow.shippingContact, .contact, .billingContact]
                .compactMap { row in
                    ContactEditor(
                        row,
                        of: sheet,
                        contact: Fixtures.zhangSan,
                        place: nil,
                        isFromList: true,
                        in: language
                    )
                }
            for mode in modes + forms.map({ .writing($0) }) {
                var screen = SheetScreen(language: language)
                screen.show(.errors(errors), of: sheet)
                screen.mode = mode
                screens.append(screen)
            }
            return screens.map { ($0, sheet) }
        }
    }

    @Test(arguments: [40, 41, 59, 80, 99, 100, 101, 200])
    func `is a box of one width that fits any terminal`(width: Int) throws {
        for (screen, sheet) in try Self.screens() {
            for height in [12, 15, 16, 24, 50] {
                let lines = screen.text(of: sheet, width: width, height: height)
                #expect(lines.count <= height)
                let box = lines.filter { $0.first.map { "┌│├└".contains($0) } == true }
                #expect(Set(box.map { CellWidth.of($0) }) == [min(width, 100)])
                #expect(lines.allSatisfy { CellWidth.of($0) <= width })
                #expect(lines.first?.first == "┌")
            }
        }
    }

    @Test(arguments: [(39, 24), (80, 11), (5, 1), (0, 0), (1, 1)])
    func `asks for a larger window if there is not enough space`(width: Int, height: Int) throws {
        let lines = SheetScreen(language: .english)
            .text(of: try Fixtures.sheet(), width: width, height: height)
        #expect(lines.count <= max(0, height) && lines.count <= 1)
        #expect(lines.allSatisfy { CellWidth.of($0) <= width })
    }

    @Test func `says how many lines it leaves out, and never the total`() throws {
        var request = Fixtures.request
        request.paymentSummaryItems =
            (1...20).map { Fixtures.item("Line \($0)", "1.00") } + [Fixtures.item("Shop", "20.00")]
        let text = SheetScreen(language: .russian).text(of: try Fixtures.sheet(request))
        #expect(text.count == 24)
        #expect(text.contains { $0.contains("… ещё 12 строк") })
        #expect(text.contains { $0.contains("К оплате: Shop") && $0.contains("20,00\u{a0}$") })
    }

    @Test func `puts an error below its row, and another where no row is`() throws {
        var sheet = try Fixtures.sheet()
        var screen = SheetScreen(language: .english)
        let errors = [
            PaymentError(.shippingContactInvalid(.addressPart(.postalCode))),
            PaymentError(
                .shippingContactInvalid(.field(.emailAddress)),
                message: "No such \u{1b}[5mbox"
            ),
            PaymentError(.billingContactInvalid(.anywhere)), PaymentError(.couponCodeExpired),
            PaymentError(.unknown),
        ]
        _ = sheet.handle(.choseShippingMethod(identifier: "next-day"))
        sheet.settle(with: RequestUpdate(errors: errors))
        screen.show(.errors(errors), of: sheet)
        let text = screen.text(of: sheet)
        let below = ["Ship to", "Contact", "Bill to", "Coupon code"].map { title in
            text.firstIndex { $0.contains(title) }.map { text[$0 + 1] } ?? ""
        }
        #expect(below[0].contains("! Check the postal code in the shipping address."))
        #expect(below[1].contains("! No such \u{fffd}[5mbox"))
        #expect(below[2].contains("! Check the payer’s details."))
        #expect(below[3].contains("! This coupon code has expired."))
        #expect(text.contains { $0.contains("│   Something went wrong. Try again.") })
    }

    @Test func `shows no amount that is not known (mission 7.12)`() throws {
        var request = Fixtures.request
        request.paymentSummaryItems = [
            SummaryItem(label: "Fare", amount: UncheckedAmount(text: "0.00"), kind: .pending),
            Fixtures.item("Taxi", "0.00"),
        ]
        let text = SheetScreen(language: .chinese).text(of: try Fixtures.sheet(request))
        let fare = try #require(text.first { $0.contains("Fare") })
        #expect(fare.hasSuffix("待定 │") && !fare.contains("0.00"))
    }

    @Test func `asks in each row for its missing fields`() throws {
        let text = SheetScreen(language: .english).text(of: try Fixtures.sheet(contact: nil))
        #expect(text.contains { $0.contains("Ship to      Add a shipping address") })
        #expect(text.contains { $0.contains("Contact      Add an email address") })
        #expect(text.contains { $0.contains("Bill to      Add a billing address") })
    }

    @Test func `emphasizes the total, and never by colour alone`() throws {
        let lines = SheetScreen(language: .english)
            .lines(
                of: try Fixtures.sheet(),
                choosingFrom: Fixtures.choices,
                width: 80,
                height: 24
            )
        let total = try #require(lines.first { $0.text.contains("My Company Name") })
        #expect(total.styled.contains("\u{1b}[1m  Pay My Company Name"))
        #expect(lines.allSatisfy { !$0.styled.contains("\u{1b}[3") })
    }
}

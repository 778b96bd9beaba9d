import TestSupport
import Testing

/// The texts and choices at a terminal, and their trace.
@Suite(
    "Writing in a checkout by hand",
    .enabled(if: TerminalDriver.isHere, "python3 is not installed"),
    .timeLimit(.minutes(30))
)
struct TerminalSheetByHandWritingTests {
    private let folder = ScratchFolder()
    private static let down = "\u{1b}[B"

    private func run(_ arguments: String, _ steps: TerminalDriver.Step...) throws
        -> TerminalDriver.Report
    {
        let report = try TerminalDriver.run(
            "checkout --by-hand \(arguments)",
            in: folder.url,
            steps
        )
        #expect(report.stuck == nil)
        #expect(report.restored && report.left && report.cursor, "the terminal is not as it was")
        return report
    }

    /// The shopper's lines of the trace, in order.
    private func shopper(_ report: TerminalDriver.Report) -> [String] {
        report.output.split(separator: "\n").filter { $0.hasPrefix("  shopper ") }
            .map { $0.dropFirst(10).drop { $0 == " " } }.map(String.init)
    }

    @Test func `corrects the merchant's errors, and pays`() throws {
        let wrong = "2e" + String(repeating: Self.down, count: 5) + "\u{15}"
        let report = try run(
            "",
            .sees("p Pay"),
            .types(wrong),
            .sees("> Postal code        "),
            .types("9\r"),
            .sees("! Check the postal code"),
            .types("p"),
            .types("e"),
            .sees("> Postal code        9"),
            .types("\u{7f}3030"),
            .types("5\r"),
            .sees("GA 30305"),
            .types("pp"),
            .sees("Paid")
        )
        #expect(report.status == 0)
        let place = "John Appleseed, 1234 Laurel Street, Atlanta, GA"
        let reach = "john.appleseed@example.com, +1 404 555 0100"
        #expect(
            shopper(report) == [
                "edits the shipping contact: \(place) 9, United States, \(reach)", "authorizes",
                "edits the shipping contact: \(place) 30305, United States, \(reach)", "authorizes",
            ]
        )
        #expect(
            report.output.contains(
                "didSelectShippingContact, redacted: Atlanta, GA 9, United States"
            )
        )
        #expect(report.output.contains("shows: shipping contact invalid: postalCode"))
    }

    @Test func `takes another card where the issuer of the first declines`() throws {
        let report = try run(
            "--decline",
            .sees("p Pay"),
            .types("pp"),
            .sees("Payment failed. Try again."),
            .types("1"),
            .sees("– UnionPay 0005"),
            .types("2"),
            .sees("MasterCard 4444"),
            .types("pp"),
            .sees("Paid")
        )
        #expect(report.status == 0)
        #expect(
            shopper(report) == [
                "authorizes", "chooses card MasterCard 4444", "authorizes",
            ]
        )
    }

    @Test func `asks for the PIN only of a card that requires one`() throws {
        let report = try run(
            "--scenario china --language zh",
            .sees("p 使用锁屏密码支付"),
            .types("pp"),
            .sees("请输入银行卡密码"),
            .types("1234"),
            .sees("****"),
            .types("\r"),
            .sees("支付成功")
        )
        #expect(report.status == 0)
        #expect(shopper(report) == ["authorizes", "types the card's PIN"])
        #expect(report.output.contains("sheet            asks for the PIN"))
        let visa = try run(
            "--scenario china",
            .sees("p Pay"),
            .types("12"),
            .sees("Visa 1111"),
            .types("pp"),
            .sees("Paid")
        )
        #expect(shopper(visa) == ["chooses card Visa 1111", "authorizes"])
    }

    @Test func `writes Chinese and Russian, and what is pasted, in any window`() throws {
        let report = try run(
            "--language ru",
            .sees("p Оплатить"),
            .types("2"),
            .sees("Новый адрес…"),
            .types("\u{1b}[F\r"),
            .sees("> Имя"),
            .types("Ли\u{7f}"),
            .resizes(40, 15),
            .sees("> Имя             Л"),
            .types("ев" + Self.down),
            .types("\u{1b}[200~王小明\rpp\u{1b}[201~"),
            .sees("王小明 pp"),
            .types("\r"),
            .sees("! Заполните это поле"),
            .types("\u{1b}"),
            .sees("Новый адрес…"),
            .types("\u{1b}"),
            .sees("p Оплатить"),
            .types("c")
        )
        #expect(report.status == 1)
        #expect(shopper(report) == ["closes the sheet"])
    }

    /// The trace's own words are English in every language of the sheet.
    @Test func `traces a Chinese name as the sheet writes it`() throws {
        let report = try run(
            "--language zh",
            .sees("p 使用锁屏密码支付"),
            .types("2e"),
            .sees("> 姓"),
            .types("\u{15}王" + Self.down + "\u{15}小明\r"),
            .sees("王小明，1234 Laurel Street"),
            .types("c")
        )
        #expect(
            shopper(report) == [
                "edits the shipping contact: 王小明，1234 Laurel Street, Atlanta, GA 30303, "
                    + "United States，john.appleseed@example.com，+1 404 555 0100",
                "closes the sheet",
            ]
        )
    }

    @Test func `keeps unfinished input while it is stopped`() throws {
        let report = try run(
            "",
            .sees("p Pay"),
            .types("4e"),
            .sees("> Email"),
            .types("\u{15}ann@"),
            .sees("ann@"),
            .signal("SIGTSTP"),
            .isStopped,
            .signal("SIGCONT"),
            .readsKeys,
            .types("example.com\r"),
            .sees("4 Contact   ann@example.com"),
            .types("c")
        )
        #expect(report.screens.contains("as it was"))
        #expect(
            shopper(report).first?.hasSuffix("ann@example.com, +1 404 555 0100") == true
        )
    }

    @Test func `restores the terminal when it is interrupted in a field`() throws {
        let report = try run("", .sees("p Pay"), .types("4e"), .sees("> Email"), .types("x\u{3}"))
        #expect(report.status == -2)
    }

    @Test func `ends when the terminal is closed`() throws {
        let report = try TerminalDriver.run(
            "checkout --by-hand",
            in: folder.url,
            [.sees("p Pay"), .types("4e"), .sees("> Email"), .hangsUp]
        )
        #expect(report.stuck == nil)
        #expect(report.status != 0)
    }
}

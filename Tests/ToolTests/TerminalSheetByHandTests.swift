import TestSupport
import Testing

/// The tool at a terminal.
@Suite(
    "A checkout by hand",
    .enabled(if: TerminalDriver.isHere, "python3 is not installed"),
    .timeLimit(.minutes(30))
)
struct TerminalSheetByHandTests {
    private let folder = ScratchFolder()

    private func run(
        _ arguments: String,
        locale: String = "C.UTF-8",
        environment: [String: String] = [:],
        _ steps: TerminalDriver.Step...
    ) throws -> TerminalDriver.Report {
        let report = try TerminalDriver.run(
            "checkout --by-hand \(arguments)",
            locale: locale,
            environment: environment,
            in: folder.url,
            steps
        )
        #expect(report.stuck == nil)
        #expect(report.restored, "the terminal is not set as it was")
        #expect(report.left && report.cursor, "the screen is not as it was")
        return report
    }

    @Test func `pays (mission 10.1)`() throws {
        let report = try run(
            "",
            .sees("> p Pay with passcode"),
            .types("p"),
            .sees("> Press p again to pay"),
            .types("p"),
            .sees("Paid")
        )
        #expect(report.status == 0)
        #expect(report.output.contains("ends: didFinish, paid"))
        #expect(report.output.contains("10.75 USD to My Company Name"))
        #expect(report.output.contains("token.json"))
        let prints = report.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(prints.first == "Set-up", "the trace is whole, and beside the sheet")
    }

    @Test func `is cancelled, and nothing was bought (mission 10.5)`() throws {
        let report = try run("", .sees("p Pay"), .types("c"))
        #expect(report.status == 1)
        #expect(report.output.contains("ends: didFinish, not paid"))
        #expect(report.output.contains("the shopper did not authorize"))
    }

    @Test func `changes the shipping method and the total (mission 8.4)`() throws {
        let report = try run(
            "--language ru",
            .sees("10,75\u{a0}$"),
            .types("3"),
            .sees("Next Day Shipping"),
            .types("\u{1b}[B\r"),
            .sees("15,74\u{a0}$"),
            .types("з"),
            .sees("Ещё раз нажмите p"),
            .types("з"),
            .sees("Оплачено")
        )
        #expect(report.status == 0)
        #expect(report.output.contains("15.74 USD to My Company Name"))
    }

    @Test func `speaks the language of the terminal's locale`() throws {
        let report = try run(
            "--scenario china",
            locale: "zh_CN.UTF-8",
            .sees("支付给 My Company Name"),
            .types("2"),
            .sees("John Appleseed"),
            .types("\u{1b}"),
            .sees("p 使用锁屏密码支付"),
            .types("ｃ")
        )
        #expect(report.screens.first?.contains("苹果6s") == true)
        #expect(report.screens.first?.contains("¥29.90") == true)
        #expect(report.status == 1)
    }

    @Test func `can be tried again where the issuer declines`() throws {
        let report = try run(
            "--decline",
            .sees("p Pay"),
            .types("p"),
            .sees("again"),
            .types("p"),
            .sees("Payment failed. Try again."),
            .types("c")
        )
        #expect(report.status == 1)
        #expect(report.output.contains("declined"))
    }

    @Test(arguments: ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGSEGV"])
    func `restores the terminal when a signal ends it`(signal: String) throws {
        let numbers = ["SIGINT": 2, "SIGTERM": 15, "SIGHUP": 1, "SIGQUIT": 3, "SIGSEGV": 11]
        let report = try run("", .sees("p Pay"), .signal(signal))
        #expect(report.status == -(numbers[signal] ?? 0))
    }

    @Test func `is interrupted from the keyboard`() throws {
        #expect(try run("", .sees("p Pay"), .types("\u{3}")).status == -2)
    }

    @Test func `returns the terminal to the shell when it is stopped, and takes it again`() throws {
        let report = try run(
            "",
            .sees("p Pay"),
            .signal("SIGTSTP"),
            .isStopped,
            .signal("SIGCONT"),
            .readsKeys,
            .types("p"),
            .sees("> Press p again"),
            .types("c"),
            .sees("> p Pay"),
            .signal("SIGTSTP"),
            .isStopped,
            .signal("SIGCONT"),
            .readsKeys,
            .types("c")
        )
        #expect(report.screens.filter { $0 == "as it was" }.count == 2)
        #expect(report.status == 1)
    }

    @Test func `is redrawn when the window changes`() throws {
        let report = try run(
            "",
            .sees("p Pay"),
            .resizes(50, 20),
            .sees("──────────────────────┐"),
            .resizes(30, 5),
            .sees("40\u{a0}×\u{a0}12"),
            .resizes(80, 24),
            .sees("p Pay with passcode"),
            .types("c")
        )
        #expect(report.screens.count == 4)
        #expect(report.status == 1)
    }

    @Test func `draws without bold, faint or reversed letters if styles are off`() throws {
        let plain = try run(
            "",
            environment: ["NO_COLOR": "1"],
            .sees("> p Pay with passcode"),
            .types("c")
        )
        #expect(plain.plain && plain.status == 1)
        let usual = try run("", .sees("> p Pay"), .types("c"))
        #expect(!usual.plain)
    }

    @Test func `says so if the terminal can only print lines`() throws {
        let report = try run("", environment: ["TERM": "dumb"])
        #expect(report.status == 2)
        #expect(report.output.contains("TERM is 'dumb': such a terminal prints line after line"))
        #expect(
            report.output.contains("hint: where the terminal is another one, say so: TERM=xterm")
        )
    }

    @Test func `lists its keys, and goes back at any key`() throws {
        let report = try run(
            "",
            .sees("? keys"),
            .types("?"),
            .sees("go up and down"),
            .types("p"),
            .sees("> p Pay with passcode"),
            .types("1"),
            .sees("Visa 1111"),
            .types("?"),
            .sees("select from a list"),
            .types("\u{1b}"),
            .sees("Enter select"),
            .types("\u{1b}"),
            .sees("p Pay"),
            .types("c")
        )
        #expect(report.status == 1)
    }

    @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1"])
    func `draws its frames in ASCII if the locale is not UTF-8`(locale: String) throws {
        let report = try run("", locale: locale, .sees("+- Quince Pay ---"), .types("c"))
        let screen = try #require(report.screens.first)
        #expect(screen.utf8.allSatisfy { $0 < 0x80 }, "\(screen)")
        #expect(screen.contains("|   1 Pay with  Visa 1111"))
        let usual = try run("", locale: "en_US.utf8", .sees("┌─ Quince Pay ─"), .types("c"))
        #expect(usual.status == 1)
    }

    @Test func `is traced with names and addresses as it shows them`() throws {
        let report = try run(
            "--scenario china --language zh",
            .sees("支付给"),
            .types("2"),
            .sees("新增地址"),
            .types("\u{1b}"),
            .sees("p 使用锁屏密码支付"),
            .types("c")
        )
        let screen = try #require(report.screens.dropFirst().first)
        #expect(screen.contains("张三"))
        #expect(!report.output.contains("三 张"), "\(report.output)")
    }

    private static let pipes: [(line: String, problem: String)] = [
        ("$QUINCE checkout --by-hand </dev/null", "standard input is not a terminal"),
        (
            "script -qec '$QUINCE checkout --by-hand >printed' /dev/null",
            "standard output is not a terminal"
        ),
        ("$QUINCE checkout --by-hand --language de", "--language de: not one of its values"),
        (
            "$QUINCE checkout --language zh",
            "--language is for the sheet that --by-hand or --browser shows"
        ),
    ]

    @Test(arguments: pipes)
    func `says what to do without a terminal`(line: String, problem: String) throws {
        let run = try ProcessRun(line, in: folder.url)
        #expect(run.status == 2)
        #expect((run.remarks + run.results).contains(problem))
        #expect((run.remarks + run.results).contains("hint: "))
    }
}

import Foundation
import TestSupport
import Testing

/// A checkout whose sheet a person uses at its page.
@Suite(
    "A checkout by hand",
    .enabled(if: SheetDriver.isHere, "python3 is not installed"),
    .timeLimit(.minutes(30))
)
struct CheckoutByHandTests {
    private let folder = ScratchFolder()
    private static let place = "John Appleseed, 1234 Laurel Street, Atlanta, GA"
    private static let reach = "john.appleseed@example.com, +1 404 555 0100"

    // Tests/Web/sheet/devices_cases.py pays in Chromium.
    @Test func `pays (mission 10.1)`() throws {
        let report = try SheetDriver.run(in: folder.url, .sees("$10.75"), .authorizes("10.75"))
        #expect(report.stuck == nil && report.status == 0)
        #expect(report.results.hasPrefix("Set-up\n"))
        #expect(report.results.contains("ends: didFinish, paid"))
        #expect(report.results.contains("10.75 USD to My Company Name"))
        #expect(report.results.contains("token.json"))
    }

    @Test func `is cancelled, and nothing was bought (mission 10.5)`() throws {
        let report = try SheetDriver.run(in: folder.url, .sees("$10.75"), .cancels)
        #expect(report.stuck == nil && report.status == 1)
        #expect(report.results.contains("ends: didFinish, not paid"))
        #expect(report.results.contains("the shopper did not authorize"))
        #expect(report.remarks.split(separator: "\n").count { $0.contains("http://") } == 1)
    }

    @Test func `changes the shipping method and the total (mission 8.4)`() throws {
        let report = try SheetDriver.run(
            "--language ru",
            in: folder.url,
            .sees("10,75\u{a0}$"),
            .chooses("shippingMethod", 1),
            .sees("15,74\u{a0}$"),
            .authorizes("15.74")
        )
        #expect(report.stuck == nil && report.status == 0)
        #expect(report.results.contains("15.74 USD to My Company Name"))
    }

    @Test func `speaks the language of the locale`() throws {
        let report = try SheetDriver.run(
            "--scenario china",
            locale: "zh_CN.UTF-8",
            in: folder.url,
            .sees("支付给 My Company Name"),
            .cancels
        )
        #expect(report.stuck == nil && report.status == 1)
        let view = try #require(report.views.first)
        #expect(view.contains("苹果6s") && view.contains("¥29.90") && view.contains("张三"))
        #expect(!report.results.contains("三 张"), "\(report.results)")
    }

    @Test func `takes another card where the issuer of the first declines`() throws {
        let report = try SheetDriver.run(
            "--decline",
            in: folder.url,
            .sees("UnionPay 0005"),
            .authorizes("10.75"),
            .sees("Payment failed. Try again."),
            .chooses("card", 1),
            .sees(#""value": "MasterCard 4444""#),
            .authorizes("10.75")
        )
        #expect(report.stuck == nil && report.status == 0)
        #expect(report.shopper == ["authorizes", "chooses card MasterCard 4444", "authorizes"])
    }

    @Test func `can be given up where the issuer declines`() throws {
        let report = try SheetDriver.run(
            "--decline",
            in: folder.url,
            .sees("$10.75"),
            .authorizes("10.75"),
            .sees("Payment failed. Try again."),
            .cancels
        )
        #expect(report.stuck == nil && report.status == 1)
        #expect(report.results.contains("declined"))
    }

    @Test func `corrects the merchant's errors, and pays`() throws {
        let report = try SheetDriver.run(
            in: folder.url,
            .sees("$10.75"),
            .writes("shippingContact", #""postalCode":"9""#),
            .sees("Check the postal code"),
            .authorizes("10.75"),
            .sees("Check the postal code"),
            .writes("shippingContact", #""postalCode":"30305""#),
            .sees("GA 30305"),
            .authorizes("10.75")
        )
        #expect(report.stuck == nil && report.status == 0)
        let (place, reach) = (Self.place, Self.reach)
        #expect(
            report.shopper == [
                "edits the shipping contact: \(place) 9, United States, \(reach)", "authorizes",
                "edits the shipping contact: \(place) 30305, United States, \(reach)", "authorizes",
            ]
        )
        #expect(
            report.results.contains(
                "didSelectShippingContact, redacted: Atlanta, GA 9, United States"
            )
        )
        #expect(report.results.contains("shows: shipping contact invalid: postalCode"))
    }

    @Test func `asks for the PIN only of a card that requires one`() throws {
        let report = try SheetDriver.run(
            "--scenario china --language zh",
            in: folder.url,
            .sees("¥29.90"),
            .authorizes("29.90"),
            .sees("请输入银行卡密码", while: "pin"),
            .posts(#"{"pin":4}"#)
        )
        #expect(report.stuck == nil && report.status == 0)
        #expect(report.shopper == ["authorizes", "types the card's PIN"])
        #expect(report.results.contains("sheet            asks for the PIN"))
        let visa = try SheetDriver.run(
            "--scenario china",
            in: ScratchFolder().url,
            .sees("29.90"),
            .chooses("card", 1),
            .sees(#""value": "Visa 1111""#),
            .authorizes("29.90")
        )
        #expect(visa.shopper == ["chooses card Visa 1111", "authorizes"])
    }

    /// The trace's own words are English in every language of the sheet.
    @Test func `traces a Chinese name as the sheet writes it`() throws {
        let report = try SheetDriver.run(
            "--language zh",
            in: folder.url,
            .sees("US$10.75"),
            .writes("shippingContact", #""familyName":"王","givenName":"小明""#),
            .sees("王小明，1234 Laurel Street"),
            .cancels
        )
        #expect(
            report.shopper == [
                "edits the shipping contact: 王小明，1234 Laurel Street, Atlanta, GA 30303, "
                    + "United States，john.appleseed@example.com，+1 404 555 0100",
                "closes the sheet",
            ]
        )
    }

    private static let misuses = [
        ("$QUINCE checkout --by-hand --language de", "--language de: not one of its values"),
        ("$QUINCE checkout --language zh", "--language is for the sheet that --by-hand shows"),
    ]

    @Test(arguments: misuses)
    func `says what is wrong with its language`(line: String, problem: String) throws {
        let run = try ProcessRun(line, in: folder.url)
        #expect(run.status == 2)
        #expect(run.remarks.contains(problem) && run.remarks.contains("hint: "))
    }
}

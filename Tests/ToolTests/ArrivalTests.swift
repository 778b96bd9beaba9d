internal import Foundation
internal import TestSupport
import Testing
internal import World

@testable import quince

/// The guide's sheet says "Arrives by July 29"; here it is a date to come, whenever the sheet is shown.
@Suite("The day of arrival")
struct ArrivalTests {
    private static let day = 86_400.0

    /// A date as Foundation writes it.
    private static func text(_ date: Date) -> String {
        let formatter = DateFormatter()
        (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
        formatter.dateFormat = "MMMM d"
        return formatter.string(from: date)
    }

    /// Every day of a leap year and of those around it, at its first and last second.
    @Test func `is a week after the order, on every day of the year`() throws {
        let standard = try #require(
            CheckoutScenario.guide.shippingMethods.first { $0.detail.contains("Arrives") }
        )
        var said: Set<String> = []
        for number in 0..<1_200 {
            for second in [0, 86_399] {
                // From 2027-01-01 on.
                let seconds = 1_798_761_600 + number * 86_400 + second
                let detail = standard.detail(orderedAt: UnixTime(seconds: Int64(seconds)))
                let week = Date(timeIntervalSince1970: Double(seconds) + 7 * Self.day)
                #expect(detail == "Arrives by \(Self.text(week))")
                said.insert(detail)
            }
        }
        #expect(said.count == 366)
    }

    @Test(
        .enabled(if: SheetDriver.isHere, "the program python3 is not installed"),
        .timeLimit(.minutes(30)),
        arguments: [
            ("--at 2027-12-28", "Arrives by January 4"), ("--seed 1", "Arrives by January 8"),
            ("--at 2028-02-25T23:59:59Z", "Arrives by March 3"), ("", nil),
        ] as [(String, String?)]
    )
    func `is on the sheet, and is to come`(options: String, said: String?) throws {
        let before = Self.text(Date(timeIntervalSinceNow: 7 * Self.day))
        let report = try SheetDriver.run(
            options,
            in: ScratchFolder().url,
            .sees("Arrives by "),
            .cancels
        )
        let after = Self.text(Date(timeIntervalSinceNow: 7 * Self.day))
        let days = said.map { [$0] } ?? [before, after].map { "Arrives by \($0)" }
        let view = report.views.first ?? ""
        #expect(days.contains { view.contains("\($0)\"") }, "\(view)")
    }
}

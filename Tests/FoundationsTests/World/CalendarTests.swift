import Foundation
import TestSupport
import Testing
import World

@Suite("Time")
struct CalendarTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Int64(0)), ("1969-12-31T23:59:59Z", -1),
        ("2000-02-29T12:00:00Z", 951_825_600), ("1900-03-01", -2_203_891_200),
        ("2038-01-19T03:14:08Z", 2_147_483_648), ("2100-03-01", 4_107_542_400),
        ("0001-01-01", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("2021-09-01T00:00:00+02:00", 1_630_447_200), ("2021-09-01T00:00:00-05:30", 1_630_474_200),
        ("2021-09-01T00:00:00.999999Z", 1_630_454_400),
        ("2021-09-01T00:00:00+00:00", 1_630_454_400),
        ("2021-09-01T00:00:00-00:00", 1_630_454_400),
    ])
    func `reads what it is written as`(text: String, seconds: Int64) throws {
        let time = try #require(UnixTime(iso8601: text))
        #expect(time.seconds == seconds)
    }

    @Test(arguments: [
        "", "2021", "2021-09", "2021-9-1", "2021-02-29", "1900-02-29", "2100-02-29", "2021-04-31",
        "2021-00-01", "2021-13-01", "2021-01-00", "2021-01-32", "0000-01-01", "2021-01-01T00:00:00",
        "2021-01-01T24:00:00Z", "2021-01-01T00:60:00Z", "2021-01-01T00:00:60Z", "2021-01-01T00:00Z",
        "2021-01-01 00:00:00Z", "2021-01-01T00:00:00.Z", "2021-01-01T00:00:00+2:00",
        "2021-01-01T00:00:00+24:00", "2021-01-01T00:00:00+02:60", "2021-01-01T00:00:00+0200",
        "2021-01-01T00:00:00ZZ", " 2021-01-01", "2021-01-01 ", "+021-01-01", "-021-01-01",
        "２０21-01-01", "2021-01-01T00:00:00,5Z", "12021-01-01",
    ])
    func `refuses a time that was mistyped`(text: String) {
        #expect(UnixTime(iso8601: text) == nil)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `agrees with Foundation on random moments`(seed: UInt64) throws {
        let formatter = ISO8601DateFormatter()
        let randomness = SeededRandomness(seed: seed)
        for _ in 0..<500 {
            // From the year 1600, before which Foundation's calendar is the Julian one.
            let seconds = Int64(randomness.number(below: 265_079_000_000)) - 11_676_096_000
            let time = UnixTime(seconds: seconds)
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(time.iso8601 == text)
            #expect(UnixTime(iso8601: text) == time)
            #expect(try #require(CalendarTime(time)).unixTime == time)
        }
    }

    @Test func `knows every day of four centuries`() throws {
        var expected = try #require(UnixTime(iso8601: "1900-01-01")).seconds
        for year in 1900..<2300 {
            for month in 1...12 {
                for day in 1...CalendarTime.days(inMonth: month, of: year) {
                    let time = try #require(
                        CalendarTime(
                            year: year,
                            month: month,
                            day: day,
                            hour: 0,
                            minute: 0,
                            second: 0
                        )
                    )
                    #expect(time.unixTime.seconds == expected)
                    expected += 86_400
                }
            }
        }
        #expect(expected == UnixTime(iso8601: "2300-01-01")?.seconds)
    }

    @Test(arguments: [Int64.min, -62_135_596_801, 253_402_300_800, .max])
    func `beyond the calendar is written in seconds`(seconds: Int64) {
        let time = UnixTime(seconds: seconds)
        #expect(CalendarTime(time) == nil)
        #expect(time.iso8601 == "@\(seconds)")
    }

    @Test func `does not run over`() {
        #expect(UnixTime(seconds: .max).advanced(bySeconds: 1) == nil)
        #expect(UnixTime(seconds: .min).advanced(bySeconds: -1) == nil)
        #expect(UnixTime(seconds: 1).advanced(bySeconds: -2) == UnixTime(seconds: -1))
        #expect(UnixTime(seconds: 1) < UnixTime(seconds: 2))
    }
}

public import World

/// The two ways in which ASN.1 writes a time, in the profile of certificates and CMS.
///
/// - Source: RFC 5280 § 4.1.2.5: UTC, with seconds, without fraction; UTCTime through 2049.
public enum ASN1Time {
    /// Reads the content of a UTCTime: `yyMMddHHmmssZ`, years 1950 to 2049.
    public static func utcTime(_ content: ArraySlice<UInt8>) -> UnixTime? {
        guard content.count == 13, content.last == UInt8(ascii: "Z"),
            let numbers = pairs(content.dropLast())
        else { return nil }
        let year = numbers[0] >= 50 ? 1900 + numbers[0] : 2000 + numbers[0]
        return time(year: year, Array(numbers.dropFirst()))
    }

    /// Reads the content of a GeneralizedTime: `yyyyMMddHHmmssZ`.
    public static func generalizedTime(_ content: ArraySlice<UInt8>) -> UnixTime? {
        guard content.count == 15, content.last == UInt8(ascii: "Z"),
            let numbers = pairs(content.dropLast())
        else { return nil }
        return time(year: numbers[0] * 100 + numbers[1], Array(numbers.dropFirst(2)))
    }

    /// Writes an element: UTCTime through 2049 and GeneralizedTime after it; nil outside the
    /// years 1950 to 9999.
    public static func element(_ time: UnixTime) -> [UInt8]? {
        guard let parts = CalendarTime(time), parts.year >= 1950 else { return nil }
        let short = parts.year < 2050
        let year = short ? twoDigits(parts.year % 100) : fourDigits(parts.year)
        let rest = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
        let text = year + rest.flatMap(twoDigits) + [UInt8(ascii: "Z")]
        return ASN1Encoding.element(short ? .utcTime : .generalizedTime, text)
    }

    private static func pairs(_ digits: ArraySlice<UInt8>) -> [Int]? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let values = digits.map { Int($0 - 0x30) }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] * 10 + values[$0 + 1] }
    }

    private static func time(year: Int, _ rest: [Int]) -> UnixTime? {
        CalendarTime(
            year: year,
            month: rest[0],
            day: rest[1],
            hour: rest[2],
            minute: rest[3],
            second: rest[4]
        )?.unixTime
    }

    private static func twoDigits(_ number: Int) -> [UInt8] {
        [UInt8(0x30 + number / 10), UInt8(0x30 + number % 10)]
    }

    private static func fourDigits(_ number: Int) -> [UInt8] {
        twoDigits(number / 100) + twoDigits(number % 100)
    }
}

public import World

/// The two ways in which ASN.1 writes a time, in the profile of certificates and CMS.
///
/// - Source: RFC 5280 § 4.1.2.5: UTC, with seconds, without fraction; UTCTime through 2049.
public enum ASN1Time {
    /// Reads the content of a UTCTime: `yyMMddHHmmssZ`, years 1950 to 2049.
    public static func utcTime(_ content: ArraySlice<UInt8>) -> UnixTime? {
        guard content.count == 13, let year = pair(content, at: 0) else { return nil }
        return time(year: year >= 50 ? 1900 + year : 2000 + year, content, from: 2)
    }

    /// Reads the content of a GeneralizedTime: `yyyyMMddHHmmssZ`.
    public static func generalizedTime(_ content: ArraySlice<UInt8>) -> UnixTime? {
        guard content.count == 15, let century = pair(content, at: 0),
            let year = pair(content, at: 2)
        else { return nil }
        return time(year: century * 100 + year, content, from: 4)
    }

    /// Takes the next element, which must be one of the two; the time is nil if the content is
    /// none.
    public static func take(
        from cursor: inout ASN1Cursor
    ) throws(ASN1Failure) -> (content: Range<Int>, time: UnixTime?) {
        let isShort = cursor.isNext(.utcTime)
        let content = try cursor.take(isShort ? .utcTime : .generalizedTime).content
        let digits = cursor.bytes[content]
        return (content, isShort ? utcTime(digits) : generalizedTime(digits))
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

    /// The number that two digits write, or nil if they are not digits.
    private static func pair(_ content: ArraySlice<UInt8>, at offset: Int) -> Int? {
        let high = content[content.startIndex + offset]
        let low = content[content.startIndex + offset + 1]
        guard (0x30...0x39).contains(high), (0x30...0x39).contains(low) else { return nil }
        return Int(high - 0x30) * 10 + Int(low - 0x30)
    }

    /// The moment of a year and of `MMddHHmmssZ` from an offset on to the end.
    private static func time(
        year: Int,
        _ content: ArraySlice<UInt8>,
        from offset: Int
    ) -> UnixTime? {
        guard content.last == UInt8(ascii: "Z"),
            let month = pair(content, at: offset),
            let day = pair(content, at: offset + 2),
            let hour = pair(content, at: offset + 4),
            let minute = pair(content, at: offset + 6),
            let second = pair(content, at: offset + 8)
        else { return nil }
        return CalendarTime(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )?.unixTime
    }

    private static func twoDigits(_ number: Int) -> [UInt8] {
        [UInt8(0x30 + number / 10), UInt8(0x30 + number % 10)]
    }

    private static func fourDigits(_ number: Int) -> [UInt8] {
        twoDigits(number / 100) + twoDigits(number % 100)
    }
}

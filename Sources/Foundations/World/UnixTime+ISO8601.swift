extension UnixTime {
    /// Parses `2021-09-01T00:00:00Z`, with `Z` or an offset such as `+02:00`, or a date alone
    /// (midnight UTC).
    ///
    /// A fraction of a second is accepted and dropped. Any other text is refused, so that a typing
    /// error does not silently mean another time.
    ///
    /// - Source: RFC 3339 § 5.6; the date alone is ISO 8601's calendar date.
    public init?(iso8601 text: some StringProtocol) {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2)
        else { return nil }
        var (hour, minute, second, offset) = (0, 0, 0, 0)
        if !reader.isAtEnd {
            guard reader.skip("T"), let readHour = reader.number(digits: 2), reader.skip(":"),
                let readMinute = reader.number(digits: 2), reader.skip(":"),
                let readSecond = reader.number(digits: 2), reader.skipFraction(),
                let readOffset = reader.offsetInSeconds(), reader.isAtEnd
            else { return nil }
            (hour, minute, second, offset) = (readHour, readMinute, readSecond, readOffset)
        }
        let calendarTime = CalendarTime(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
        guard let calendarTime,
            let time = calendarTime.unixTime.advanced(bySeconds: -Int64(offset))
        else { return nil }
        self = time
    }

    /// Parses `2021-09-01T00:00:00Z` as ``init(iso8601:)`` does, but no date alone.
    ///
    /// - Source: RFC 3339 § 5.6.
    public init?(rfc3339 text: some StringProtocol) {
        guard text.utf8.count > 10 else { return nil }
        self.init(iso8601: text)
    }

    /// The moment as `2021-09-01T00:00:00Z`, or as a number of seconds outside the years 1 to
    /// 9999.
    public var iso8601: String {
        guard let time = CalendarTime(self) else { return "@\(seconds)" }
        let year = padded(time.year, digits: 4)
        let date = "\(year)-\(padded(time.month))-\(padded(time.day))"
        return "\(date)T\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))Z"
    }

    private func padded(_ number: Int, digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension UnixTime: CustomStringConvertible {
    /// The moment as `2021-09-01T00:00:00Z`.
    public var description: String { iso8601 }
}

private struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: some StringProtocol) { rest = ArraySlice(text.utf8) }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for byte in rest.prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(digits)
        return value
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func skipFraction() -> Bool {
        guard skip(".") else { return true }
        guard number(digits: 1) != nil else { return false }
        while number(digits: 1) != nil {}
        return true
    }

    mutating func offsetInSeconds() -> Int? {
        if skip("Z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(digits: 2), hours <= 23, skip(":"),
            let minutes = number(digits: 2), minutes <= 59
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}

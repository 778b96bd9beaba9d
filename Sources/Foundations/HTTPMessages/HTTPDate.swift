public import World

/// Moments as HTTP writes them: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// - Source: RFC 9110 § 5.6.7. The two obsolete forms are not read.
public enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The text of a moment; nil outside the years 1 to 9999.
    public static func text(of time: UnixTime) -> HTTPFieldValue? {
        guard let parts = CalendarTime(time) else { return nil }
        let secondsOfDay = ((time.seconds % 86_400) + 86_400) % 86_400
        let dayNumber = (time.seconds - secondsOfDay) / 86_400
        let day = days[Int(((dayNumber % 7) + 7) % 7)]
        let date = "\(padded(parts.day)) \(months[parts.month - 1]) \(padded(parts.year, 4))"
        let clock = "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
        return HTTPFieldValue("\(day), \(date) \(clock) GMT")
    }

    /// The moment of a text; nil for any other form, or where the day of the week is another.
    public static func time(of text: String) -> UnixTime? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])),
            let day = number(parts[1], 2), let year = number(parts[3], 4)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2), let minute = number(clock[1], 2),
            let second = number(clock[2], 2),
            let time = CalendarTime(
                year: year,
                month: month + 1,
                day: day,
                hour: hour,
                minute: minute,
                second: second
            )?
            .unixTime, Self.text(of: time)?.text == text
        else { return nil }
        return time
    }

    private static func number(_ text: Substring, _ digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy(HTTPCharacters.isDigit) else {
            return nil
        }
        return Int(text)
    }

    private static func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

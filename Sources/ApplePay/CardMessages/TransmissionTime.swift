public import World

/// When a message was made, as field 7 says it: month, day, hour, minute and second in UTC.
///
/// - Source: ISO 8583:1987, field 7, "transmission date and time".
public struct TransmissionTime: Hashable, Sendable {
    /// Ten digits: `MMDDhhmmss`.
    public let text: String

    /// The field for a moment.
    public init(_ time: UnixTime) {
        guard let parts = CalendarTime(time) else {
            text = "0101000000"
            return
        }
        text = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    }

    /// Reads a field; nil where it is no moment of any year.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 10, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let parts = stride(from: 0, to: 10, by: 2)
            .map { Int(digits[$0] - 0x30) * 10 + Int(digits[$0 + 1] - 0x30) }
        // A leap year has all days.
        let time = CalendarTime(
            year: 2000,
            month: parts[0],
            day: parts[1],
            hour: parts[2],
            minute: parts[3],
            second: parts[4]
        )
        guard time != nil else { return nil }
        self.text = text
    }

    /// Field 13, the date `MMDD`. Our messages give local times in UTC.
    var date: String { String(text.prefix(4)) }

    /// Field 12, the time `hhmmss`.
    var time: String { String(text.suffix(6)) }
}

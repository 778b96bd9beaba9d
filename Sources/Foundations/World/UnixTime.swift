/// A moment, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Payment tokens, certificates and card messages have no finer times than this.
///
/// - Source: POSIX.1-2017, *Seconds Since the Epoch*; the text form is ISO 8601 as profiled by
///   RFC 3339.
/// - Units: seconds.
public struct UnixTime: Hashable, Sendable {
    /// Seconds since the epoch; negative before it.
    public let seconds: Int64

    /// The moment this many seconds after the epoch.
    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// The moment a number of seconds later, or nil if it cannot be represented.
    public func advanced(bySeconds offset: Int64) -> UnixTime? {
        let (sum, overflow) = seconds.addingReportingOverflow(offset)
        return overflow ? nil : UnixTime(seconds: sum)
    }
}

extension UnixTime: Comparable {
    /// Orders earlier moments first.
    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }
}

public import World

/// How far a token's signing time may lie from the moment at which a merchant checks it.
///
/// A token is signed when the shopper authorizes. One that arrives long afterwards may be a
/// recording, and one from the future has a wrong clock behind it, so both directions count.
///
/// - Source: Apple, *Payment token format reference*: the signing time must be within 5 minutes;
///   that the future counts too is our decision (Documentation/Decisions/0010-signing-time.md).
/// - Units: seconds.
public struct SigningTimeWindow: Hashable, Sendable {
    /// The windows that may be asked for: one second to fifteen minutes.
    ///
    /// An endless window is not one of them. An old token is checked at its own time instead.
    public static let allowedSeconds: ClosedRange<Int64> = 1...900

    /// Five minutes either way.
    public static let standard = SigningTimeWindow(trusted: 300)

    /// The most that signing and checking may differ by, inclusive.
    public let seconds: Int64

    /// A window of a given length.
    ///
    /// - Throws: ``OutOfRange`` for a length outside ``allowedSeconds``; nothing is clamped.
    public init(seconds: Int64) throws(OutOfRange) {
        guard Self.allowedSeconds.contains(seconds) else { throw OutOfRange(asked: seconds) }
        self.seconds = seconds
    }

    private init(trusted seconds: Int64) { self.seconds = seconds }

    /// Whether a token signed at one moment may be accepted at another. Reads no clock.
    public func admits(signedAt: UnixTime, checkedAt: UnixTime) -> Bool {
        let (apart, overflow) = signedAt.seconds.subtractingReportingOverflow(checkedAt.seconds)
        return !overflow && apart.magnitude <= UInt64(seconds)
    }

    /// A window was asked for that may not be.
    public struct OutOfRange: Error, Hashable, Sendable {
        /// The length that was asked for, in seconds.
        public let asked: Int64
    }
}

extension SigningTimeWindow: CustomStringConvertible {
    /// The length in words.
    public var description: String {
        seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
    }
}

public import World

/// The maximum difference between a token's signing time and the merchant's verification time.
///
/// A token is signed when the shopper authorizes. A token that arrives much later may be a replay,
/// and a signing time in the future means a wrong clock, so both directions are limited.
///
/// - Source: Apple, *Payment token format reference*: the signing time must be within 5 minutes.
///   That the future is limited too is our decision
///   (Documentation/Decisions/0010-signing-time.md).
/// - Units: seconds.
public struct SigningTimeWindow: Hashable, Sendable {
    /// The allowed windows: one second to fifteen minutes.
    ///
    /// There is no unlimited window. To check an old token, verify it at its own time.
    public static let allowedSeconds: ClosedRange<Int64> = 1...900

    /// Five minutes in both directions.
    public static let standard = SigningTimeWindow(trusted: 300)

    /// The maximum difference, inclusive.
    public let seconds: Int64

    /// Creates a window; nil for a length outside ``allowedSeconds``: nothing is clamped.
    public init?(seconds: Int64) {
        guard Self.allowedSeconds.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    private init(trusted seconds: Int64) { self.seconds = seconds }

    /// Whether a token that was signed at one moment is accepted at another. Reads no clock.
    public func admits(signedAt: UnixTime, checkedAt: UnixTime) -> Bool {
        let (apart, overflow) = signedAt.seconds.subtractingReportingOverflow(checkedAt.seconds)
        return !overflow && apart.magnitude <= UInt64(seconds)
    }
}

extension SigningTimeWindow: CustomStringConvertible {
    /// The error in one line.
    public var description: String {
        seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
    }
}

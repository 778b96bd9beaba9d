public import PaymentToken
public import World

/// How long a claim is remembered, so that no token is accepted again while a verifier would let
/// it pass.
///
/// A verifier lets a token pass while its signing time lies within a window, either way. A claim
/// may be made as early as a window before that time, and the token pass as late as a window
/// after it: so two windows are needed, and a margin for clocks that differ or step back and for
/// a server that stood still between verifying and claiming. What lies beyond the margin is
/// refused, never guessed at.
///
/// - Source: our own reckoning; Documentation/Decisions/0020-claims-and-repeated-requests.md.
public struct ClaimRetention: Hashable, Sendable {
    /// The margins that may be asked for: one minute to a year.
    public static let allowedMarginSeconds: ClosedRange<Int64> = 60...31_536_000

    /// Five minutes of margin, for a store in memory: fifteen minutes in all.
    public static let short = ClaimRetention(trusted: .standard, 300)
    /// A day of margin, for a store on a disk.
    public static let long = ClaimRetention(trusted: .standard, 86_400)

    /// The window of the verifier whose tokens are claimed.
    public let window: SigningTimeWindow
    /// How far clocks may be wrong, or a server may stand still. Units: seconds.
    public let marginSeconds: Int64

    /// A retention for a verifier's window; nil for a margin outside ``allowedMarginSeconds``.
    public init?(window: SigningTimeWindow, marginSeconds: Int64) {
        guard Self.allowedMarginSeconds.contains(marginSeconds) else { return nil }
        self.init(trusted: window, marginSeconds)
    }

    private init(trusted window: SigningTimeWindow, _ marginSeconds: Int64) {
        self.window = window
        self.marginSeconds = marginSeconds
    }

    /// How long a claim is kept after it was made. Units: seconds.
    public var seconds: Int64 { 2 * window.seconds + marginSeconds }

    /// Whether every earlier claim on a token signed then is still remembered now.
    ///
    /// The margin is on the side of the past alone: a token from further in the future than the
    /// window would outlive what is kept of it.
    public func remembers(signedAt: UnixTime, at now: UnixTime) -> Bool {
        let (age, overflow) = now.seconds.subtractingReportingOverflow(signedAt.seconds)
        return !overflow && (-window.seconds...window.seconds + marginSeconds).contains(age)
    }

    /// Whether a claim can be forgotten: ``remembers(signedAt:at:)`` is false of its token.
    public func mayForget(claimedAt: UnixTime, at now: UnixTime) -> Bool {
        claimedAt < firstKept(at: now)
    }

    /// Claims made before this moment can be forgotten.
    public func firstKept(at now: UnixTime) -> UnixTime {
        now.advanced(bySeconds: -seconds) ?? UnixTime(seconds: .min)
    }
}

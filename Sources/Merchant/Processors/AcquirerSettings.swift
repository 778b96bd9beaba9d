/// The limits of a connection to a card network.
///
/// - Source: the usual values of public connectors; Documentation/ChargingByISO8583.md says which is which.
/// - Units: elapsed time of the World's clock, which counts whole seconds.
public struct AcquirerSettings: Hashable, Sendable {
    /// How long opening a connection may take.
    public var connectLimit = Duration.seconds(5)
    /// How long the network may take to answer the sign-on, the sign-off or an echo.
    public var managementLimit = Duration.seconds(10)
    /// How long a request may wait for a connection before it is given up as not sent. It does not wait
    /// where the last connection could not be opened or signed on.
    public var unsentLimit = Duration.seconds(5)
    /// How long the network may take to answer a request.
    public var answerLimit = Duration.seconds(25)
    /// After how long without a message from the network it is asked for an echo.
    public var idleLimit = Duration.seconds(30)
    /// The pause before connecting again after the first failure; it doubles with each further one.
    public var shortestPause = Duration.seconds(1)
    /// The longest pause before connecting again.
    public var longestPause = Duration.seconds(60)
    /// How many requests may wait for their answers at the same time.
    public var inFlightLimit = 256
    /// How many requests may wait to be sent.
    public var queueLimit = 1_024
    /// How many answered and given-up requests are remembered, to recognize late answers.
    public var rememberedLimit = 10_000
    /// How often time limits are looked at, in real time.
    public var tick = Duration.milliseconds(100)

    /// The usual limits.
    public init() {}

    /// Limits for callers that wait this long in all: a fifth is left for what follows an authorization
    /// without an answer, such as its reversal.
    public init(within patience: Duration) {
        answerLimit = patience * 4 / 5
        unsentLimit = min(unsentLimit, patience / 5)
    }
}

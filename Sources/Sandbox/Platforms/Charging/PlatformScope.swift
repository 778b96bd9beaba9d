internal import Storage
package import World

/// The surroundings of a transaction: who asks, and when.
package struct PlatformScope: Sendable {
    /// The time.
    package let now: UnixTime
    /// The process.
    let run: String
    /// The request that is worked on.
    package var request: RequestName
    /// Whether the request's process ended before its answer.
    package var isRecovery = false
    /// The source of identifiers.
    let randomness: any Randomness
    /// The faults of webhooks that were asked for.
    let faults: PlatformFaults

    /// A new identifier with a prefix.
    func identifier(_ prefix: String) -> String { randomness.identifier(prefix) }
}

/// The interface of one platform: its names, objects and answers over the shared records.
protocol PlatformDialect: Sendable {
    /// The platform.
    var platform: Platform { get }
    /// The answer where the platform failed.
    var failure: PlatformAnswer { get }
    /// Whether only the answers to requests that were done are kept under their idempotency keys.
    var keepsSuccessesOnly: Bool { get }

    /// Draws the conclusions from an operation that has ended, in the transaction that records its end.
    func conclude(
        _ operation: PlatformOperation,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction
    ) throws(PlatformFailure) -> PlatformStep

    /// Ends a payment whose authorization has expired.
    func expire(
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction
    ) throws(PlatformFailure) -> PlatformStep

    /// When a webhook that failed is sent again, each counted from the attempt before. Units: seconds.
    var retries: [Int64] { get }

    /// The request that brings an event to an endpoint.
    func notice(of event: PlatformEvent, to endpoint: PlatformEndpoint, at now: UnixTime) -> Notice
}

/// Accepts each token once, for one order, and stands alone: for servers that keep their own
/// records and need nothing else of this program's.
///
/// Claim a token after it was opened and before it is charged. The claim is atomic: of any
/// number of claims at once, on however many servers share a store, one is the first.
public protocol TokenClaimStore: Sendable {
    /// Claims a token for an order.
    ///
    /// - Returns: Whether this claim is the first, and whose the token is otherwise.
    /// - Throws: ``ClaimFailure``. Where the outcome is unknown, the same claim made again says
    ///   what holds: ``TokenClaim/first`` where nothing was kept, ``TokenClaim/again`` where it
    ///   was.
    func claim(
        _ token: ClaimableToken,
        for order: OrderReference
    ) async throws(ClaimFailure) -> TokenClaim
}

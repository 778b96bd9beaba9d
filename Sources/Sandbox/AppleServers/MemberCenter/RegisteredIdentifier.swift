public import World

/// A merchant identifier or an order type identifier of a team.
public struct RegisteredIdentifier: Hashable, Sendable {
    /// The identifier.
    public let text: String
    /// The kind of thing that it identifies.
    public let kind: IdentifierKind
    /// The team's words for it.
    public let description: String
    /// The identifier of the team.
    public let team: String
    /// When it was registered.
    public let registeredAt: UnixTime
}

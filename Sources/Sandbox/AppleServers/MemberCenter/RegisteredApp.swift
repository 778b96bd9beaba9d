public import World

/// An App ID of a team, and the merchants that its apps may pay.
///
/// - Source: mission 3.7, 3.8 and 3.9; Apple, *Configure Apple Pay*: Apple Pay needs an explicit App ID.
public struct RegisteredApp: Hashable, Sendable {
    /// The bundle identifier.
    public let bundleIdentifier: BundleIdentifier
    /// The team's words for it.
    public let description: String
    /// The identifier of the team.
    public let team: String
    /// When it was registered.
    public let registeredAt: UnixTime
    /// The merchants that its entitlement names; empty while Apple Pay is off.
    public internal(set) var merchantIdentifiers: [String]

    /// The entitlement of the app's builds.
    public var entitlement: AppEntitlement {
        AppEntitlement(
            bundleIdentifier: bundleIdentifier.text,
            merchantIdentifiers: merchantIdentifiers
        )
    }

    /// Lets the app pay these merchants and no others.
    mutating func entitle(to merchants: [String]) throws(MemberCenterFailure) {
        guard !bundleIdentifier.isWildcard || merchants.isEmpty else {
            throw .refused(.wildcardApp(bundleIdentifier.text))
        }
        var named: [String] = []
        for merchant in merchants where !named.contains(merchant) { named.append(merchant) }
        merchantIdentifiers = named
    }
}

/// An app's entitlement: the merchants that it may pay.
///
/// - Source: the entitlement `com.apple.developer.in-app-payments` (mission 3.11).
public struct AppEntitlement: Hashable, Sendable {
    /// The app.
    public let bundleIdentifier: String
    /// The merchants that its requests may name.
    public let merchantIdentifiers: [String]

    /// Creates an entitlement.
    package init(bundleIdentifier: String, merchantIdentifiers: [String]) {
        self.bundleIdentifier = bundleIdentifier
        self.merchantIdentifiers = merchantIdentifiers
    }
}

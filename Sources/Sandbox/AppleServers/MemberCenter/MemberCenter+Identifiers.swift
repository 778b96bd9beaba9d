public import Storage
internal import World

// Teams, identifiers and apps.
extension MemberCenter {
    /// The teams, in the order in which they were registered.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func teams() async throws(StorageFailure) -> [MemberCenter.Team] {
        try await database.read { snapshot throws(StorageFailure) in try snapshot.teams() }
    }

    /// Registers a team.
    ///
    /// - Throws: ``MemberCenterFailure``.
    public func register(_ team: MemberCenter.Team) async throws(MemberCenterFailure) {
        try team.requireForm()
        try await database.write { transaction throws(MemberCenterFailure) in
            guard try transaction.insert(team) else {
                throw .refused(.alreadyRegistered(team.identifier))
            }
        }
    }

    /// The identifiers of a kind, in the order in which they were registered.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func identifiers(
        _ kind: IdentifierKind
    ) async throws(StorageFailure) -> [RegisteredIdentifier] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.identifiers(of: kind)
        }
    }

    /// A registered identifier, or nil.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func identifier(
        _ text: String
    ) async throws(StorageFailure) -> RegisteredIdentifier? {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.identifier(text)
        }
    }

    /// Registers a merchant identifier or an order type identifier (mission 3.3).
    ///
    /// - Parameters:
    ///   - kind: What the identifier is of.
    ///   - text: The identifier.
    ///   - description: The team's words for it.
    ///   - team: The team's identifier; nil for the first team.
    /// - Returns: What was registered.
    /// - Throws: ``MemberCenterFailure``.
    public func register(
        _ kind: IdentifierKind,
        _ text: String,
        description: String,
        team: String? = nil
    ) async throws(MemberCenterFailure) -> RegisteredIdentifier {
        try await database.write { [self] transaction throws(MemberCenterFailure) in
            try register(kind, text, description: description, team: team, in: transaction)
        }
    }

    /// Registers an identifier in a transaction.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func register(
        _ kind: IdentifierKind,
        _ text: String,
        description: String,
        team: String? = nil,
        in transaction: borrowing Transaction<MemberCenterFailure>
    ) throws(MemberCenterFailure) -> RegisteredIdentifier {
        try MemberCenter.requireForm(of: text, kind)
        try MemberCenter.requireForm(ofDescription: description)
        let new = RegisteredIdentifier(
            text: text,
            kind: kind,
            description: description,
            team: try transaction.team(team).identifier,
            registeredAt: clock.now
        )
        guard try transaction.insert(new) else { throw .refused(.alreadyRegistered(text)) }
        return new
    }

    /// The apps, in the order in which they were registered.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func apps() async throws(StorageFailure) -> [RegisteredApp] {
        try await database.read { snapshot throws(StorageFailure) in try snapshot.apps() }
    }

    /// The app with a bundle identifier, or nil.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func app(_ bundleIdentifier: String) async throws(StorageFailure) -> RegisteredApp? {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.app(bundleIdentifier)
        }
    }

    /// Registers an App ID, without Apple Pay.
    ///
    /// - Parameters:
    ///   - text: A bundle identifier, or one with a wildcard.
    ///   - description: The team's words for it.
    ///   - team: The team's identifier; nil for the first team.
    /// - Returns: The app.
    /// - Throws: ``MemberCenterFailure``.
    public func registerApp(
        _ text: String,
        description: String,
        team: String? = nil
    ) async throws(MemberCenterFailure) -> RegisteredApp {
        let now = clock.now
        let identifier: BundleIdentifier
        do throws(BundleIdentifier.Problem) {
            identifier = try BundleIdentifier(text)
        } catch { throw .refused(.invalidBundleIdentifier(text, error)) }
        try MemberCenter.requireForm(ofDescription: description)
        return try await database.write { transaction throws(MemberCenterFailure) in
            let new = RegisteredApp(
                bundleIdentifier: identifier,
                description: description,
                team: try transaction.team(team).identifier,
                registeredAt: now,
                merchantIdentifiers: []
            )
            guard try transaction.insert(new) else { throw .refused(.alreadyRegistered(text)) }
            return new
        }
    }

    /// Lets an app pay these merchants and no others: Apple Pay is on if there is one (mission 3.6, 3.7).
    ///
    /// - Throws: ``MemberCenterFailure``.
    public func entitle(
        app bundleIdentifier: String,
        to merchants: [String]
    ) async throws(MemberCenterFailure) -> RegisteredApp {
        try await database.write { transaction throws(MemberCenterFailure) in
            guard var app = try transaction.app(bundleIdentifier) else {
                throw .refused(.unknownApp(bundleIdentifier))
            }
            try transaction.requireMerchants(merchants)
            try app.entitle(to: merchants)
            try transaction.saveMerchants(of: app)
            return app
        }
    }

    /// The entitlement of an app that is not registered, in a transaction.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func entitlement(
        of bundleIdentifier: String,
        to merchants: [String],
        in transaction: borrowing Transaction<MemberCenterFailure>
    ) throws(MemberCenterFailure) -> AppEntitlement {
        try transaction.requireMerchants(merchants)
        return AppEntitlement(bundleIdentifier: bundleIdentifier, merchantIdentifiers: merchants)
    }
}

extension Transaction<MemberCenterFailure> {
    fileprivate func requireMerchants(_ texts: [String]) throws(MemberCenterFailure) {
        let known = try identifiers(of: .merchant).map(\.text)
        if let unknown = texts.first(where: { !known.contains($0) }) {
            throw .refused(.unknownMerchant(unknown))
        }
    }

    /// The team with an identifier, or the first one.
    fileprivate func team(
        _ identifier: String?
    ) throws(MemberCenterFailure) -> MemberCenter.Team {
        let found = try teams().first { identifier == nil || $0.identifier == identifier }
        guard let found else { throw .refused(.unknownTeam(identifier ?? "")) }
        return found
    }
}

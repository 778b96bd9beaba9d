internal import Certificates
internal import Storage
internal import World

// Reads the records of a member center.
extension Queryable where Self: ~Copyable {
    func teams() throws(Failure) -> [MemberCenter.Team] {
        try all("SELECT identifier, name FROM member_team ORDER BY number") {
            row throws(StorageFailure) in
            MemberCenter.Team(identifier: try row.text("identifier"), name: try row.text("name"))
        }
    }

    func identifiers(of kind: IdentifierKind) throws(Failure) -> [RegisteredIdentifier] {
        try all(
            "SELECT * FROM member_identifier WHERE kind = $1 ORDER BY number",
            [.text(kind.rawValue)]
        ) { row throws(StorageFailure) in try row.identifier() }
    }

    func identifier(_ text: String) throws(Failure) -> RegisteredIdentifier? {
        try one("SELECT * FROM member_identifier WHERE identifier = $1", [.text(text)]) {
            row throws(StorageFailure) in try row.identifier()
        }
    }

    func holder(_ text: String) throws(Failure) -> CertificateHolder? {
        guard let identifier = try identifier(text) else { return nil }
        let certificates = try all(
            "SELECT * FROM member_certificate WHERE holder = $1 ORDER BY number",
            [.text(text)]
        ) { row throws(StorageFailure) in try row.certificate() }
        return CertificateHolder(identifier, certificates: certificates)
    }

    func certificate(_ serial: String) throws(Failure) -> IssuedCertificate? {
        try one("SELECT * FROM member_certificate WHERE serial = $1", [.text(serial)]) {
            row throws(StorageFailure) in try row.certificate()
        }
    }

    func apps() throws(Failure) -> [RegisteredApp] {
        var apps = try all("SELECT * FROM member_app ORDER BY number") {
            row throws(StorageFailure) in try row.app()
        }
        for place in apps.indices { try findMerchants(of: &apps[place]) }
        return apps
    }

    func app(_ bundleIdentifier: String) throws(Failure) -> RegisteredApp? {
        let found = try one(
            "SELECT * FROM member_app WHERE identifier = $1",
            [.text(bundleIdentifier)]
        ) { row throws(StorageFailure) in try row.app() }
        guard var app = found else { return nil }
        try findMerchants(of: &app)
        return app
    }

    private func findMerchants(of app: inout RegisteredApp) throws(Failure) {
        app.merchantIdentifiers = try all(
            "SELECT merchant FROM member_app_merchant WHERE app = $1 ORDER BY place",
            [.text(app.bundleIdentifier.text)]
        ) { row throws(StorageFailure) in try row.text("merchant") }
    }
}

extension Row {
    fileprivate func app() throws(StorageFailure) -> RegisteredApp {
        let bundle = try text("identifier")
        guard let identifier = try? BundleIdentifier(bundle) else {
            throw .columnUnreadable("identifier")
        }
        return RegisteredApp(
            bundleIdentifier: identifier,
            description: try text("description"),
            team: try text("team"),
            registeredAt: UnixTime(seconds: try integer("registered_at")),
            merchantIdentifiers: []
        )
    }

    fileprivate func identifier() throws(StorageFailure) -> RegisteredIdentifier {
        guard let kind = IdentifierKind(rawValue: try text("kind")) else {
            throw .columnUnreadable("kind")
        }
        return RegisteredIdentifier(
            text: try text("identifier"),
            kind: kind,
            description: try text("description"),
            team: try text("team"),
            registeredAt: UnixTime(seconds: try integer("registered_at"))
        )
    }

    fileprivate func certificate() throws(StorageFailure) -> IssuedCertificate {
        guard let kind = CertificateKind(rawValue: try text("kind")) else {
            throw .columnUnreadable("kind")
        }
        guard let certificate = try? Certificate(der: try bytes("content")) else {
            throw .columnUnreadable("content")
        }
        return IssuedCertificate(
            kind: kind,
            holder: try text("holder"),
            certificate: certificate,
            issuedAt: UnixTime(seconds: try integer("issued_at")),
            activatedAt: try integerIfPresent("activated_at").map(UnixTime.init(seconds:)),
            replacedAt: try integerIfPresent("replaced_at").map(UnixTime.init(seconds:)),
            revokedAt: try integerIfPresent("revoked_at").map(UnixTime.init(seconds:))
        )
    }
}

// Writes the records of a member center.
extension Transaction {
    /// Whether the identifier was new.
    func insert(_ identifier: RegisteredIdentifier) throws(Failure) -> Bool {
        try execute(
            """
            INSERT INTO member_identifier (identifier, kind, description, team, registered_at)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
            """,
            [
                .text(identifier.text), .text(identifier.kind.rawValue),
                .text(identifier.description), .text(identifier.team),
                .integer(identifier.registeredAt.seconds),
            ]
        ) == 1
    }

    /// Whether the team was new.
    func insert(_ team: MemberCenter.Team) throws(Failure) -> Bool {
        try execute(
            "INSERT INTO member_team (identifier, name) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.text(team.identifier), .text(team.name)]
        ) == 1
    }

    /// Whether the app was new.
    func insert(_ app: RegisteredApp) throws(Failure) -> Bool {
        try execute(
            """
            INSERT INTO member_app (identifier, description, team, registered_at)
            VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
            """,
            [
                .text(app.bundleIdentifier.text), .text(app.description), .text(app.team),
                .integer(app.registeredAt.seconds),
            ]
        ) == 1
    }

    func saveMerchants(of app: RegisteredApp) throws(Failure) {
        let identifier = app.bundleIdentifier.text
        try execute("DELETE FROM member_app_merchant WHERE app = $1", [.text(identifier)])
        for (place, merchant) in app.merchantIdentifiers.enumerated() {
            try execute(
                "INSERT INTO member_app_merchant (app, place, merchant) VALUES ($1, $2, $3)",
                [.text(identifier), .integer(Int64(place)), .text(merchant)]
            )
        }
    }

    /// Writes what changed of a holder's certificates, and the new ones last, so that at no moment two
    /// are active.
    func save(
        _ holder: CertificateHolder,
        replacing before: CertificateHolder
    ) throws(Failure) {
        let kept = zip(before.certificates, holder.certificates)
        for (old, new) in kept
        where new.replacedAt != old.replacedAt || new.revokedAt != old.revokedAt {
            try update(new)
        }
        for (old, new) in kept where new.activatedAt != old.activatedAt { try update(new) }
        for certificate in holder.certificates.dropFirst(before.certificates.count) {
            try insert(certificate)
        }
    }

    private func update(_ certificate: IssuedCertificate) throws(Failure) {
        try execute(
            """
            UPDATE member_certificate
            SET activated_at = $2, replaced_at = $3, revoked_at = $4 WHERE serial = $1
            """,
            [
                .text(certificate.serialNumber), StoredValue(certificate.activatedAt?.seconds),
                StoredValue(certificate.replacedAt?.seconds),
                StoredValue(certificate.revokedAt?.seconds),
            ]
        )
    }

    private func insert(_ certificate: IssuedCertificate) throws(Failure) {
        try execute(
            """
            INSERT INTO member_certificate
                (serial, holder, kind, content, issued_at, activated_at, replaced_at, revoked_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                .text(certificate.serialNumber), .text(certificate.holder),
                .text(certificate.kind.rawValue), .bytes(certificate.certificate.der),
                .integer(certificate.issuedAt.seconds),
                StoredValue(certificate.activatedAt?.seconds),
                StoredValue(certificate.replacedAt?.seconds),
                StoredValue(certificate.revokedAt?.seconds),
            ]
        )
    }
}
